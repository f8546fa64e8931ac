import type { ApiAddress } from '../model/fleet.ts';
import type { Shard } from '../model/plan.ts';
import { count } from './count.ts';
import { formatTook } from './took.ts';

/**
 * What reading a shard costs, one GET a pipe: `Shard 2 of 4: 250 of 1,000 pipes, 250 reads. At 10 requests per 10s about
 * 4m 10s; the limit is shared by all shards of one API key, about 16m 40s for all.`
 */
export function describeShardCost(cost: {
  readonly shard: Shard;
  readonly pipes: number;
  /** Pipes in the configuration. */
  readonly fleet: number;
  readonly rateLimit: ApiAddress['rateLimit'];
}): string {
  const { shard, pipes, fleet, rateLimit } = cost;
  const part = `Shard ${shard.index} of ${shard.total}: ${pipes.toLocaleString('en-US')} of ${count(fleet, 'pipe')}, ${count(pipes, 'read')}.`;
  if (rateLimit === null) return `${part} The rate limit of the service is shared by all shards of one API key.`;
  const { requests, perMilliseconds } = rateLimit;
  const takes = (reads: number): string => formatTook((reads / requests) * perMilliseconds);
  const limit = `${count(requests, 'request')} per ${formatTook(perMilliseconds)}`;
  return `${part} At ${limit} about ${takes(pipes)}; the limit is shared by all shards of one API key, about ${takes(fleet)} for all.`;
}
