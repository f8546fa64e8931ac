import { MAX_SHARDS, type Shard } from '../../model/shard.ts';
import type { Context } from './context.ts';
import { type ReadValue, UsageError } from './value-types.ts';

const HOW = 'Write it like 2/4, or auto.';

/** The variables of CI engines that number the parts of a job. `from`: the number of the first part. */
const ENGINES: readonly { readonly index: string; readonly total: string; readonly from: 0 | 1 }[] = [
  { index: 'CI_NODE_INDEX', total: 'CI_NODE_TOTAL', from: 1 },
  { index: 'JOB_COMPLETION_INDEX', total: 'PIPEFORM_SHARD_TOTAL', from: 0 },
  { index: 'BUILDKITE_PARALLEL_JOB', total: 'BUILDKITE_PARALLEL_JOB_COUNT', from: 0 },
  { index: 'CIRCLE_NODE_INDEX', total: 'CIRCLE_NODE_TOTAL', from: 0 },
];

/** Parses `2/4`, `auto` (both numbers from the variables of the CI) or `auto/4` (the index from them). Throws UsageError. */
export const readShard: ReadValue<Shard> = (value, name, environment) => {
  const [, index = '', total] = /^(\d{1,9}|auto)(?:\/(\d{1,9}))?$/.exec(value) ?? [];
  if (index === '' || (index !== 'auto' && total === undefined)) {
    throw new UsageError(`${name} takes I/N or auto, not "${value}".`, HOW);
  }
  const found = index === 'auto' ? findPart(environment, name, total) : { index: Number(index), total: Number(total) };
  if (found.total < 1 || found.total > MAX_SHARDS || found.index < 1 || found.index > found.total) {
    const shown = index === 'auto' ? `${value} (${found.index}/${found.total})` : value;
    throw new UsageError(`${name} I/N needs I between 1 and N, and N at most ${MAX_SHARDS}; found "${shown}".`, HOW);
  }
  return found;
};

function findPart(environment: Context['environment'], name: string, total: string | undefined): Shard {
  for (const engine of ENGINES) {
    const index = environment[engine.index];
    const number = total ?? environment[engine.total];
    if (!/^\d{1,9}$/.test(index ?? '')) continue;
    if (!/^\d{1,9}$/.test(number ?? '')) {
      throw new UsageError(
        `${name} auto: ${engine.index} is set, but ${engine.total} is not.`,
        `Set ${engine.total}, or write auto/N.`,
      );
    }
    return { index: Number(index) + 1 - engine.from, total: Number(number) };
  }
  const known = ENGINES.map((engine) => engine.index).join(', ');
  throw new UsageError(`${name} auto: no variable has the number of this shard.`, `It reads ${known}. ${HOW}`);
}
