import type { ProjectFolder } from '../journal/project-folder.ts';
import type { JournaledRun } from '../journal/rebuild-run.ts';
import { settleJournal } from '../journal/settle-journal.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { DIAGNOSTIC_CODES } from '../model/diagnostic-codes.ts';
import type { Run } from '../model/run.ts';
import { claimProject } from './claim-project.ts';
import { findRun } from './find-run.ts';
import type { Runtime } from './runtime.ts';
import { describeSystemError } from './system-words.ts';

/** `open`: the names of the pipes that the run left open. */
type Outcome =
  | { readonly ok: true; readonly run: Run; readonly open: readonly string[] }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/**
 * Writes into the journal of a run that was cut off that it does not matter what became of the pipes it left open, so that it
 * is not reported any more. Nothing is read from the service, and nothing is sent to it. Works whatever state the
 * configuration is in. `wanted` is a run id, the beginning of one, or `latest`.
 */
export async function forgetRun(folder: ProjectFolder, wanted: string, runtime: Runtime): Promise<Outcome> {
  // Before the project is claimed, so that a name that was mistyped makes no folder.
  const asked = await findOpenRun(folder, wanted);
  if (!asked.ok) return asked;
  const claimed = await claimProject(folder, { lockTimeoutMs: 0 }, runtime);
  if (!claimed.ok) return claimed;
  try {
    // Once more: another run may have settled it meanwhile.
    const found = await findOpenRun(folder, asked.run.id);
    if (!found.ok) return found;
    const { run, open } = found;
    const at = new Date(runtime.clock.now()).toISOString();
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
