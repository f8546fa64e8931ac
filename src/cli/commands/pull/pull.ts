import type { Context } from '../../options/context.ts';
import { exitCode } from '../../output/exit-code.ts';
import { type OwnOptions, type PullOptions, readPullAsk } from './options.ts';

/**
 * Brings live values into the configuration: new pipes by their ids, or, without ids, the differences of those that are in
 * it. What it is given of the service can only read.
 */
export async function runPull(
  options: PullOptions,
  own: OwnOptions,
  ids: readonly string[],
  context: Context,
): Promise<number> {
  const ask = readPullAsk(options, own, ids);
  if (ask.of === 'new') {
    const { pullNew } = await import('./new-pipes.ts');
    return exitCode(await pullNew(ask, options, context));
  }
  const { pullRefresh } = await import('./refresh.ts');
  return exitCode(await pullRefresh(ask, options, context));
}
