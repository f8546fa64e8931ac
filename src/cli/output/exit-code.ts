import type { CheckResult } from '../../model/check.ts';
import { hasErrors } from '../../model/diagnostic.ts';
import { couldReadAll, type Drift, hasDrifted } from '../../model/drift.ts';
import { JOURNAL_TROUBLES } from '../../model/journal.ts';
import type { Plan } from '../../model/plan.ts';
import { isRefusedAsWhole } from '../../model/plan.ts';
import { hasClosedGate, type Interruption, mayHaveWritten, type Run } from '../../model/run.ts';

/** How a command ended. */
export type Ending =
  | { readonly of: 'done' }
  /** Usage, configuration, credentials, or a prompt that was not answered with `yes`. */
  | { readonly of: 'failure'; readonly interrupted: Interruption }
  | {
      readonly of: 'plan';
      readonly plan: Plan;
      readonly interrupted: Interruption;
      /** Whether differences are told by the exit code (--detailed-exitcode). */
      readonly differences: 'ignored' | 'reported';
    }
  | { readonly of: 'drift'; readonly drift: Drift; readonly interrupted: Interruption }
  | { readonly of: 'checks'; readonly results: readonly CheckResult[]; readonly interrupted: Interruption }
  | {
      readonly of: 'run';
      readonly run: Run;
      /** `lost` when the report of the run was to be saved and could not be; `kept` when left out. */
      readonly report?: 'kept' | 'lost';
    };

/** The exit code of cli.md. When several hold, the first of 130/143, 1, 5, 4, 3, 2 wins. */
export function exitCode(ending: Ending): number {
  switch (ending.of) {
    case 'done':
      return 0;
    case 'failure':
      return interruptCode(ending.interrupted) ?? 1;
    case 'plan':
      return interruptCode(ending.interrupted) ?? planCode(ending.plan, ending.differences);
    case 'drift':
      return interruptCode(ending.interrupted) ?? driftCode(ending.drift);
    case 'checks':
      return interruptCode(ending.interrupted) ?? checksCode(ending.results);
    case 'run':
      return interruptCode(ending.run.interrupted) ?? runCode(ending.run, ending.report ?? 'kept');
  }
}

function interruptCode(interrupted: Interruption): number | null {
  if (interrupted === null) return null;
  return interrupted === 'SIGTERM' ? 143 : 130;
}

function planCode(plan: Plan, differences: 'ignored' | 'reported'): number {
  if (plan.summary.error > 0) return 1;
  if (plan.summary.refused > 0 || isRefusedAsWhole(plan)) return 5;
  return differences === 'reported' && plan.summary.update > 0 ? 2 : 0;
}

/** 0 only when every pipe and declared alert was read and is in sync, or what differs is acknowledged. */
function driftCode(drift: Drift): number {
  if (!couldReadAll(drift)) return 1;
  return hasDrifted(drift) ? 2 : 0;
}

/** Only a check that passes is no reason to stop, whatever keeps another from passing. */
function checksCode(results: readonly CheckResult[]): number {
  return results.every(({ verdict }) => verdict === 'pass') ? 0 : 5;
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
