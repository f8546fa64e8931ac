import { readFile } from 'node:fs/promises';
import { journalFile, listRuns } from '../journal/list-journals.ts';
import type { ProjectFolder } from '../journal/project-folder.ts';
import type { ReadJournal } from '../journal/read-journal.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { DIAGNOSTIC_CODES } from '../model/diagnostic-codes.ts';
import { describeSystemError } from './system-words.ts';

/** Stands for the newest run. */
const LATEST = 'latest';

/** Reads the journal of the run that a person means: its id, the beginning of it, or `latest`. */
export async function findRun(folder: ProjectFolder, wanted: string): Promise<ReadJournal> {
  const ids = await listRuns(folder).catch(() => []);
  const matching = wanted === LATEST ? ids.slice(0, 1) : ids.filter((id) => id === wanted);
  const found = matching.length > 0 || wanted === '' ? matching : ids.filter((id) => id.startsWith(wanted));
  const [id] = found;
  if (id === undefined || found.length > 1) return { ok: false, diagnostic: notFound(wanted, found, ids.length) };
  return readRunFile(folder, id);
}

function notFound(wanted: string, found: readonly string[], all: number): Diagnostic {
  const none =
    all === 0 ? 'No run of this project is journaled on this machine.' : `No journaled run is named ${wanted}.`;
  return diagnose('error', {
    code: 'run-not-found',
    summary: found.length > 1 ? `${found.length} runs begin with ${wanted}.` : none,
    detail: found.length > 1 ? found.slice(0, 10).join('\n') : null,
    hint: DIAGNOSTIC_CODES['run-not-found'].cure,
  });
}

/** Reads one journal; what is wrong with it is a diagnostic. */
export async function readRunFile(folder: ProjectFolder, id: string) {
  const { readJournal } = await import('../journal/read-journal.ts');
  const name = `.pipeform/runs/${id}.jsonl`;
  try {
    return readJournal(await readFile(journalFile(folder, id), 'utf8'), name);
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
