import pMap from 'p-map';
import { settleJournal } from '../journal/open-journal.ts';
import { JOURNAL_ENDING, journalFile, listRunIds, type ProjectFolder } from '../journal/project-folder.ts';
import { type ReadJournal, readIntactEnd, readJournal } from '../journal/read-journal.ts';
import type { JournaledRun } from '../journal/rebuild-run.ts';
import { timestamp } from '../model/clock.ts';
import { diagnoseCode } from '../model/diagnose-code.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { RunListing, RunsDocument } from '../model/journal.ts';
import type { Result } from '../model/result.ts';
import type { Run } from '../model/run.ts';
import { readLock } from '../platform/lock-file.ts';
import { readInput } from '../platform/read-input.ts';
import { diagnoseSystemError } from './diagnose-system-error.ts';
import { lockProject } from './project-lock.ts';
import type { Runtime } from './runtime.ts';

export const LATEST = 'latest';

const PARALLEL_READS = 8;

/** The most that fits into a text. The journal of a run that changes 100,000 pipes has 375 MB. */
const MAX_JOURNAL_BYTES = 512 * 1024 ** 2;

/** `requested`: the id of a run, the beginning of one, or `latest`, the newest run. */
export async function findRun(folder: ProjectFolder, requested: string): Promise<ReadJournal> {
  try {
    const ids = await listRunIds(folder);
    const isLatest = requested === LATEST;
    const matching = isLatest ? ids.slice(0, 1) : requested === '' ? [] : ids.filter((id) => id.startsWith(requested));
    const [id, ...others] = matching.includes(requested) ? [requested] : matching;
    if (id !== undefined && others.length === 0) return await readRun(folder, id);
    return { ok: false, diagnostic: notFoundProblem(requested, matching, ids.length) };
  } catch (error) {
    return { ok: false, diagnostic: unreadableProblem(folder.runs, error, 'error') };
  }
}

function notFoundProblem(requested: string, matching: readonly string[], all: number): Diagnostic {
  if (all === 0) {
    const summary = 'No run of this project is journaled on this machine.';
    return diagnose('error', { code: 'run-not-found', summary, hint: 'Runs are listed after the first apply.' });
  }
  if (matching.length < 2) return diagnoseCode('run-not-found', `No journaled run is named ${requested}.`);
  const summary = `${matching.length} runs begin with ${requested}.`;
  return diagnoseCode('run-not-found', summary, matching.slice(0, 10).join('\n'));
}

/** The run of a journal, which has its name from its run. */
export async function readRun(folder: ProjectFolder, id: string): Promise<ReadJournal> {
  const name = `.pipeform/runs/${id}${JOURNAL_ENDING}`;
  try {
    return readJournal((await readInput(journalFile(folder, id), MAX_JOURNAL_BYTES)).toString(), { id, name });
  } catch (error) {
    return { ok: false, diagnostic: unreadableProblem(name, error, 'error') };
  }
}

type SummarizedRuns = Result<
  { readonly document: RunsDocument; readonly diagnostics: readonly Diagnostic[] },
  { readonly diagnostic: Diagnostic }
>;

/** Reads only the journals, so that it works with an invalid configuration. `diagnostics`: of the runs that cannot be read. */
export async function listRuns(folder: ProjectFolder): Promise<SummarizedRuns> {
  const ids = await listRunIds(folder).catch((error: unknown) => unreadableProblem(folder.runs, error, 'error'));
  if ('severity' in ids) return { ok: false, diagnostic: ids };
  const working = (await readLock(folder.lock))?.purpose ?? null;
  const found = await pMap(ids, (id) => readListedRun(folder, id, working), { concurrency: PARALLEL_READS });
  const runs = found.filter((one) => 'id' in one);
  const document: RunsDocument = { kind: 'runs', formatVersion: 1, runs };
  return { ok: true, document, diagnostics: found.filter((one) => 'severity' in one) };
}

