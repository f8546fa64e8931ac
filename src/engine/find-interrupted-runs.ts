import pMap from 'p-map';
import { listRuns, readTail } from '../journal/list-journals.ts';
import type { ProjectFolder } from '../journal/project-folder.ts';
import type { JournaledRun } from '../journal/rebuild-run.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { DIAGNOSTIC_CODES } from '../model/diagnostic-codes.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import type { LivePipe } from '../model/live-pipe.ts';
import type { RunPipe } from '../model/run.ts';
import { comparePlace } from '../plan/diff/compare-place.ts';
import { addressOf } from '../plan/pipe-address.ts';
import type { PipeRead } from '../plan/plan-fleet.ts';
import { readLock } from '../platform/lock-file.ts';
import { type AssessedRun, assessInterruptedRun, type OpenPipe } from './assess-interrupted-run.ts';
import { describeHolder } from './claim-project.ts';
import { describeUnreadable, readRunFile } from './find-run.ts';

/** What the journals say before any pipe is read. */
export interface InterruptedRuns {
  /** Runs on this fleet that were cut off and that no later run has settled, oldest first. */
  readonly runs: readonly JournaledRun[];
  /** A run that is at work now, and journals that cannot be read. */
  readonly diagnostics: readonly Diagnostic[];
}

export const NO_INTERRUPTED_RUNS: InterruptedRuns = { runs: [], diagnostics: [] };

const AT_ONCE = 8;

/** Looks for runs that were cut off. Never throws: what cannot be read is a diagnostic, since the live pipes are the truth. */
export async function findInterruptedRuns(folder: ProjectFolder, fleet: Fleet): Promise<InterruptedRuns> {
  try {
    const tails = await pMap(await listRuns(folder), async (id) => ({ id, ...(await readTail(folder, id)) }), {
      concurrency: AT_ONCE,
    });
    const open = tails.filter(({ ends }) => ends === 'open').map(({ id }) => id);
    // After the list: a run that began since is not on it, and one that has ended since is not at work.
    const holder = open.length === 0 ? 'free' : await readLock(folder.lock);
    const working = typeof holder === 'string' ? null : holder;
    const ids = open.filter((id) => id !== working?.purpose).reverse();
    const runs: JournaledRun[] = [];
    const diagnostics: Diagnostic[] =
      working !== null && open.includes(working.purpose) ? [atWork(describeHolder(working))] : [];
    for (const id of ids) {
      const read = await readRunFile(folder, id);
      if (!read.ok) diagnostics.push({ ...read.diagnostic, severity: 'warning' });
      else if (isOpen(read.journaled) && isOf(read.journaled, fleet)) runs.push(read.journaled);
    }
    return { runs, diagnostics };
  } catch (error) {
    return { runs: [], diagnostics: [describeUnreadable(folder.runs, error, 'warning')] };
  }
}

/** The pipes that a run left open come first, so that what became of them is known before anything else. */
export function openFirst(pipes: readonly DesiredPipe[], unfinished: InterruptedRuns): readonly DesiredPipe[] {
  const open = listOpen(pipes, unfinished);
  if (open.length === 0) return pipes;
  const first = new Set(open);
  return [...open, ...pipes.filter((pipe) => !first.has(pipe))];
}

/** Those of the pipes that a run left open. */
export function listOpen(pipes: readonly DesiredPipe[], { runs }: InterruptedRuns): readonly DesiredPipe[] {
  if (runs.length === 0) return [];
  const open = new Set(
    runs.flatMap(({ run, open: names }) => run.pipes.filter(({ name }) => names.includes(name)).map(addressOf)),
  );
  return pipes.filter((pipe) => open.has(addressOf(pipe)));
}

/** Says of each run what became of what it left open. */
export function assessInterruptedRuns(
  { runs }: InterruptedRuns,
  fleet: Fleet,
  reads: readonly PipeRead[],
): readonly AssessedRun[] {
  if (runs.length === 0) return [];
  const live = new Map<string, LivePipe>();
  for (const { desired, read } of reads) if (read.ok) live.set(addressOf(desired), read.pipe);
  const configured = new Set(fleet.pipes.map(addressOf));
  const look = (pipe: RunPipe): OpenPipe =>
    live.get(addressOf(pipe)) ?? (configured.has(addressOf(pipe)) ? 'unread' : 'not-configured');
  return runs.map((run) => assessInterruptedRun(run, look));
}

function isOpen({ status, isSettled }: JournaledRun): boolean {
  return status === 'unfinished' && !isSettled;
}

/** A run of another environment says nothing of this one's pipes. */
function isOf({ run }: JournaledRun, fleet: Fleet): boolean {
  return comparePlace(run, fleet, 'run').length === 0;
}

function atWork(holder: string): Diagnostic {
  return diagnose('warning', {
    code: 'apply-running',
    summary: 'Another apply or rollback of this project is at work: the live pipes may move while they are read.',
    detail: holder,
    hint: DIAGNOSTIC_CODES['apply-running'].cure,
  });
}
