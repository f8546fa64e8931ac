import { listRunIds, type ProjectFolder } from '../journal/project-folder.ts';
import type { JournaledRun } from '../journal/rebuild-run.ts';
import { diagnoseCode } from '../model/diagnose-code.ts';
import { type Diagnostic, diagnose, hasErrors } from '../model/diagnostic.ts';
import type { Fleet } from '../model/fleet.ts';
import type { JournalStatus } from '../model/journal.ts';
import { shortList } from '../model/number.ts';
import { addressOf } from '../model/pipe-address.ts';
import { shortCommit } from '../model/plan.ts';
import type { Result } from '../model/result.ts';
import { mayHaveWritten, RUN_STATUSES, type Run } from '../model/run.ts';
import { comparePlace } from '../plan/policy/scope.ts';
import { findRun, LATEST, readRun, unreadableProblem } from './runs.ts';

type FoundRun = Result<{ readonly run: Run; readonly note: Diagnostic }, { readonly diagnostic: Diagnostic }>;

/**
 * The run to roll back, and a note that says which. `requested`: as in `findRun`, but `latest` is the newest run of the fleet that
 * wrote something, is not a rollback and has not been rolled back.
 */
export async function findRollback(folder: ProjectFolder, requested: string | Run, fleet: Fleet): Promise<FoundRun> {
  if (typeof requested !== 'string') return { ok: true, run: requested, note: diagnoseRun(requested, null) };
  if (requested === LATEST) return findLatest(folder, fleet);
  const found = await findRun(folder, requested);
  if (!found.ok) return found;
  const { run, status } = found.journaled;
  return { ok: true, run, note: diagnoseRun(run, status) };
}

/**
 * Runs are read from the newest to the oldest, so that the rollbacks of a run are known when it comes. The runs right
 * before the found one that did not finish belong to it: it wrote what they had not written yet.
 */
async function findLatest(folder: ProjectFolder, fleet: Fleet): Promise<FoundRun> {
  const rollbacks: Run[] = [];
  const skipped: string[] = [];
  const continued: JournaledRun[] = [];
  let latest: JournaledRun | null = null;
  try {
    for (const id of await listRunIds(folder)) {
      const read = await readRun(folder, id);
      // An unreadable journal may be the requested one, so an older one is not used instead.
      if (!read.ok && latest === null) return read;
      if (!read.ok) break;
      const { run, status } = read.journaled;
      if (comparePlace(run, fleet, 'run').length > 0 || !run.pipes.some(mayHaveWritten)) continue;
      const by = rollbacks.find((rollback) => rollback.rollsBack === id && covers(rollback, run));
      if (latest !== null) {
        if (status === 'finished' || run.rollsBack !== null) break;
        if (by === undefined && !wasRestored(run)) continued.push(read.journaled);
        continue;
      }
      if (run.rollsBack !== null) {
        skipped.push(`${id}, which rolled back ${run.rollsBack}`);
        if (by === undefined && isComplete(read.journaled)) rollbacks.push(run);
      } else if (by !== undefined) skipped.push(`${id}, which ${by.id} rolled back`);
      else if (wasRestored(run)) skipped.push(`${id}, which rolled itself back`);
      else latest = read.journaled;
    }
  } catch (error) {
    return { ok: false, diagnostic: unreadableProblem(folder.runs, error, 'error') };
  }
  if (latest !== null) {
    const { run, status } = latest;
    return { ok: true, run, note: diagnoseRun(run, status, skipped, continued) };
  }
  if (skipped.length === 0) {
    return {
      ok: false,
      diagnostic: diagnoseCode('run-not-found', 'No journaled run of this environment wrote anything.'),
    };
  }
  const summary = 'Every run of this environment that wrote something is a rollback or was rolled back.';
  const hint = 'To roll one back anyway, name it: `pipeform rollback RUN`.';
  return {
    ok: false,
    diagnostic: diagnose('error', { code: 'run-not-found', summary, detail: describeSkipped(skipped), hint }),
  };
}

/** Whether a rollback restored all that it was for. Otherwise the next one continues it. */
function isComplete({ run, status }: JournaledRun): boolean {
  return status === 'finished' && !run.pipes.some(({ diagnostics }) => hasErrors(diagnostics));
}

/** Whether a rollback was for every pipe that the run wrote to. Its journal leaves out pipes that needed no change. */
function covers({ scope, pipes }: Run, run: Run): boolean {
  if (scope !== null && scope.target.length + scope.exclude.length === 0 && scope.shard === null) return true;
  const written = new Set(pipes.map(addressOf));
  return run.pipes.filter(mayHaveWritten).every((pipe) => written.has(addressOf(pipe)));
}

/** Whether a rollout restored all that the run wrote. */
function wasRestored({ pipes }: Run): boolean {
  return pipes.filter(mayHaveWritten).every(({ status }) => status === 'rolled-back');
}

const MOST_NAMES = 5;
const MOST_SKIPPED = 10;

/** `status`: null for a run document. */
function diagnoseRun(
  run: Run,
  status: JournalStatus | null,
  skipped: readonly string[] = [],
  continued: readonly JournaledRun[] = [],
): Diagnostic {
  const { id, startedAt, commit, author, rollsBack, summary: counts } = run;
  const names = describeWrittenPipes(run);
  const did = rollsBack === null ? 'wrote to' : `rolled back ${rollsBack} and wrote to`;
  const summary = `This rolls back the run ${id}, which ${did} ${names}.`;
  const parts = RUN_STATUSES.filter((one) => counts[one] > 0).map((one) => `${counts[one]} ${one}`);
  const about = [
    `Started ${startedAt.replace(/\.\d+Z$/, 'Z')}`,
    ...(commit === null ? [] : [`commit ${shortCommit(commit)}`]),
    ...(author === null ? [] : [`by ${author}`]),
  ].join(', ');
  const result = `${status ?? 'result'}: ${parts.join(', ') || 'nothing to change'}`;
  const left = continued.slice(0, MOST_NAMES).map(describeContinued);
  const lines = [`${about}; ${result}.`, ...left, ...(skipped.length === 0 ? [] : [describeSkipped(skipped)])];
  return diagnoseCode('rollback-run', summary, lines.join('\n'), 'note');
}

function describeContinued({ run, status }: JournaledRun): string {
  const what = `The run ${run.id} before it did not finish (${status}) and wrote to ${describeWrittenPipes(run)}`;
  return `${what}: these values stay. \`pipeform rollback ${run.id}\` restores them.`;
}

function describeWrittenPipes({ pipes }: Run): string {
  const written = pipes.filter(mayHaveWritten).map(({ name }) => name);
  return written.length === 0 ? 'no pipe' : shortList(written, MOST_NAMES);
}

function describeSkipped(skipped: readonly string[]): string {
  const more = skipped.length - MOST_SKIPPED;
  return `Skipped: ${skipped.slice(0, MOST_SKIPPED).join('; ')}${more > 0 ? `; and ${more} more` : ''}.`;
}