/** @param working the id of the run that holds the lock, or null. */
async function readListedRun(
  folder: ProjectFolder,
  id: string,
  working: string | null,
): Promise<RunListing | Diagnostic> {
  const journal = await readInput(journalFile(folder, id), MAX_JOURNAL_BYTES).catch(() => null);
  const end = journal === null ? null : readIntactEnd(journal, id);
  if (end !== null) {
    const { startedAt, at, status, environment, commit, author, rollsBack, summary } = end;
    const about = { environment, commit, author, counts: countsOf(summary), rollsBack };
    return { id, ...timesOf(startedAt, at), status, ...about, running: false };
  }
  const read = await readRun(folder, id);
  if (!read.ok) return read.diagnostic;
  const { status, run } = read.journaled;
  const { startedAt, environment, commit, author, rollsBack } = run;
  const times = timesOf(startedAt, status === 'unfinished' ? null : run.finishedAt);
  const about = { environment, commit, author, counts: countsOf(run.summary), rollsBack };
  return { id, ...times, status, ...about, running: id === working };
}

function timesOf(
  startedAt: string,
  finishedAt: string | null,
): Pick<RunListing, 'startedAt' | 'finishedAt' | 'durationMs'> {
  const durationMs = finishedAt === null ? null : Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt));
  return { startedAt, finishedAt, durationMs };
}

function countsOf({ total: _, requests: __, ...counts }: RunListing['counts'] & { total: number; requests: number }) {
  return counts;
}

export function unreadableProblem(what: string, error: unknown, severity: 'error' | 'warning'): Diagnostic {
  return diagnoseSystemError('journal-unreadable', `${what} cannot be read.`, error, severity);
}

type Forgotten = Result<{ readonly run: Run; readonly open: readonly string[] }, { readonly diagnostic: Diagnostic }>;

/**
 * Marks an unfinished run in its journal, so that its open pipes are not reported again. Sends nothing, and needs no valid
 * configuration. `requested`: as in `findRun`.
 */
export async function forgetRun(folder: ProjectFolder, requested: string, runtime: Runtime): Promise<Forgotten> {
  // Before the project is locked, so that a mistyped id creates no folder.
  const candidate = await findOpenRun(folder, requested);
  if (!candidate.ok) return candidate;
  const locked = await lockProject(folder, 0, runtime);
  if (!locked.ok) return locked;
  try {
    // Again: another run may have settled it since.
    const found = await findOpenRun(folder, candidate.run.id);
    if (!found.ok) return found;
    const { run, open } = found;
    const at = timestamp(runtime.clock);
    await settleJournal(folder, run.id, { type: 'forgotten', at, pipes: open });
    const forgotten = await findRun(folder, run.id);
    return forgotten.ok ? { ok: true, run: forgotten.journaled.run, open } : forgotten;
  } catch (error) {
    const summary = `The journal of the run ${candidate.run.id} could not be written, so the run is not forgotten.`;
    return { ok: false, diagnostic: diagnoseSystemError('journal-unusable', summary, error) };
  } finally {
    await locked.project.release();
  }
}

async function findOpenRun(folder: ProjectFolder, requested: string): Promise<Forgotten> {
  const found = await findRun(folder, requested);
  if (!found.ok) return found;
  const { run, open } = found.journaled;
  const reason = findReasonToKeep(found.journaled);
  if (reason === null) return { ok: true, run, open };
  const summary = `The run ${run.id} left no pipe open, so there is nothing to forget. Nothing was changed.`;
  return { ok: false, diagnostic: diagnoseCode('run-not-open', summary, reason) };
}

/** null for a run that can be forgotten. */
function findReasonToKeep({ status, isSettled, open }: JournaledRun): string | null {
  if (status !== 'unfinished') return `It ended (${status}).`;
  if (isSettled) return 'A later run has read its open pipes, or it was already forgotten.';
  if (open.length > 0) return null;
  return 'It did not finish, but every write that it sent was confirmed or rejected. The next apply settles it.';
}
