import type { OpenedProject } from '../../../engine/open-project.ts';
import type { OpenJudge } from '../../../engine/read-fleet.ts';
import { readProject } from '../../../engine/read-project.ts';
import { describeShardCost } from '../../../report/view-model/count.ts';
import type { Context } from '../../options/context.ts';
import type { GlobalOptions } from '../../options/global-options.ts';
import { openReadView } from '../../output/open-view.ts';

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
