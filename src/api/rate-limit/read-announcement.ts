import { resetOf } from '../http/back-off.ts';
import { readAmount } from './read-amount.ts';
import { type AnswerHeaders, type Member, type Quota, readMembers, readQuota } from './read-quota.ts';
import type { RateLimit } from './turns.ts';

/** What the headers of an answer, any answer, tell about rate limits. */
export interface Announcement {
  /** Limits that are told with their window. */
  readonly policies: readonly RateLimit[];
  /** The quota of which least is left. */
  readonly quota: Quota | null;
}

/**
 * Reads the fields of the drafts of the IETF (`RateLimit` with `RateLimit-Policy`, and the older `RateLimit-Limit`,
 * `-Remaining` and `-Reset`) and the customary ones of the same names after `X-`. null when nothing is told.
 */
export function readAnnouncement(headers: AnswerHeaders, now: number): Announcement | null {
  if (!NAMES.some((name) => headers[name] !== undefined)) return null;
  const lists = [headers['ratelimit-policy'], headers['ratelimit-limit'], headers['x-ratelimit-limit']];
  const policies = lists.flatMap(readMembers).flatMap(readPolicy);
  const quota =
    readQuota(headers) ?? readSplitQuota(headers, 'ratelimit', now) ?? readSplitQuota(headers, 'x-ratelimit', now);
  return policies.length === 0 && quota === null ? null : { policies, quota };
}

/** Where it may be told at all: most services tell nothing, and every answer is asked. */
const NAMES = [
  'ratelimit',
  'ratelimit-policy',
  ...['ratelimit', 'x-ratelimit'].flatMap((prefix) => [`${prefix}-limit`, `${prefix}-remaining`]),
];

/** `"default";q=100;w=60`, or `100;w=60` in the older drafts. */
function readPolicy({ value, parameters }: Member): readonly RateLimit[] {
  const requests = readAmount(parameters.get('q') ?? value);
  const seconds = readAmount(parameters.get('w'));
  if (requests === null || seconds === null || requests < 1 || seconds <= 0) return [];
  return [{ requests: Math.floor(requests), perMilliseconds: seconds * 1_000 }];
}

function readSplitQuota(headers: AnswerHeaders, prefix: 'ratelimit' | 'x-ratelimit', now: number): Quota | null {
  const remaining = readAmount(headers[`${prefix}-remaining`]);
  if (remaining === null) return null;
  const limit = readAmount(readMembers(headers[`${prefix}-limit`])[0]?.value);
  return { remaining, limit, resetMs: resetOf(headers[`${prefix}-reset`], headers, now)?.ms ?? null };
}
