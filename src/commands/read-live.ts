import { hashConfiguration } from '../plan/scope.ts';
import { describeShardCost } from '../render/shard-cost.ts';
import type { Context } from './context.ts';
import type { GlobalOptions } from './global-options.ts';
import type { OpenedFleet } from './open-fleet.ts';
import { openReadView } from './open-view.ts';
import { type OpenJudge, readFleet } from './read-fleet.ts';

/**
 * Reads the selected pipes with a progress view, and judges each meanwhile; what a shard costs is told before. The
 * connection is given the reader only, and stays open, unless this throws, which is a mistake of ours.
 */
export async function readLive<T>(
  opened: OpenedFleet,
  openJudge: OpenJudge<T>,
  options: GlobalOptions,
  context: Context,
): Promise<readonly T[]> {
  const { connection, fleet, pipes } = opened;
  if (options.shard !== null && options.format === 'text' && options.logLevel !== 'quiet') {
    const cost = {
      shard: options.shard,
      pipes: pipes.length,
      fleet: fleet.pipes.length,
      rateLimit: fleet.api.rateLimit,
    };
    context.stderr.write(`${describeShardCost(cost)}\n`);
  }
  const { createPipeReader } = await import('../api/index.ts');
  connection.expect(pipes.length);
  const view = await openReadView(pipes.length, options, context);
  try {
    return await readFleet(pipes, createPipeReader(connection), {
      openJudge: async () => {
        // Each document names its configuration by it.
        hashConfiguration(fleet);
        return openJudge();
      },
      clock: context.clock,
      parallelism: opened.parallelism,
      signal: context.interrupts.stop,
      onProgress: (progress) => view.progress(progress),
    });
  } catch (error) {
    connection.close();
    throw error;
  } finally {
    await view.stop();
  }
}
