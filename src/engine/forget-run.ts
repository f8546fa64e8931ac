import type { Context } from '../cli/options/context.ts';
import type { GlobalOptions } from '../cli/options/global-options.ts';
import { exitCode } from '../cli/output/exit-code.ts';
import { reportProblems } from '../cli/output/report-problems.ts';
import { streamStyle } from '../cli/output/terminal.ts';
import { writeReport } from '../cli/output/write-report.ts';
import { reportNoRoot } from '../config/resolve/file-system.ts';
import type { ProjectFolder } from '../journal/project-folder.ts';
import type { JournaledRun } from '../journal/rebuild-run.ts';
import { settleJournal } from '../journal/settle-journal.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { DIAGNOSTIC_CODES } from '../model/diagnostic-codes.ts';
import type { Run } from '../model/run.ts';
import { safeText } from '../model/safe-text.ts';
import { fitLines } from '../report/text/fit-lines.ts';
import { claimProject } from './claim-project.ts';
import { findProject } from './find-project.ts';
import { findRun } from './find-run.ts';
import { describeSystemError } from './system-words.ts';

type Outcome = { readonly ok: true; readonly run: Run; readonly open: readonly string[] } | NotForgotten;
type NotForgotten = { readonly ok: false; readonly diagnostic: Diagnostic };

/**
 * Writes into the journal of a run that was cut off that it does not matter what became of the pipes it left open, so that it
 * is not reported any more. Nothing is read from the service, and nothing is sent to it. Works whatever state the
 * configuration is in.
 */
export async function runRunsForget(wanted: string, options: GlobalOptions, context: Context): Promise<number> {
  const folder = await findProject(options, context);
  if (folder === null) return reportProblems([reportNoRoot()], options, context);
  const outcome = await forgetRun(folder, wanted, context);
  if (!outcome.ok) return reportProblems([outcome.diagnostic], options, context);
  if (options.format === 'json') {
    await writeReport(outcome.run, { applyCommand: null }, options, context);
  } else {
    const { columns } = streamStyle(context.stdout, options, context);
    context.stdout.write(fitLines(describeForgotten(outcome.run, outcome.open), columns));
  }
  return exitCode({ of: 'done' });
}

async function forgetRun(folder: ProjectFolder, wanted: string, context: Context): Promise<Outcome> {
  // Before the project is claimed, so that a name that was mistyped makes no folder.
  const asked = await findOpenRun(folder, wanted);
  if (!asked.ok) return asked;
  const claimed = await claimProject(folder, { lockTimeoutMs: 0 }, context);
  if (!claimed.ok) return claimed;
  try {
    // Once more: another run may have settled it meanwhile.
    const found = await findOpenRun(folder, asked.run.id);
    if (!found.ok) return found;
    const { run, open } = found;
    const at = new Date(context.clock.now()).toISOString();
    await settleJournal(folder, run.id, { type: 'forgotten', at, pipes: open });
    const forgotten = await findRun(folder, run.id);
    return forgotten.ok ? { ok: true, run: forgotten.journaled.run, open } : forgotten;
  } catch (error) {
    return { ok: false, diagnostic: notWritten(asked.run, error) };
  } finally {
    await claimed.project.release();
  }
}

async function findOpenRun(folder: ProjectFolder, wanted: string): Promise<Outcome> {
  const found = await findRun(folder, wanted);
  if (!found.ok) return found;
  const { run, open } = found.journaled;
  const reason = findReason(found.journaled);
  return reason === null ? { ok: true, run, open } : { ok: false, diagnostic: describeRefusal(run, reason) };
}

/** Why there is nothing to forget; null when there is. */
function findReason({ status, isSettled, open }: JournaledRun): string | null {
  if (status !== 'unfinished') return `It came to its end (${status}).`;
  if (isSettled) return 'A later run has read what it left open, or it was forgotten before.';
  if (open.length > 0) return null;
  return 'It was cut off, but every write that it sent was confirmed or refused. The next apply settles it.';
}

function describeRefusal({ id }: Run, reason: string): Diagnostic {
  return diagnose('error', {
    code: 'run-not-open',
    summary: `The run ${id} left no pipe open, so there is nothing to forget. Nothing was changed.`,
    detail: reason,
    hint: DIAGNOSTIC_CODES['run-not-open'].cure,
  });
}

function notWritten({ id }: Run, error: unknown): Diagnostic {
  return diagnose('error', {
    code: 'journal-unusable',
    summary: `The journal of the run ${id} could not be written, so the run is not forgotten.`,
    detail: describeSystemError(error),
    hint: DIAGNOSTIC_CODES['journal-unusable'].cure,
  });
}

function describeForgotten({ id }: Run, open: readonly string[]): string {
  return [
    `The run ${id} is forgotten: plan and apply do not report it any more.\n`,
    `What these pipes have now was not read: ${open.map(safeText).join(', ')}.\n`,
    'No pipe was changed.\n',
  ].join('');
}
