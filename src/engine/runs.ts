import { readFile } from 'node:fs/promises';
import { settleJournal } from '../journal/open-journal.ts';
import { journalFile, listRuns, type ProjectFolder } from '../journal/project-folder.ts';
import type { ReadJournal } from '../journal/read-journal.ts';
import type { JournaledRun } from '../journal/rebuild-run.ts';
import { timestamp } from '../model/clock.ts';
import { type Diagnostic, diagnoseCode } from '../model/diagnostic.ts';
import type { Run } from '../model/run.ts';
import { claimProject } from './claim-project.ts';
import type { Runtime } from './runtime.ts';
import { describeSystemError } from './system-words.ts';

/** Stands for the newest run. */
const LATEST = 'latest';

/**
 * Reads the journal of the run that a person means: its id, the beginning of it, or `latest`, which is the newest of those that
 * are `meant`.
 */
export async function findRun(
  folder: ProjectFolder,
  wanted: string,
  isMeant: (journaled: JournaledRun) => boolean = () => true,
): Promise<ReadJournal> {
  try {
    const ids = await listRuns(folder);
    const isLatest = wanted === LATEST;
    for (const id of isLatest ? ids : []) {
      const read = await readRunFile(folder, id);
      // One that cannot be read may be the one: an older one must not take its place.
      if (!read.ok || isMeant(read.journaled)) return read;
    }
    const matching = isLatest || wanted === '' ? [] : ids.filter((id) => id.startsWith(wanted));
    const [id, ...others] = matching.includes(wanted) ? [wanted] : matching;
    if (id !== undefined && others.length === 0) return await readRunFile(folder, id);
    return { ok: false, diagnostic: notFound(wanted, matching, ids.length) };
  } catch (error) {
    return { ok: false, diagnostic: describeUnreadable(folder.runs, error, 'error') };
  }
}

function notFound(wanted: string, matching: readonly string[], all: number): Diagnostic {
  const named =
    wanted === LATEST ? 'No journaled run of this environment wrote anything.' : `No journaled run is named ${wanted}.`;
  const none = all === 0 ? 'No run of this project is journaled on this machine.' : named;
  if (matching.length < 2) return diagnoseCode('run-not-found', none);
  const summary = `${matching.length} runs begin with ${wanted}.`;
  return diagnoseCode('run-not-found', summary, matching.slice(0, 10).join('\n'));
}

/** Reads one journal; what is wrong with it is a diagnostic. */
export async function readRunFile(folder: ProjectFolder, id: string): Promise<ReadJournal> {
  const { readJournal } = await import('../journal/read-journal.ts');
  const name = `.pipeform/runs/${id}.jsonl`;
  try {
    return readJournal(await readFile(journalFile(folder, id), 'utf8'), { id, name });
  } catch (error) {
    return { ok: false, diagnostic: describeUnreadable(name, error, 'error') };
  }
}

export function describeUnreadable(what: string, error: unknown, severity: 'error' | 'warning'): Diagnostic {
  return diagnoseCode('journal-unreadable', `${what} cannot be read.`, describeSystemError(error), severity);
}

/** `open`: the names of the pipes that the run left open. */
type Forgotten =
  | { readonly ok: true; readonly run: Run; readonly open: readonly string[] }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/**
 * Writes into the journal of a run that was cut off that it does not matter what became of the pipes it left open, so that it
 * is not reported any more. Nothing is read from the service, and nothing is sent to it. Works whatever state the
 * configuration is in. `wanted` is a run id, the beginning of one, or `latest`.
 */
export async function forgetRun(folder: ProjectFolder, wanted: string, runtime: Runtime): Promise<Forgotten> {
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
    const at = timestamp(runtime.clock);
    await settleJournal(folder, run.id, { type: 'forgotten', at, pipes: open });
    const forgotten = await findRun(folder, run.id);
    return forgotten.ok ? { ok: true, run: forgotten.journaled.run, open } : forgotten;
  } catch (error) {
    const summary = `The journal of the run ${asked.run.id} could not be written, so the run is not forgotten.`;
    return { ok: false, diagnostic: diagnoseCode('journal-unusable', summary, describeSystemError(error)) };
  } finally {
    await claimed.project.release();
  }
}

async function findOpenRun(folder: ProjectFolder, wanted: string): Promise<Forgotten> {
  const found = await findRun(folder, wanted);
  if (!found.ok) return found;
  const { run, open } = found.journaled;
  const reason = findReasonToKeep(found.journaled);
  if (reason === null) return { ok: true, run, open };
  const summary = `The run ${run.id} left no pipe open, so there is nothing to forget. Nothing was changed.`;
  return { ok: false, diagnostic: diagnoseCode('run-not-open', summary, reason) };
}

/** Why there is nothing to forget; null when there is. */
function findReasonToKeep({ status, isSettled, open }: JournaledRun): string | null {
  if (status !== 'unfinished') return `It came to its end (${status}).`;
  if (isSettled) return 'A later run has read what it left open, or it was forgotten before.';
  if (open.length > 0) return null;
  return 'It was interrupted, but every write that it sent was confirmed or rejected. The next apply settles it.';
}
