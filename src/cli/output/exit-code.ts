import type { CheckResult } from '../../model/check.ts';
import { hasErrors } from '../../model/diagnostic.ts';
import { JOURNAL_TROUBLES } from '../../model/journal.ts';
import type { Plan } from '../../model/plan.ts';
import { isRefusedAsWhole } from '../../model/plan.ts';
import { couldReadAll, type Drift, hasDrifted } from '../../model/report.ts';
import { hasClosedGate, type Interruption, mayHaveWritten, type Run } from '../../model/run.ts';

/** How a command ended. */
export type Ending =
  | { readonly of: 'done' }
  /** Usage, configuration, credentials, or a prompt that was not answered with `yes`. */
  | { readonly of: 'failure'; readonly interrupted: Interruption }
  /** `detailed`: whether differences end with exit code 2 (--detailed-exitcode). */
  | { readonly of: 'plan'; readonly plan: Plan; readonly interrupted: Interruption; readonly detailed: boolean }
  | { readonly of: 'drift'; readonly drift: Drift; readonly interrupted: Interruption }
  | { readonly of: 'checks'; readonly results: readonly CheckResult[]; readonly interrupted: Interruption }
  /** `report`: `lost` when the report of the run was to be saved and could not be; `kept` when left out. */
  | { readonly of: 'run'; readonly run: Run; readonly report?: 'kept' | 'lost' };

/** The exit code. When several hold, the first of 130/143, 1, 5, 4, 3, 2 wins. */
export function exitCode(ending: Ending): number {
  const interrupted = interruptionOf(ending);
  if (interrupted !== null) return interrupted === 'SIGTERM' ? 143 : 130;
  switch (ending.of) {
    case 'done':
      return 0;
    case 'failure':
      return 1;
    case 'plan':
      return planCode(ending.plan, ending.detailed);
    case 'drift':
      return driftCode(ending.drift);
    case 'checks':
      // Only a check that passes is no reason to stop, whatever keeps another from passing.
      return ending.results.every(({ verdict }) => verdict === 'pass') ? 0 : 5;
    case 'run':
      return runCode(ending.run, ending.report ?? 'kept');
  }
}

function interruptionOf(ending: Ending): Interruption {
  if (ending.of === 'done') return null;
  return ending.of === 'run' ? ending.run.interrupted : ending.interrupted;
}

function planCode(plan: Plan, detailed: boolean): number {
  if (plan.summary.error > 0) return 1;
  if (plan.summary.refused > 0 || isRefusedAsWhole(plan)) return 5;
  return detailed && plan.summary.update > 0 ? 2 : 0;
}

/** 0 only when every pipe and declared alert was read and is in sync, or what differs is acknowledged. */
function driftCode(drift: Drift): number {
  if (!couldReadAll(drift)) return 1;
  return hasDrifted(drift) ? 2 : 0;
}

/** For a run, 1 means that nothing at all was written; once something was, what went wrong makes it 3. */
function runCode(run: Run, report: 'kept' | 'lost'): number {
  const { summary } = run;
  // Updated and confirmed, but not all that was asked for: a rollback that had nothing to put back in some field.
  const isIncomplete = run.pipes.some(({ status, diagnostics }) => status === 'applied' && hasErrors(diagnostics));
  const hasFailed = summary.failed > 0 || summary.unknown > 0 || isIncomplete;
  const isUntouched = !run.pipes.some(mayHaveWritten);
  if (hasFailed && isUntouched) return 1;
  if (summary.refused > 0 || isRefusedAsWhole(run) || hasClosedGate(run)) return 5;
  if (summary.stale > 0) return 4;
  const isPutBack = summary['rolled-back'] > 0;
  const troubles: readonly string[] = JOURNAL_TROUBLES;
  // What was skipped without any of that was skipped since the output was lost.
  const isKept = report === 'kept' && !run.diagnostics.some(({ code }) => troubles.includes(code));
  if (!hasFailed && !isPutBack && summary.skipped === 0 && isKept) return 0;
  return isUntouched ? 1 : 3;
}
