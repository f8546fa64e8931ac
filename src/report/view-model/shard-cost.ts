import type { ApiAddress } from '../../model/fleet.ts';
import { formatNumber } from '../../model/number.ts';
import type { Shard } from '../../model/plan.ts';
import { count } from './count.ts';
import { formatTook } from './took.ts';

/** What services of this kind have been seen to allow one API key (field notes, "Rate limit"). */
const SEEN_LIMIT = { requests: 10, perMilliseconds: 10_000 };

/**
 * What reading a shard costs, one GET a pipe: `Shard 2 of 4: 250 of 1,000 pipes, 250 reads. At 10 requests per 10s about
 * 4m10s; the limit is shared by all shards of one API key, about 16m40s for all.` Where no limit is configured, it is
 * reckoned with one that has been seen, and says so.
 */
export function describeShardCost(cost: {
  readonly shard: Shard;
  readonly pipes: number;
  /** Pipes in the configuration. */
  readonly fleet: number;
  readonly rateLimit: ApiAddress['rateLimit'];
}): string {
  const { shard, pipes, fleet, rateLimit } = cost;
  const { requests, perMilliseconds } = rateLimit ?? SEEN_LIMIT;
  const part = `Shard ${shard.index} of ${shard.total}: ${formatNumber(pipes)} of ${count(fleet, 'pipe')}, ${count(pipes, 'read')}.`;
  const takes = (reads: number): string => formatTook((reads / requests) * perMilliseconds);
  const limit = `${count(requests, 'request')} per ${formatTook(perMilliseconds)}`;
  const at = rateLimit === null ? `If the service allows ${limit}, about` : `At ${limit} about`;
  return `${part} ${at} ${takes(pipes)}; the limit is shared by all shards of one API key, about ${takes(fleet)} for all.`;
}
