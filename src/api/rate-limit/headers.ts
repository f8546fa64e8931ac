import type { RateLimit } from './sliding-log.ts';

/** Response headers by lower-case name. */
export type ResponseHeaders = Readonly<Record<string, string | undefined>>;

/** How much of a quota is left, by an answer. */
export interface Quota {
  readonly remaining: number;
  /** Until there is more of it, in milliseconds from the answer on; null where it is not told. */
  readonly resetMs: number | null;
}

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
export function readAnnouncement(headers: ResponseHeaders, now: number): Announcement | null {
  // Most services tell nothing, and every answer is asked.
  if (!Object.keys(headers).some((name) => name.includes('ratelimit'))) return null;
  const lists = [headers['ratelimit-policy'], headers['ratelimit-limit'], headers['x-ratelimit-limit']];
  const policies = lists.flatMap(readMembers).flatMap(readPolicy);
  const quota =
    readQuota(headers) ?? readSplitQuota(headers, 'ratelimit', now) ?? readSplitQuota(headers, 'x-ratelimit', now);
  return policies.length === 0 && quota === null ? null : { policies, quota };
}

/** A member of a list in a header: its parameters by lower-case name, and its value by an empty one. */
type Member = ReadonlyMap<string, string>;

/** The members of a list such as `100, 100;w=60;comment="a"`. */
function readMembers(text: string | undefined): readonly Member[] {
  return (text ?? '').split(',').map((member) => new Map(member.split(';').map(readPair)));
}

function readPair(part: string): readonly [string, string] {
  const [name = '', value] = part.split('=').map((side) => side.trim());
  return value === undefined ? ['', name] : [name.toLowerCase(), value];
}

/** `"default";q=100;w=60`, or `100;w=60` in the older drafts. */
function readPolicy(member: Member): readonly RateLimit[] {
  const requests = readAmount(member.get('q') ?? member.get(''));
  const seconds = readAmount(member.get('w'));
  if (requests === null || seconds === null || requests < 1 || seconds <= 0) return [];
  return [{ requests: Math.floor(requests), perMilliseconds: seconds * 1_000 }];
}

/** Of `RateLimit: "x";r=50;t=30, "y";r=7;t=3600`, and before that `RateLimit: limit=100, remaining=50, reset=30`. */
function readQuota({ ratelimit }: ResponseHeaders): Quota | null {
  const members = readMembers(ratelimit);
  const older: Member = new Map(members.flatMap((member) => [...member]));
  const quotas = [
    ...members.map((member) => quotaOf(member.get('r'), member.get('t'))),
    quotaOf(older.get('remaining'), older.get('reset')),
  ].filter((quota) => quota !== null);
  return quotas.sort((a, b) => a.remaining - b.remaining || (b.resetMs ?? 0) - (a.resetMs ?? 0))[0] ?? null;
}

function quotaOf(left: string | undefined, reset: string | undefined): Quota | null {
  const [remaining, seconds] = [readAmount(left), readAmount(reset)];
  return remaining === null ? null : { remaining, resetMs: seconds === null ? null : seconds * 1_000 };
}

function readSplitQuota(headers: ResponseHeaders, prefix: 'ratelimit' | 'x-ratelimit', now: number): Quota | null {
  const remaining = readAmount(headers[`${prefix}-remaining`]);
  return remaining === null ? null : { remaining, resetMs: resetOf(headers[`${prefix}-reset`], headers, now) };
}

/**
 * The wait that a 429 asks for, in milliseconds, or null: `Retry-After`, else `X-RateLimit-Reset` or `RateLimit-Reset` (seconds;
 * numbers that can only be a date are taken as one), else the `t` of `RateLimit`.
 */
export function namedWait(headers: ResponseHeaders, now: number): number | null {
  const reset = headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'];
  const wait = retryAfter(headers, now) ?? resetOf(reset, headers, now) ?? readQuota(headers)?.resetMs ?? null;
  return wait === null ? null : boundWait(wait);
}

const EPOCH_SECONDS_SINCE_2001 = 1_000_000_000;
const EPOCH_MILLISECONDS_SINCE_2001 = 1_000 * EPOCH_SECONDS_SINCE_2001;

/** Milliseconds until a moment of a reset: seconds, or a date in epoch seconds or milliseconds; null when it is none. */
function resetOf(text: string | undefined, headers: ResponseHeaders, now: number): number | null {
  const reset = readAmount(text);
  if (reset === null) return null;
  if (reset < EPOCH_SECONDS_SINCE_2001) return boundWait(reset * 1_000);
  return until(reset < EPOCH_MILLISECONDS_SINCE_2001 ? reset * 1_000 : reset, headers, now);
}

/** The wait of `Retry-After`, seconds or an HTTP date, in milliseconds; null when there is none. */
export function retryAfter(headers: ResponseHeaders, now: number): number | null {
  const text = headers['retry-after']?.trim();
  const seconds = readAmount(text);
  if (seconds !== null) return boundWait(seconds * 1_000);
  const date = readDate(text);
  return date === null ? null : until(date, headers, now);
}

/** Compared with the answer's own `Date`, so that the two clocks need not agree. */
function until(date: number, headers: ResponseHeaders, now: number): number {
  return boundWait(date - (readDate(headers.date) ?? now));
}

/** A week; a longer wait says no more, and a number without bounds would never pass. */
const LONGEST_NAMED_WAIT_MS = 604_800_000;

function boundWait(milliseconds: number): number {
  return Math.min(Math.max(0, milliseconds), LONGEST_NAMED_WAIT_MS);
}

/** An HTTP date in epoch milliseconds; null when it is none. */
export function readDate(text: string | undefined): number | null {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : time;
}

/** A number of a header that is not negative, such as seconds; null when the text is none. */
function readAmount(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : null;
}
