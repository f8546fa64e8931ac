import type { Context } from '../../options/context.ts';
import { exitCode } from '../../output/exit-code.ts';
import { type OwnOptions, type PullOptions, readPullRequest } from './options.ts';

/** Brings live values into the configuration: new pipes by their ids or, without ids, the differences of its pipes. Read-only at the service. */
export async function runPull(
  options: PullOptions,
  own: OwnOptions,
  ids: readonly string[],
  context: Context,
): Promise<number> {
  const request = readPullRequest(options, own, ids);
  if (request.of === 'new') {
    const { pullNewPipes } = await import('./new-pipes.ts');
    return exitCode(await pullNewPipes(request, options, context));
  }
  const { refreshPipes } = await import('./refresh.ts');
  return exitCode(await refreshPipes(request, options, context));
}
