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
import {
  type AssessedRun,
  assessInterruptedRuns,
  findInterruptedRuns,
  type InterruptedRuns,
  openFirst,
} from './interrupted-runs.ts';
import type { Project } from './project.ts';
import type { Runtime } from './runtime.ts';

/** Called after each pipe that was read. */
export type OnProgress = (progress: ReadProgress) => void;

/** Reads pipes of the project, each once, over a client that cannot write. */
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

/**
 * Reads every pipe once, in the order given. A pipe that cannot be read is a result, not an exception. Aborting the signal
 * cancels the reads in flight, and the pipes not read by then are read as canceled.
 */
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

/** What was read, and what the interrupted runs came to by it. */
interface Readings {
  readonly reads: readonly PipeRead[];
  readonly interrupted: readonly AssessedRun[];
  /** About these runs; of `exceptRun` nothing. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the pipes that `choose` selects for the interrupted runs, and assesses these runs by what was read. */
export async function readAfterRuns(
  project: Project,
  choose: (runs: InterruptedRuns) => readonly DesiredPipe[],
  onProgress: OnProgress,
  exceptRun: string | null = null,
): Promise<Readings> {
  const runs = await findInterruptedRuns(project.folder, project.fleet);
  const reads = await readPipes(project, choose(runs), onProgress);
  const interrupted = assessInterruptedRuns(runs, project.fleet, reads);
  const others = interrupted.filter(({ runId }) => runId !== exceptRun).map(({ diagnostic }) => diagnostic);
  return { reads, interrupted, diagnostics: [...runs.diagnostics, ...others] };
}

/**
 * Reads the selected pipes once, then plans them: what `plan` shows and a fresh `apply` carries out. `interrupted`: what
 * interrupted runs came to by the same reads.
 */
export async function planProject(
  project: Project,
  onProgress: OnProgress,
): Promise<{ readonly plan: Plan; readonly interrupted: readonly AssessedRun[] }> {
  const { fleet, base, selection, allowances, earlier, runtime } = project;
  const [{ reads, interrupted, diagnostics }, { findings: checks, histories: recommendations }] = await Promise.all([
    readAfterRuns(project, (runs) => openFirst(project.pipes, runs), onProgress),
    readHealthInputs(project),
  ]);
  const options = { ...frameOf(runtime), allowances, base, selection, recommendations, checks };
  const plan = planFleet(fleet, reads, options);
  return { plan: { ...plan, diagnostics: [...earlier, ...diagnostics, ...plan.diagnostics] }, interrupted };
}

/** Reads the selected pipes once and returns whether they are as declared: what `drift` reports. */
export async function detectDrift(project: Project, onProgress: OnProgress): Promise<Drift> {
  const { fleet, pipes, base, selection, earlier, runtime } = project;
  const [reads, { findings: checks }] = await Promise.all([
    readPipes(project, pipes, onProgress),
    readHealthInputs(project),
  ]);
  const drift = findDrift(fleet, reads, { ...frameOf(runtime), base, selection, checks });
  return { ...drift, diagnostics: [...earlier, ...drift.diagnostics] };
}

/** Who makes a document, and when. */
export function frameOf({ clock }: Pick<Runtime, 'clock'>) {
  return { now: new Date(clock.now()), tool: readToolVersion() };
}
