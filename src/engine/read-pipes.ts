import pMap from 'p-map';
import type { PipeReader } from '../model/client.ts';
import type { Clock } from '../model/clock.ts';
import type { ReadProgress } from '../model/event.ts';
import type { DesiredPipe } from '../model/fleet.ts';
import type { PipeRead } from '../plan/plan-fleet.ts';
import type { Project } from './project.ts';
import type { Runtime } from './runtime.ts';

/** Called after each pipe that was read. */
export type OnProgress = (progress: ReadProgress) => void;

/** Reads pipes of the project, each once, over a client that cannot write. */
export async function readPipes(
  { connection, parallelism }: Pick<Project, 'connection' | 'parallelism'>,
  pipes: readonly DesiredPipe[],
  onProgress: OnProgress,
  { clock, interrupts }: Runtime,
): Promise<readonly PipeRead[]> {
  if (pipes.length === 0) return [];
  const { createPipeReader } = await import('../api/index.ts');
  connection.expect(pipes.length);
  const reader = createPipeReader(connection);
  return readEach(pipes, reader, { parallelism, onProgress, clock, signal: interrupts.stop });
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
  const { parallelism, onProgress, clock, signal } = options;
  let done = 0;
  let failed = 0;
  return pMap(
    pipes,
    async (desired): Promise<PipeRead> => {
      const read = await reader.readPipe({ serviceId: desired.serviceId, id: desired.id }, signal);
      if (read.ok || read.failure.kind !== 'cancelled') {
        done += 1;
        if (!read.ok) failed += 1;
        onProgress({ done, total: pipes.length, failed });
      }
      return { desired, read, readAtMs: clock.now() };
    },
    { concurrency: parallelism },
  );
}
