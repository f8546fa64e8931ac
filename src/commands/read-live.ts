import { describeShardCost } from '../render/shard-cost.ts';
import type { Context } from './context.ts';
import type { GlobalOptions } from './global-options.ts';
import type { OpenedProject } from './open-project.ts';
import { openReadView } from './open-view.ts';
import type { OpenJudge } from './read-fleet.ts';
import { readProject } from './read-project.ts';

/** Reads the selected pipes with a progress view, and judges each meanwhile; what a shard costs is told before. */
export async function readLive<T>(
  opened: OpenedProject,
  openJudge: OpenJudge<T>,
  options: GlobalOptions,
  context: Context,
): Promise<readonly T[]> {
  const { fleet, pipes } = opened;
  if (options.shard !== null && options.format === 'text' && options.logLevel !== 'quiet') {
    const cost = {
      shard: options.shard,
      pipes: pipes.length,
      fleet: fleet.pipes.length,
      rateLimit: fleet.api.rateLimit,
    };
    context.stderr.write(`${describeShardCost(cost)}\n`);
  }
  const view = await openReadView(pipes.length, options, context);
  try {
    return await readProject(opened, openJudge, (progress) => view.progress(progress), context);
  } finally {
    await view.stop();
  }
}
