import pMap from 'p-map';
import type { PipeReader } from '../model/client.ts';
import type { ReadProgress } from '../model/event.ts';
import type { DesiredPipe } from '../model/fleet.ts';
import type { PipeRead } from '../plan/plan-fleet.ts';

export interface ReadFleetOptions {
  readonly parallelism: number;
  /** Aborts the reads that are under way; the pipes not read by then are read as cancelled. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ReadProgress) => void;
}

/** Reads every pipe once, in the order given. A pipe that cannot be read is a result, not an exception. */
export async function readFleet(
  pipes: readonly DesiredPipe[],
  reader: PipeReader,
  options: ReadFleetOptions,
): Promise<readonly PipeRead[]> {
  let done = 0;
  let failed = 0;
  return pMap(
    pipes,
    async (desired): Promise<PipeRead> => {
      const read = await reader.readPipe({ serviceId: desired.serviceId, id: desired.id }, options.signal);
      if (!read.ok && read.failure.kind === 'cancelled') return { desired, read };
      done += 1;
      if (!read.ok) failed += 1;
      options.onProgress({ done, total: pipes.length, failed });
      return { desired, read };
    },
    { concurrency: options.parallelism },
  );
}
