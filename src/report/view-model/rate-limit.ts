import type { RateLimitWait } from '../../model/client.ts';
import type { ApiAddress } from '../../model/fleet.ts';
import { count, formatNumber } from '../../model/number.ts';
import type { RunEvent } from '../../model/run.ts';
import type { Shard } from '../../model/shard.ts';
import { safeText } from '../../model/text.ts';
import { formatRate, formatTook } from './format.ts';

/** The limit that has been observed for one API key (field notes, "Rate limit"). */
const SEEN_LIMIT = { requests: 10, perMilliseconds: 10_000 };

/** The cost of reading a shard, one GET per pipe. `fleet`: pipes in the configuration. */
interface ShardCost {
  readonly shard: Shard;
  readonly pipes: number;
  readonly fleet: number;
  readonly rateLimit: ApiAddress['rateLimit'];
}

/** `Shard 2 of 4: 250 of 1,000 pipes, 250 reads. At 10 requests per 10s about 4m10s; …`. Assumes `SEEN_LIMIT` if none is set. */
export function describeShardCost({ shard, pipes, fleet, rateLimit }: ShardCost): string {
  const { requests, perMilliseconds } = rateLimit ?? SEEN_LIMIT;
  const part = `Shard ${shard.index} of ${shard.total}: ${formatNumber(pipes)} of ${count(fleet, 'pipe')}, ${count(pipes, 'read')}.`;
  const formatReads = (reads: number): string => formatTook((reads / requests) * perMilliseconds);
  const limit = `${count(requests, 'request')} per ${formatTook(perMilliseconds)}`;
  const at = rateLimit === null ? `If the service allows ${limit}, about` : `At ${limit} about`;
  return `${part} ${at} ${formatReads(pipes)}; the limit is shared by all shards of one API key, about ${formatReads(fleet)} for all.`;
}

/** `rate limit about 1/s (learned), waiting 7 s, until 10:42:07 UTC`; without a wait, the limit alone. */
export function describeRateLimit({ source, perSecond, waitMs, until }: RateLimitWait): string {
  const limit =
    perSecond === null ? 'the service limits requests' : `rate limit about ${formatRate(perSecond)} (${source})`;
  if (waitMs <= 0) return limit;
  return `${limit}, waiting ${Math.ceil(waitMs / 1_000)} s${until === undefined ? '' : formatEnd(until)}`;
}

/** `orders: waiting 8 s, until 10:42:07 UTC, to send again: CONFLICT: an update is in progress (409)` */
export function describePipeWait(wait: Omit<Extract<RunEvent, { type: 'pipe_wait' }>, 'type' | 'at'>): string {
  const { pipe, status, reason, waitMs, until } = wait;
  const words = reason === '' ? `${status}` : `${reason} (${status})`;
  return safeText(`${pipe}: waiting ${Math.ceil(waitMs / 1_000)} s${formatEnd(until)}, to send again: ${words}`);
}

function formatEnd(until: string): string {
  return `, until ${until.slice('2026-11-20T'.length, '2026-11-20T10:42:07'.length)} UTC`;
}

/** A run that waited this long could have waited less. */
export function describeLongWait(waitedMs: number): string {
  return `The rate limit held requests back for ${formatTook(waitedMs)}. If the deployment lists pipes, \`api.listing: true\` reads each service with one request.`;
}
