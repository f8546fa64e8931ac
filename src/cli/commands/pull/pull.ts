import { isUuid } from '../../../model/pipe-address.ts';
import { checkPlanOptions, type PullOptions } from '../../options/command-options.ts';
import type { Invocation } from '../../options/command-spec.ts';
import { UsageError } from '../../options/value-types.ts';

/** Writes live values into the configuration: new pipes by their ids or, without ids, differences. Throws UsageError. */
export async function runPull(invocation: Invocation<PullOptions>): Promise<number> {
  const { own, words, options } = invocation;
  checkPlanOptions(own);
  if (words.length === 0) {
    refuse(
      { '--service': own.service !== null, '--into': own.into !== null, '--presets': own.presets },
      'is for new pipes, and no id is given.',
      'Name the ids of the live pipes, or leave the option out.',
    );
    return (await import('./refresh.ts')).refreshPipes(invocation);
  }
  refuse(
    {
      '--accept': own.accept !== null,
      '--base': own.base !== null,
      '--target': options.target.length > 0,
      '--exclude': options.exclude.length > 0,
      '--shard': options.shard !== null,
    },
    'is for pipes that are in the configuration, and cannot be used with ids.',
    'Leave it out, or leave out the ids.',
  );
  const ids = [...new Set(words.map((id) => id.toLowerCase()))];
  const wrong = ids.find((id) => !isUuid(id));
  if (wrong !== undefined) {
    throw new UsageError(
      `${JSON.stringify(wrong)} is not the id of a pipe.`,
      'Ids are UUIDs, such as 0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001.',
    );
  }
  return (await import('./new-pipes.ts')).pullNewPipes(ids, invocation);
}

function refuse(given: Readonly<Record<string, boolean>>, why: string, hint: string): void {
  const found = Object.keys(given).find((option) => given[option]);
  if (found !== undefined) throw new UsageError(`${found} ${why}`, hint);
}
