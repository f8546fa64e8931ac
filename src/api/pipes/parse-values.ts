import type { PipeAddress } from '../../model/client.ts';
import { readTimeMs } from '../../model/field/units.ts';
import { isTime } from '../../model/observability/query-problems.ts';
import type { Redact } from '../../model/secret/redact.ts';

const NUMBER = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`;
const PLAIN = new RegExp(`^${NUMBER}$`);
const WITH_SUFFIX = new RegExp(`^(${NUMBER})(n|u|m|[kKMGTPE]i?)?$`);

const KIBI = 1024;
const FACTORS: ReadonlyMap<string, number> = new Map([
  ['n', 1e-9],
  ['u', 1e-6],
  ['m', 1e-3],
  ['', 1],
  ...['k', 'M', 'G', 'T', 'P', 'E'].flatMap((prefix, index): [string, number][] => [
    [prefix, 1000 ** (index + 1)],
    [`${prefix === 'k' ? 'K' : prefix}i`, KIBI ** (index + 1)],
  ]),
]);

/** The minimum of `replicaCpuMillicores` (pipes API, part 8): lower text values are cores. */
const MIN_MILLICORES = 125;
/** The contract allows 8 GB: larger bare numbers are bytes. */
const MIN_BYTES = 1024 ** 2;
const GIB = 1024 ** 3;

/** A finite number, or text that is one; otherwise null. */
export function readNumber(value: unknown): number | null {
  const number = typeof value === 'string' && PLAIN.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** CPU in millicores from a number, `"500"`, or a quantity: `"500m"`, `"0.5"` and `"1"` (cores). Otherwise null. */
export function readMillicores(value: unknown): number | null {
  if (typeof value !== 'string') return readNumber(value);
  const bare = readNumber(value);
  if (bare !== null && bare >= MIN_MILLICORES) return bare;
  const cores = readQuantity(value);
  // Removes the noise of floating point.
  return cores === null ? null : Math.round(cores * 1e9) / 1e6;
}

/** Memory in GB (`"1Gi"` is 1) from a number of GB or bytes, or a quantity such as `"512Mi"`. Otherwise null. */
export function readGigabytes(value: unknown): number | null {
  const bare = readNumber(value);
  if (bare !== null) return bare < MIN_BYTES ? bare : bare / GIB;
  const bytes = typeof value === 'string' ? readQuantity(value) : null;
  return bytes === null ? null : bytes / GIB;
}

function readQuantity(text: string): number | null {
  const [, number, suffix = ''] = WITH_SUFFIX.exec(text.trim()) ?? [];
  const factor = FACTORS.get(suffix);
  if (number === undefined || factor === undefined) return null;
  const amount = Number(number) * factor;
  return Number.isFinite(amount) ? amount : null;
}

const DATE_ONLY = /^\d{4}-\d\d-\d\d$/;

/** Epoch milliseconds from a number, text that is one, or ISO text (UTC by default). A date without a time is null. */
export function readTime(shown: unknown): number | null {
  const text = typeof shown === 'string' ? shown.trim() : '';
  const time = readNumber(shown) ?? (DATE_ONLY.test(text) ? Number.NaN : readTimeMs(text));
  return isTime(time) ? time : null;
}

const LONGEST_TEXT = 2_000;
const HALF_CHARACTER = /[\ud800-\udbff]$/;

/** Removes credentials and limits the length. */
export function readText(text: string, redact: Redact): string {
  // Redact first: a credential that is cut short would not be found.
  const shown = redact(text);
  return shown.length <= LONGEST_TEXT ? shown : `${shown.slice(0, LONGEST_TEXT - 1).replace(HALF_CHARACTER, '')}…`;
}

export function readOptionalText(value: unknown, redact: Redact): string | null {
  return typeof value === 'string' ? readText(value, redact) : null;
}

/** Ids are hexadecimal, in either case. */
export function isSameId(one: string, other: string): boolean {
  return one === other || one.toLowerCase() === other.toLowerCase();
}

/** A response without a service counts as the same. */
export function isSameAddress(requested: PipeAddress, shown: PipeAddress): boolean {
  return isSameId(requested.id, shown.id) && (shown.serviceId === '' || isSameId(requested.serviceId, shown.serviceId));
}
