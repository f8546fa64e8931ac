import { listRuns } from '../journal/list-journals.ts';
import type { ProjectFolder } from '../journal/project-folder.ts';
import type { ReadJournal } from '../journal/read-journal.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { DIAGNOSTIC_CODES } from '../model/diagnostic-codes.ts';
import { readRunFile } from './find-unfinished.ts';

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
