import pMap from 'p-map';
import type { PipeReader } from '../model/client.ts';
import type { Clock } from '../model/clock.ts';
import type { ReadProgress } from '../model/event.ts';
import type { DesiredPipe } from '../model/fleet.ts';
import type { PipeRead } from '../plan/plan-fleet.ts';
import { judgeInSpareTime } from './judge-in-spare-time.ts';

/** What is made of a pipe that was read, and of when that was, in epoch milliseconds. */
export type Judge<T> = (read: PipeRead, readAtMs: number) => T;

/** Called once, in spare time too. */
export type OpenJudge<T> = () => Promise<Judge<T>>;

export const justRead: OpenJudge<PipeRead> = async () => (read) => read;

export interface ReadFleetOptions<T> {
  /** Gives who judges each read while others are on their way; those that come before wait for it. */
  readonly openJudge: OpenJudge<T>;
  readonly clock: Pick<Clock, 'now'>;
  readonly parallelism: number;
  /** Aborts the reads that are under way; the pipes not read by then are read as cancelled. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ReadProgress) => void;
}

interface PipeReadAt {
  readonly pipe: PipeRead;
  readonly atMs: number;
}

/**
 * Reads every pipe once, and gives what is made of each, in the order given. A pipe that cannot be read is a result, not an
 * exception; rejects only when there is no judge, or it throws.
 */
export async function readFleet<T>(
  pipes: readonly DesiredPipe[],
  reader: PipeReader,
  { openJudge, clock, parallelism, signal, onProgress }: ReadFleetOptions<T>,
): Promise<readonly T[]> {
  const judging = judgeInSpareTime<PipeReadAt, T>(async () => {
    const judge = await openJudge();
    return ({ pipe, atMs }) => judge(pipe, atMs);
  });
  let done = 0;
  let failed = 0;
  await pMap(
    pipes,
    async (desired, index) => {
      const read = await reader.readPipe({ serviceId: desired.serviceId, id: desired.id }, signal);
      judging.take(index, { pipe: { desired, read }, atMs: clock.now() });
      if (!read.ok && read.failure.kind === 'cancelled') return;
      done += 1;
      if (!read.ok) failed += 1;
      onProgress({ done, total: pipes.length, failed });
    },
    { concurrency: parallelism },
  );
  return judging.finish();
}
