import type { CheckResult } from '../../model/check.ts';
import { hasErrors } from '../../model/diagnostic.ts';
import { JOURNAL_FAILURE_CODES } from '../../model/journal.ts';
import { hasNotReviewed, isRefusedAsWhole, type Plan } from '../../model/plan.ts';
import { couldReadAll, type Drift, hasDrifted, type Report } from '../../model/report.ts';
import { hasClosedGate, type Interruption, mayHaveWritten, type Run } from '../../model/run.ts';
import type { Recommendations } from '../../model/size/advice-report.ts';

import { INTERRUPT_CODES } from '../options/exit-codes.ts';

/** How a command ended. `interrupted` is absent without an interrupt, and for a run, which has its own. */
export type Ending =
  | { readonly kind: 'done'; readonly interrupted?: Interruption }
  /** Usage, configuration, credentials, or a declined prompt. */
  | { readonly kind: 'failure'; readonly interrupted?: Interruption }
  | { readonly kind: 'checks'; readonly results: readonly CheckResult[]; readonly interrupted?: Interruption }
  | {
      readonly kind: 'recommendations';
      readonly advice: Recommendations;
      readonly detailed: boolean;
      readonly lost: boolean;
      readonly interrupted?: Interruption;
    }
  | {
      readonly kind: 'report';
      readonly report: Report;
      readonly interrupted?: Interruption;
      /** --detailed-exitcode. */
      readonly detailed?: boolean;
      /** Whether the report could not be saved. */
      readonly lost?: boolean;
    };

/** The exit code. When several hold, the first of 130/143, 1, 5, 4, 3, 2 wins. */
export function chooseExitCode(ending: Ending): number {
  const { interrupted = null } = ending.kind === 'report' && ending.report.kind === 'run' ? ending.report : ending;
  if (interrupted !== null) return INTERRUPT_CODES[interrupted];
  if (ending.kind === 'done') return 0;
  if (ending.kind === 'failure') return 1;
  if (ending.kind === 'checks') return ending.results.every(({ verdict }) => verdict === 'pass') ? 0 : 5;
  if (ending.kind === 'recommendations') {
    const { grow, shrink, schedule } = ending.advice.summary;
    if (ending.lost || hasErrors(ending.advice.diagnostics)) return 1;
    return ending.detailed && grow + shrink + schedule > 0 ? 2 : 0;
  }
  const { report, detailed = false, lost = false } = ending;
  if (report.kind === 'run') return runCode(report, lost);
  if (lost) return 1;
  return report.kind === 'plan' ? planCode(report, detailed) : driftCode(report);
}

function planCode(plan: Plan, detailed: boolean): number {
  if (plan.summary.error > 0) return 1;
  if (plan.summary.refused > 0 || isRefusedAsWhole(plan)) return 5;
  return (detailed && plan.summary.update > 0) || plan.pipes.some(hasNotReviewed) ? 2 : 0;
}

function driftCode(drift: Drift): number {
  if (!couldReadAll(drift)) return 1;
  return hasDrifted(drift) ? 2 : 0;
}

/** 1 when nothing was written, 3 for a failure after the first write. */
function runCode(run: Run, lost: boolean): number {
  const { summary } = run;
  // A rollback that could not restore every field of a pipe.
  const isIncomplete = run.pipes.some(({ status, diagnostics }) => status === 'applied' && hasErrors(diagnostics));
  const hasFailed = summary.failed > 0 || summary.unknown > 0 || isIncomplete;
  const isUntouched = !run.pipes.some(mayHaveWritten);
  if (hasFailed && isUntouched) return 1;
  if (summary.refused > 0 || isRefusedAsWhole(run) || hasClosedGate(run)) return 5;
  const journalCodes: readonly string[] = JOURNAL_FAILURE_CODES;
  const hasJournal = !run.diagnostics.some(({ code }) => journalCodes.includes(code));
  // Another run that took the lock makes pipes stale; how many are read before the loss is noticed depends on the disk.
  if (summary.stale > 0 && hasJournal) return 4;
  const isRestored = summary['rolled-back'] > 0;
  // An output that is lost stops a rollout, too.
  const isCut = run.rollout?.status === 'interrupted';
  // Without a failure, pipes are skipped because the output was lost.
  if (!hasFailed && !isRestored && !isCut && summary.skipped === 0 && hasJournal && !lost) {
    return run.pipes.some(hasNotReviewed) ? 2 : 0;
  }
  return isUntouched ? 1 : 3;
}
