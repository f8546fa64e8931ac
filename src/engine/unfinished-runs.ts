import { showsWritten } from '../apply/rollback/reverse-changes.ts';
import { listTails, type ProjectFolder } from '../journal/project-folder.ts';
import { describeFinding, describeUnfinished, type JournaledRun, type OpenOutcome } from '../journal/rebuild-run.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import type { SettledEntry } from '../model/journal.ts';
import { equalValues } from '../model/json/json.ts';
import type { LivePipe } from '../model/live-pipe.ts';
import { addressOf } from '../model/pipe-address.ts';
import { listWritten, type Run, type RunPipe } from '../model/run.ts';
import { showField } from '../plan/diff/snapshot.ts';
import type { PipeRead } from '../plan/plan-fleet.ts';
import { comparePlace } from '../plan/policy/scope.ts';
import { type LockHolder, readLock } from '../platform/lock-file.ts';
import { describeHolder } from './project-lock.ts';
import { readRun, unreadableProblem } from './runs.ts';

export interface UnfinishedRuns {
  /** Unfinished runs of this fleet that are not settled, oldest first. */
  readonly runs: readonly JournaledRun[];
  /** They are about a run in progress, and about journals that cannot be read. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Never throws: a journal that cannot be read is a warning, since the live pipes are the truth. */
export async function findUnfinishedRuns(folder: ProjectFolder, fleet: Fleet): Promise<UnfinishedRuns> {
  try {
    const tails = await listTails(folder);
    const open = tails.filter(({ ends }) => ends === 'open').map(({ id }) => id);
    // Read after the list: a run that started since is not on the list, and one that ended since does not hold the lock.
    const working = open.length === 0 ? null : await readLock(folder.lock);
    const diagnostics = working !== null && open.includes(working.purpose) ? [runningProblem(working)] : [];
    const runs: JournaledRun[] = [];
    for (const id of open.filter((one) => one !== working?.purpose).reverse()) {
      const read = await readRun(folder, id);
      if (!read.ok) {
        diagnostics.push({ ...read.diagnostic, severity: 'warning' });
        continue;
      }
      const { status, isSettled, run } = read.journaled;
      const isOfFleet = comparePlace(run, fleet, 'run').length === 0;
      if (status === 'unfinished' && !isSettled && isOfFleet) runs.push(read.journaled);
    }
    return { runs, diagnostics };
  } catch (error) {
    return { runs: [], diagnostics: [unreadableProblem(folder.runs, error, 'warning')] };
  }
}

function runningProblem(holder: LockHolder): Diagnostic {
  const summary = 'Another apply or rollback of this project is running: live pipes may change while they are read.';
  const hint = 'Plan again when the other run ends.';
  return diagnose('warning', { code: 'apply-locked', summary, detail: describeHolder(holder), hint });
}

/** Moves pipes that a run left open to the front. */
export function openFirst(pipes: readonly DesiredPipe[], runs: UnfinishedRuns): readonly DesiredPipe[] {
  return [...new Set([...listOpen(pipes, runs), ...pipes])];
}

/** The pipes that a run left open. */
export function listOpen(pipes: readonly DesiredPipe[], { runs }: UnfinishedRuns): readonly DesiredPipe[] {
  if (runs.length === 0) return [];
  const open = new Set(runs.flatMap((run) => openPipes(run).map(addressOf)));
  return pipes.filter((pipe) => open.has(addressOf(pipe)));
}

function openPipes({ run, open }: JournaledRun): readonly RunPipe[] {
  return run.pipes.filter(({ name }) => open.includes(name));
}

/** The live pipe; `unread`: it could not be read, or was not read. */
export type OpenPipe = LivePipe | 'unread' | 'not-configured';

export interface AssessedRun {
  readonly runId: string;
  readonly diagnostic: Diagnostic;
  /** One per open pipe. */
  readonly findings: readonly (Pick<RunPipe, 'name' | 'serviceId' | 'id'> & { readonly found: OpenOutcome })[];
}

/** Compares what each run left open with the current reads. `isApply`: whether the work that follows writes the configured values. */
export function assessUnfinishedRuns(
  { runs }: UnfinishedRuns,
  fleet: Fleet,
  reads: readonly PipeRead[],
  isApply = false,
): readonly AssessedRun[] {
  if (runs.length === 0) return [];
  const live = new Map<string, LivePipe>();
  for (const { desired, read } of reads) if (read.ok) live.set(addressOf(desired), read.pipe);
  const configured = new Set(fleet.pipes.map(addressOf));
  const findLive = (pipe: RunPipe): OpenPipe =>
    live.get(addressOf(pipe)) ?? (configured.has(addressOf(pipe)) ? 'unread' : 'not-configured');
  return runs.map((run) => assessInterruptedRun(run, findLive, isApply));
}

export function assessInterruptedRun(
  journaled: JournaledRun,
  findLive: (pipe: RunPipe) => OpenPipe,
  isApply = false,
): AssessedRun {
  const { run, phase } = journaled;
  const findings = openPipes(journaled).map((pipe) => {
    const { name, serviceId, id } = pipe;
    return { name, serviceId, id, found: assessPipe(pipe, findLive(pipe)) };
  });
  const { applied, skipped, failed, 'rolled-back': rolledBack } = run.summary;
  const counts = [
    `${applied} updated and confirmed`,
    ...(rolledBack > 0 ? [`${rolledBack} rolled back`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    `${findings.length} open`,
    `${skipped} not attempted`,
  ];
  const isRead = findings.every(({ found }) => found !== 'unread' && found !== 'not-configured');
  const { summary, hint } = describeUnfinished(run, phase, isApply && isRead ? 'continued' : 'rerun');
  const toForget =
    ' This is reported until every open pipe is read. Add the pipe to the configuration again, ' +
    `or run \`pipeform runs forget ${run.id}\` if it no longer matters.`;
  const isMissing = findings.some(({ found }) => found === 'not-configured');
  const lines = [`Pipes: ${counts.join(', ')}.`, ...findings.map(({ name, found }) => describeFinding(name, found))];
  const words = { code: 'unfinished-run', summary, detail: lines.join('\n') } as const;
  const diagnostic = diagnose('warning', { ...words, hint: isMissing ? hint + toForget : hint });
  return { runId: run.id, findings, diagnostic };
}

function assessPipe(pipe: RunPipe, live: OpenPipe): OpenOutcome {
  if (typeof live === 'string') return live;
  // Right after a write, 0 and null mean "not yet" (field notes).
  if (!showsWritten(pipe, live)) return 'hidden';
  const shown = listWritten(pipe).map(({ path, before, after }) => {
    const value = showField(live, path);
    if (equalValues(value, after)) return 'written';
    return equalValues(value, before) ? 'not-written' : 'other';
  });
  if (shown.includes('other')) return 'other';
  if (!shown.includes('not-written')) return 'written';
  return shown.includes('written') ? 'partly-written' : 'not-written';
}

/**
 * What a later run knows of each open pipe at its end, from its first reads and its confirmed updates. null when an open pipe is
 * still unknown: then the unfinished run is reported again.
 */
export function settleFindings({ findings }: AssessedRun, later: Run): SettledEntry['pipes'] | null {
  const updated = new Set(later.pipes.filter(({ status }) => status === 'applied').map(addressOf));
  const settled = findings.flatMap(({ found, ...pipe }) => {
    if (found !== 'unread' && found !== 'hidden' && found !== 'not-configured') return [{ pipe: pipe.name, found }];
    return updated.has(addressOf(pipe)) ? [{ pipe: pipe.name, found: 'updated' as const }] : [];
  });
  return settled.length === findings.length ? settled : null;
}
