/** A number of requests in any window of this length. */
export interface RateLimit {
  readonly requests: number;
  readonly perMilliseconds: number;
}

/** Response headers by lower-case name. */
export type ResponseHeaders = Readonly<Record<string, string | undefined>>;

export interface Quota {
  readonly remaining: number;
  /** Until the reset, in milliseconds from the response; null when not named. */
  readonly resetMs: number | null;
}

/** What response headers say about rate limits. */
export interface Announcement {
  /** Limits that come with their window. */
  readonly policies: readonly RateLimit[];
  /** The quota with the least remaining. */
  readonly quota: Quota | null;
}

/**
 * Reads the IETF drafts (`RateLimit`, `RateLimit-Policy`, and the older `RateLimit-Limit`, `-Remaining`, `-Reset`) and
 * the same names with `X-`. null when there are none.
 */
export function readAnnouncement(headers: ResponseHeaders, now: number): Announcement | null {
  // Fast path: most services send none, and every response is read.
  if (!Object.keys(headers).some((name) => name.includes('ratelimit'))) return null;
  const lists = [headers['ratelimit-policy'], headers['ratelimit-limit'], headers['x-ratelimit-limit']];
  const policies = lists.flatMap(readMembers).flatMap(readPolicy);
  const split = (['ratelimit', 'x-ratelimit'] as const).map((prefix) => readSplitQuota(headers, prefix, now));
  const quota = findSmallest([readQuota(headers), ...split]);
  return policies.length === 0 && quota === null ? null : { policies, quota };
}

/** A list member: its parameters by lower-case name, and its value under an empty name. */
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

/** From `RateLimit: "x";r=50;t=30, "y";r=7;t=3600`, or the older `RateLimit: limit=100, remaining=50, reset=30`. */
function readQuota({ ratelimit }: ResponseHeaders): Quota | null {
  const members = readMembers(ratelimit);
  const older: Member = new Map(members.flatMap((member) => [...member]));
  const quotas = [
    ...members.map((member) => quotaOf(member.get('r'), member.get('t'))),
    quotaOf(older.get('remaining'), older.get('reset')),
  ];
  return findSmallest(quotas);
}

/** With the least remaining, and of equal ones the one that resets last. */
function findSmallest(quotas: readonly (Quota | null)[]): Quota | null {
  const named = quotas.filter((quota) => quota !== null);
  return named.sort((a, b) => a.remaining - b.remaining || (b.resetMs ?? 0) - (a.resetMs ?? 0))[0] ?? null;
}

function quotaOf(left: string | undefined, reset: string | undefined): Quota | null {
  const remaining = readAmount(left);
  const seconds = readAmount(reset);
  return remaining === null ? null : { remaining, resetMs: seconds === null ? null : seconds * 1_000 };
}

function readSplitQuota(headers: ResponseHeaders, prefix: 'ratelimit' | 'x-ratelimit', now: number): Quota | null {
  const remaining = readAmount(headers[`${prefix}-remaining`]);
  return remaining === null ? null : { remaining, resetMs: resetOf(headers[`${prefix}-reset`], headers, now) };
}

/**
 * The wait that a 429 names, in milliseconds, or null: `Retry-After`, else a `Reset` field, else the `t` of
 * `RateLimit`.
 */
export function namedWait(headers: ResponseHeaders, now: number): number | null {
  const reset = headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'];
  const wait = retryAfter(headers, now) ?? resetOf(reset, headers, now) ?? readQuota(headers)?.resetMs ?? null;
  return wait === null ? null : boundWait(wait);
}

const EPOCH_SECONDS_SINCE_2001 = 1_000_000_000;
const EPOCH_MILLISECONDS_SINCE_2001 = 1_000 * EPOCH_SECONDS_SINCE_2001;

/** Milliseconds until a reset in seconds, epoch seconds or epoch milliseconds; else null. */
function resetOf(text: string | undefined, headers: ResponseHeaders, now: number): number | null {
  const reset = readAmount(text);
  if (reset === null) return null;
  if (reset < EPOCH_SECONDS_SINCE_2001) return boundWait(reset * 1_000);
  return until(reset < EPOCH_MILLISECONDS_SINCE_2001 ? reset * 1_000 : reset, headers, now);
}

/** `Retry-After` (seconds or an HTTP date) in milliseconds, or null. */
export function retryAfter(headers: ResponseHeaders, now: number): number | null {
  const text = headers['retry-after']?.trim();
  const seconds = readAmount(text);
  if (seconds !== null) return boundWait(seconds * 1_000);
  const date = readDate(text);
  return date === null ? null : until(date, headers, now);
}

/** Relative to the `Date` of the response, so that clock skew does not matter. */
function until(date: number, headers: ResponseHeaders, now: number): number {
  return boundWait(date - (readDate(headers.date) ?? now));
}

/** A week. An unlimited number would never pass. */
const MAX_NAMED_WAIT_MS = 604_800_000;

function boundWait(milliseconds: number): number {
  return Math.min(Math.max(0, milliseconds), MAX_NAMED_WAIT_MS);
}

/** An HTTP date in epoch milliseconds, or null. */
export function readDate(text: string | undefined): number | null {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : time;
}

/** A number that is not negative, or null. */
function readAmount(text: string | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : null;
}
