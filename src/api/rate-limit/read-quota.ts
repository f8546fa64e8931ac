import { readAmount } from './read-amount.ts';

/** Answer headers by lower-case name. */
export type AnswerHeaders = Readonly<Record<string, string | undefined>>;

/** How much of a quota is left, by an answer. */
export interface Quota {
  readonly remaining: number;
  /** The size of the whole quota, where it is told. */
  readonly limit: number | null;
  /** Until there is more of it, in milliseconds from the answer on; null where it is not told. */
  readonly resetMs: number | null;
}

/** A member of a list in a header, with its parameters by lower-case name. */
export interface Member {
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** The members of a list such as `100, 100;w=60;comment="a"`. */
export function readMembers(text: string | undefined): readonly Member[] {
  return (text ?? '').split(',').flatMap((member) => {
    const [value = '', ...parameters] = member.split(';').map((part) => part.trim());
    return value === '' ? [] : [{ value, parameters: new Map(parameters.map(readPair)) }];
  });
}

/**
 * The quota of which least is left, by the drafts of the IETF: `RateLimit: "x";r=50;t=30, "y";r=7;t=3600`, and before that
 * `RateLimit: limit=100, remaining=50, reset=30`. null when none is told.
 */
export function readQuota({ ratelimit }: AnswerHeaders): Quota | null {
  const members = readMembers(ratelimit);
  const older = new Map(members.map(({ value }) => readPair(value)));
  const quotas = [
    ...members.map(({ parameters }) => quotaOf(parameters.get('r'), null, parameters.get('t'))),
    quotaOf(older.get('remaining'), readAmount(older.get('limit')), older.get('reset')),
  ].filter((quota) => quota !== null);
  const [first = null, ...others] = quotas;
  return others.reduce((least, quota) => (least === null || isLess(quota, least) ? quota : least), first);
}

function isLess(one: Quota, other: Quota): boolean {
  return one.remaining === other.remaining
    ? (one.resetMs ?? 0) > (other.resetMs ?? 0)
    : one.remaining < other.remaining;
}

function quotaOf(left: string | undefined, limit: number | null, reset: string | undefined): Quota | null {
  const [remaining, seconds] = [readAmount(left), readAmount(reset)];
  return remaining === null ? null : { remaining, limit, resetMs: seconds === null ? null : seconds * 1_000 };
}

function readPair(text: string): readonly [string, string] {
  const [name = '', value = ''] = text.split('=');
  return [name.trim().toLowerCase(), value.trim()];
}
