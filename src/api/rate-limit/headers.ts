import type { RateLimit } from './sliding-log.ts';

/** Response headers by lower-case name. */
export type ResponseHeaders = Readonly<Record<string, string | undefined>>;

/** How much of a quota is left, by an answer. */
export interface Quota {
  readonly remaining: number;
  /** Until there is more of it, in milliseconds from the answer on; null where it is not told. */
  readonly resetMs: number | null;
}

/** A member of a list in a header, with its parameters by lower-case name. */
interface Member {
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** The members of a list such as `100, 100;w=60;comment="a"`. */
function readMembers(text: string | undefined): readonly Member[] {
  return (text ?? '').split(',').flatMap((member) => {
    const [value = '', ...parameters] = member.split(';').map((part) => part.trim());
    return value === '' ? [] : [{ value, parameters: new Map(parameters.map(readPair)) }];
  });
}

/**
 * The quota of which least is left, by the drafts of the IETF: `RateLimit: "x";r=50;t=30, "y";r=7;t=3600`, and before that
 * `RateLimit: limit=100, remaining=50, reset=30`. null when none is told.
 */
function readQuota({ ratelimit }: ResponseHeaders): Quota | null {
  const members = readMembers(ratelimit);
  const older = new Map(members.map(({ value }) => readPair(value)));
  const quotas = [
    ...members.map(({ parameters }) => quotaOf(parameters.get('r'), parameters.get('t'))),
    quotaOf(older.get('remaining'), older.get('reset')),
  ].filter((quota) => quota !== null);
  const [first = null, ...others] = quotas;
  return others.reduce((least, quota) => (least === null || isLess(quota, least) ? quota : least), first);
}

function isLess(one: Quota, other: Quota): boolean {
  return one.remaining === other.remaining
    ? (one.resetMs ?? 0) > (other.resetMs ?? 0)
    : one.remaining < other.remaining;
}

function quotaOf(left: string | undefined, reset: string | undefined): Quota | null {
  const [remaining, seconds] = [readAmount(left), readAmount(reset)];
  return remaining === null ? null : { remaining, resetMs: seconds === null ? null : seconds * 1_000 };
}

function readPair(text: string): readonly [string, string] {
  const [name = '', value = ''] = text.split('=');
  return [name.trim().toLowerCase(), value.trim()];
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

function readSplitQuota(headers: ResponseHeaders, prefix: 'ratelimit' | 'x-ratelimit', now: number): Quota | null {
  const remaining = readAmount(headers[`${prefix}-remaining`]);
  if (remaining === null) return null;
  return { remaining, resetMs: resetOf(headers[`${prefix}-reset`], headers, now)?.ms ?? null };
}

/** A week; a longer wait says no more, and a number without bounds would never pass. */
const LONGEST_NAMED_WAIT_MS = 604_800_000;

const EPOCH_SECONDS_SINCE_2001 = 1_000_000_000;
const EPOCH_MILLISECONDS_SINCE_2001 = 1_000 * EPOCH_SECONDS_SINCE_2001;

/** A wait that an answer asks for. `blurMs`: by how much it may be longer than need be, since it is named in seconds. */
export interface NamedWait {
  readonly ms: number;
  readonly blurMs: number;
}

/**
 * The wait that a 429 asks for, or null: `Retry-After`, else `X-RateLimit-Reset` or `RateLimit-Reset` (seconds; numbers
 * that can only be a date are taken as one), else the `t` of `RateLimit`.
 */
export function namedWait(headers: ResponseHeaders, now: number): NamedWait | null {
  const asked = retryAfter(headers, now);
  if (asked !== null) return asked;
  const reset = resetOf(headers['x-ratelimit-reset'] ?? headers['ratelimit-reset'], headers, now);
  if (reset !== null) return reset;
  const resetMs = readQuota(headers)?.resetMs ?? null;
  return resetMs === null ? null : inSeconds(resetMs / 1_000);
}

/** The wait until a moment of a reset: seconds, or a date in epoch seconds or milliseconds; null when it is none. */
function resetOf(text: string | undefined, headers: ResponseHeaders, now: number): NamedWait | null {
  const reset = readAmount(text);
  if (reset === null) return null;
  if (reset < EPOCH_SECONDS_SINCE_2001) return inSeconds(reset);
  return until(reset < EPOCH_MILLISECONDS_SINCE_2001 ? reset * 1_000 : reset, headers, now);
}

/** The wait of `Retry-After`, seconds or an HTTP date; null when there is none. */
export function retryAfter(headers: ResponseHeaders, now: number): NamedWait | null {
  const text = headers['retry-after']?.trim();
  const seconds = readAmount(text);
  if (seconds !== null) return inSeconds(seconds);
  const date = readDate(text);
  return date === null ? null : until(date, headers, now);
}

function inSeconds(seconds: number): NamedWait {
  return { ms: boundWait(seconds * 1_000), blurMs: 1_000 };
}

/** Compared with the answer's own `Date`, so that the two clocks need not agree. */
function until(date: number, headers: ResponseHeaders, now: number): NamedWait {
  return { ms: boundWait(date - (readDate(headers.date) ?? now)), blurMs: 2_000 };
}

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
