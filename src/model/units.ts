import type { FieldSpec, FieldUnit } from './field.ts';

/**
 * A duration or size as a person wrote it, read into a whole number of milliseconds or bytes. `syntax`: not a quantity at
 * all; `unit`: a number with a unit that does not exist; `not-whole`: less than one unit is left over; `too-large`: more
 * than a number can hold exactly.
 */
export type Quantity =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly reason: 'syntax' | 'unit' | 'not-whole' | 'too-large' };

const DURATION_UNITS: ReadonlyMap<string, bigint> = new Map([
  ['d', 86_400_000n],
  ['h', 3_600_000n],
  ['m', 60_000n],
  ['s', 1_000n],
  ['ms', 1n],
]);

const BINARY_UNITS: ReadonlyMap<string, bigint> = new Map([
  ['KiB', 1024n],
  ['MiB', 1024n ** 2n],
  ['GiB', 1024n ** 3n],
  ['TiB', 1024n ** 4n],
]);

const DECIMAL_UNITS: ReadonlyMap<string, bigint> = new Map([
  ['KB', 1000n],
  ['MB', 1000n ** 2n],
  ['GB', 1000n ** 3n],
  ['TB', 1000n ** 4n],
]);

const SIZE_UNITS: ReadonlyMap<string, bigint> = new Map([['B', 1n], ...BINARY_UNITS, ...DECIMAL_UNITS, ['kB', 1000n]]);

// A longer count than this reads no better than the raw number.
const LONGEST_COUNT = 9999;

const QUANTITY = /^(?:\d{1,20}(?:\.\d{1,20})? ?[A-Za-z]+)+$/;
const WHOLE_TERM = /^(\d+) ?([A-Za-z]+)$/;
const TERM = /(\d+)(?:\.(\d+))? ?([A-Za-z]+)/g;

/** `500ms`, `1.5s`, `5m`, `1h30m`, `1d` in milliseconds. */
export function parseDuration(text: string): Quantity {
  return QUANTITY.test(text) ? sumTerms(text, DURATION_UNITS) : { ok: false, reason: 'syntax' };
}

/** `64MiB`, `1.5GiB`, `10GB` in bytes: `MiB` counts in 1024s, `MB` in 1000s. Units are case-sensitive. */
export function parseSize(text: string): Quantity {
  const terms = QUANTITY.test(text) ? [...text.matchAll(TERM)] : [];
  return terms.length === 1 ? sumTerms(text, SIZE_UNITS) : { ok: false, reason: 'syntax' };
}

function sumTerms(text: string, units: ReadonlyMap<string, bigint>): Quantity {
  // A fleet has hundreds of thousands of quantities, and nearly all are one whole number with a unit.
  const [, count = '', name = ''] = WHOLE_TERM.exec(text) ?? [];
  const product = Number(count) * Number(units.get(name) ?? 0n);
  if (product > 0 && Number.isSafeInteger(product)) return { ok: true, value: product };
  let numerator = 0n;
  let denominator = 1n;
  for (const [, whole = '', fraction = '', unit = ''] of text.matchAll(TERM)) {
    const factor = units.get(unit);
    if (factor === undefined) return { ok: false, reason: 'unit' };
    const scale = 10n ** BigInt(fraction.length);
    numerator = numerator * scale + BigInt(whole + fraction) * factor * denominator;
    denominator *= scale;
  }
  if (numerator % denominator !== 0n) return { ok: false, reason: 'not-whole' };
  const value = numerator / denominator;
  return value <= BigInt(Number.MAX_SAFE_INTEGER)
    ? { ok: true, value: Number(value) }
    : { ok: false, reason: 'too-large' };
}

/** Whole milliseconds as a person would write them, exactly: `500ms`, `1.5s`, `1m30s`, `1h`. */
export function formatDuration(milliseconds: number): string {
  if (!Number.isSafeInteger(milliseconds) || milliseconds < 0) return `${milliseconds}ms`;
  if (milliseconds < 1000) return milliseconds === 0 ? '0s' : `${milliseconds}ms`;
  const seconds = (milliseconds % 60_000) / 1000;
  const parts = [
    [Math.floor(milliseconds / 86_400_000), 'd'],
    [Math.floor(milliseconds / 3_600_000) % 24, 'h'],
    [Math.floor(milliseconds / 60_000) % 60, 'm'],
    [seconds, 's'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join('');
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago something was, as people say it: to the second within an hour, to the minute within a day, else to the hour. */
export function formatAge(milliseconds: number): string {
  const unit = milliseconds < HOUR_MS ? 1_000 : milliseconds < DAY_MS ? MINUTE_MS : HOUR_MS;
  return formatDuration(Math.round(milliseconds / unit) * unit);
}

/**
 * Bytes in the unit that gives the smallest whole count, binary before decimal: 67108864 is `64MiB`, 10000000000 is
 * `10GB`. null when no unit divides the number into a count that reads better than the number itself.
 */
export function formatBytes(bytes: number): string | null {
  if (!Number.isSafeInteger(bytes) || bytes <= 0) return null;
  let best: { readonly count: number; readonly unit: string } | null = null;
  for (const [unit, factor] of [...BINARY_UNITS, ...DECIMAL_UNITS]) {
    const count = bytes / Number(factor);
    if (Number.isInteger(count) && count <= LONGEST_COUNT && (best === null || count < best.count))
      best = { count, unit };
  }
  return best === null ? null : `${best.count}${best.unit}`;
}

/** What to show beside the raw value of a field: `5s` beside 5000, `64MiB` beside 67108864; null where the number says it all. */
export function humanForm(spec: FieldSpec, value: unknown): string | null {
  return typeof value === 'number' ? humanAmount(spec.unit, value) : null;
}

/** The human form of a number in a unit, as `humanForm`. */
export function humanAmount(unit: FieldUnit, amount: number): string | null {
  if (unit === 'milliseconds') return formatDuration(amount);
  return unit === 'bytes' ? formatBytes(amount) : null;
}

const ISO_TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * Epoch milliseconds of a time in ISO 8601; NaN for anything else, which would be read in the zone of this machine or for what
 * it does not say. Without a zone it is UTC: the format is not in the contract.
 */
export function readTimeMs(text: string): number {
  const [, day, time = '00:00', zone = 'Z'] = ISO_TIME.exec(text.trim()) ?? [];
  if (day === undefined) return Number.NaN;
  return Date.parse(`${day}T${time}${zone.toUpperCase().replace(/^(.\d\d)(\d\d)$/, '$1:$2')}`);
}
