import pMap from 'p-map';
import type { PipeReader } from '../model/client.ts';
import type { Clock } from '../model/clock.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { DesiredPipe } from '../model/fleet.ts';
import type { Plan } from '../model/plan.ts';
import type { Drift } from '../model/report.ts';
import type { ReadProgress } from '../model/run.ts';
import { readToolVersion } from '../model/version.ts';
import { findDrift } from '../plan/find-drift.ts';
import { type PipeRead, planFleet } from '../plan/plan-fleet.ts';
import { readHealthInputs } from './health-inputs.ts';
import type { Project } from './project.ts';
import type { Runtime } from './runtime.ts';
import {
  type AssessedRun,
  assessUnfinishedRuns,
  findUnfinishedRuns,
  openFirst,
  type UnfinishedRuns,
} from './unfinished-runs.ts';

export type OnProgress = (progress: ReadProgress) => void;

/** Reads each pipe once, with a read-only client. */
export async function readPipes(
  { connection, parallelism, runtime: { clock, interrupts } }: Project,
  pipes: readonly DesiredPipe[],
  onProgress: OnProgress,
): Promise<readonly PipeRead[]> {
  if (pipes.length === 0) return [];
  const { createPipeReader } = await import('../api/index.ts');
  connection.expect(pipes.length);
  const reader = createPipeReader(connection);
  let last: ReadProgress = { done: 0, total: pipes.length, failed: 0 };
  const progress = (next: ReadProgress): void => {
    last = next;
    onProgress(next);
  };
  connection.onRateLimit((rateLimit) => onProgress({ ...last, rateLimit }));
  try {
    return await readEach(pipes, reader, { parallelism, onProgress: progress, clock, signal: interrupts.stop });
  } finally {
    connection.onRateLimit(null);
  }
}

/** Reads each pipe once, in order. Failures are results. An abort cancels reads in flight; the rest counts as canceled. */
export async function readEach(
  pipes: readonly DesiredPipe[],
  reader: PipeReader,
  options: {
    readonly parallelism: number;
    readonly onProgress: OnProgress;
    readonly clock: Pick<Clock, 'now'>;
    readonly signal: AbortSignal;
  },
): Promise<readonly PipeRead[]> {
  const { parallelism: concurrency, onProgress, clock, signal } = options;
  let done = 0;
  let failed = 0;
  const readOne = async (desired: DesiredPipe): Promise<PipeRead> => {
    const read = await reader.readPipe({ serviceId: desired.serviceId, id: desired.id }, signal);
    if (read.ok || read.failure.kind !== 'cancelled') {
      done += 1;
      if (!read.ok) failed += 1;
      onProgress({ done, total: pipes.length, failed });
    }
    return { desired, read, readAtMs: clock.now() };
  };
  return pMap(pipes, readOne, { concurrency });
}

interface Readings {
  readonly reads: readonly PipeRead[];
  readonly unfinished: readonly AssessedRun[];
  /** About unfinished runs other than `exceptRun`. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Finds unfinished runs, reads the pipes that `choose` returns, and assesses the runs by these reads. */
export async function readAfterRuns(
  project: Project,
  choose: (runs: UnfinishedRuns) => readonly DesiredPipe[],
  onProgress: OnProgress,
  exceptRun: string | null = null,
): Promise<Readings> {
  const runs = await findUnfinishedRuns(project.folder, project.fleet);
  const reads = await readPipes(project, choose(runs), onProgress);
  const unfinished = assessUnfinishedRuns(runs, project.fleet, reads);
  const others = unfinished.filter(({ runId }) => runId !== exceptRun).map(({ diagnostic }) => diagnostic);
  return { reads, unfinished, diagnostics: [...runs.diagnostics, ...others] };
}

/** Reads the selected pipes once and plans them. `unfinished`: runs without an end, assessed by the same reads. */
export async function planProject(
  project: Project,
  onProgress: OnProgress,
): Promise<{ readonly plan: Plan; readonly unfinished: readonly AssessedRun[] }> {
  const { fleet, base, selection, allowances, earlier, runtime } = project;
  const [{ reads, unfinished, diagnostics }, { findings: checks, histories: recommendations }] = await Promise.all([
    readAfterRuns(project, (runs) => openFirst(project.pipes, runs), onProgress),
    readHealthInputs(project),
  ]);
  const options = { ...frameOf(runtime), allowances, base, selection, recommendations, checks };
  const plan = planFleet(fleet, reads, options);
  return { plan: { ...plan, diagnostics: [...earlier, ...diagnostics, ...plan.diagnostics] }, unfinished };
}

/** Reads the selected pipes once and compares them with the declared state. */
export async function detectDrift(project: Project, onProgress: OnProgress): Promise<Drift> {
  const { fleet, pipes, base, selection, earlier, runtime } = project;
  const [reads, { findings: checks }] = await Promise.all([
    readPipes(project, pipes, onProgress),
    readHealthInputs(project),
  ]);
  const drift = findDrift(fleet, reads, { ...frameOf(runtime), base, selection, checks });
  return { ...drift, diagnostics: [...earlier, ...drift.diagnostics] };
}

export function frameOf({ clock }: Pick<Runtime, 'clock'>) {
  return { now: new Date(clock.now()), tool: readToolVersion() };
}
