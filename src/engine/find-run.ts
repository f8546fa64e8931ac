import { readFile } from 'node:fs/promises';
import { journalFile, listRuns } from '../journal/list-journals.ts';
import type { ProjectFolder } from '../journal/project-folder.ts';
import type { ReadJournal } from '../journal/read-journal.ts';
import type { JournaledRun } from '../journal/rebuild-run.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { DIAGNOSTIC_CODES } from '../model/diagnostic-codes.ts';
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
    if (wanted === LATEST) return await findLatest(folder, ids, isMeant);
    const exact = ids.filter((id) => id === wanted);
    const found = exact.length > 0 || wanted === '' ? exact : ids.filter((id) => id.startsWith(wanted));
    const [id] = found;
    if (id === undefined || found.length > 1) return { ok: false, diagnostic: notFound(wanted, found, ids.length) };
    return await readRunFile(folder, id);
  } catch (error) {
    return { ok: false, diagnostic: describeUnreadable(folder.runs, error, 'error') };
  }
}

async function findLatest(
  folder: ProjectFolder,
  ids: readonly string[],
  isMeant: (journaled: JournaledRun) => boolean,
): Promise<ReadJournal> {
  for (const id of ids) {
    const read = await readRunFile(folder, id);
    // One that cannot be read may be the one: an older one must not take its place.
    if (!read.ok || isMeant(read.journaled)) return read;
  }
  return { ok: false, diagnostic: notFound(LATEST, [], ids.length) };
}

function notFound(wanted: string, found: readonly string[], all: number): Diagnostic {
  const none = all === 0 ? 'No run of this project is journaled on this machine.' : sayNone(wanted);
  return diagnose('error', {
    code: 'run-not-found',
    summary: found.length > 1 ? `${found.length} runs begin with ${wanted}.` : none,
    detail: found.length > 1 ? found.slice(0, 10).join('\n') : null,
    hint: DIAGNOSTIC_CODES['run-not-found'].cure,
  });
}

function sayNone(wanted: string): string {
  return wanted === LATEST
    ? 'No journaled run of this environment wrote anything.'
    : `No journaled run is named ${wanted}.`;
}

/** Reads one journal; what is wrong with it is a diagnostic. */
export async function readRunFile(folder: ProjectFolder, id: string) {
  const { readJournal } = await import('../journal/read-journal.ts');
  const name = `.pipeform/runs/${id}.jsonl`;
  try {
    return readJournal(await readFile(journalFile(folder, id), 'utf8'), { id, name });
  } catch (error) {
    return { ok: false, diagnostic: describeUnreadable(name, error, 'error') } as const;
  }
}

export function describeUnreadable(what: string, error: unknown, severity: 'error' | 'warning'): Diagnostic {
  return diagnose(severity, {
    code: 'journal-unreadable',
    summary: `${what} cannot be read.`,
    detail: describeSystemError(error),
    hint: DIAGNOSTIC_CODES['journal-unreadable'].cure,
  });
}
