import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../clock.ts';
import type { Result } from '../result.ts';
import type { FieldSpec, FieldUnit } from './field.ts';

/** Milliseconds or bytes. `not-whole`: a fraction of a unit remains. `too-large`: not a safe integer. */
export type Quantity = Result<
  { readonly value: number },
  { readonly reason: 'syntax' | 'unit' | 'not-whole' | 'too-large' }
>;

const DURATION_UNITS: ReadonlyMap<string, number> = new Map([
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['m', MINUTE_MS],
  ['s', SECOND_MS],
  ['ms', 1],
]);

const BINARY_UNITS = powersOf(1024, ['KiB', 'MiB', 'GiB', 'TiB']);
const DECIMAL_UNITS = powersOf(1000, ['KB', 'MB', 'GB', 'TB']);

function powersOf(base: number, units: readonly string[]): ReadonlyMap<string, number> {
  return new Map(units.map((unit, i) => [unit, base ** (i + 1)]));
}

const BYTE_UNITS = [...BINARY_UNITS, ...DECIMAL_UNITS];
const SIZE_UNITS: ReadonlyMap<string, number> = new Map([['B', 1], ...BYTE_UNITS, ['kB', 1000]]);

/** A larger count is no easier to read than the raw number. */
const MAX_COUNT = 9999;

const QUANTITY = /^(?:\d{1,20}(?:\.\d{1,20})? ?[A-Za-z]+)+$/;
const TERM = /(\d+(?:\.\d+)?) ?([A-Za-z]+)/g;

/** `500ms`, `1.5s`, `5m`, `1h30m`, `1d` in milliseconds. */
export function parseDuration(text: string): Quantity {
  return QUANTITY.test(text) ? sumTerms(text, DURATION_UNITS) : { ok: false, reason: 'syntax' };
}

/** `64MiB`, `1.5GiB`, `10GB` in bytes: `MiB` counts in 1024s, `MB` in 1000s. Units are case-sensitive. */
export function parseSize(text: string): Quantity {
  const terms = QUANTITY.test(text) ? [...text.matchAll(TERM)] : [];
  return terms.length === 1 ? sumTerms(text, SIZE_UNITS) : { ok: false, reason: 'syntax' };
}

/** 0.29 GB are 290,000,000 bytes, although the product of the binary fractions is slightly less. */
const ROUNDING = 1e-14;

function sumTerms(text: string, units: ReadonlyMap<string, number>): Quantity {
  let sum = 0;
  for (const [, amount, unit = ''] of text.matchAll(TERM)) {
    const factor = units.get(unit);
    if (factor === undefined) return { ok: false, reason: 'unit' };
    sum += Number(amount) * factor;
  }
  const value = Math.round(sum);
  if (Math.abs(sum - value) > ROUNDING * sum) return { ok: false, reason: 'not-whole' };
  return Number.isSafeInteger(value) ? { ok: true, value } : { ok: false, reason: 'too-large' };
}

/** The exact duration: `500ms`, `1.5s`, `1m30s`, `1h`. */
export function formatDuration(milliseconds: number): string {
  if (!Number.isSafeInteger(milliseconds) || milliseconds < 0) return `${milliseconds}ms`;
  if (milliseconds < 1000) return milliseconds === 0 ? '0s' : `${milliseconds}ms`;
  const seconds = (milliseconds % MINUTE_MS) / SECOND_MS;
  const parts = [
    [Math.floor(milliseconds / DAY_MS), 'd'],
    [Math.floor(milliseconds / HOUR_MS) % 24, 'h'],
    [Math.floor(milliseconds / MINUTE_MS) % 60, 'm'],
    [seconds, 's'],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join('');
}

/** An age, rounded to seconds below an hour, to minutes below a day, and to hours beyond. */
export function formatAge(milliseconds: number): string {
  const unit = milliseconds < HOUR_MS ? SECOND_MS : milliseconds < DAY_MS ? MINUTE_MS : HOUR_MS;
  return formatDuration(Math.round(milliseconds / unit) * unit);
}

/** Bytes in the unit with the smallest whole count, such as `64MiB` or `10GB`; null when no unit fits. */
export function formatBytes(bytes: number): string | null {
  if (!Number.isSafeInteger(bytes) || bytes <= 0) return null;
  let best: { readonly count: number; readonly unit: string } | null = null;
  for (const [unit, factor] of BYTE_UNITS) {
    const count = bytes / factor;
    if (Number.isInteger(count) && count <= MAX_COUNT && (best === null || count < best.count)) best = { count, unit };
  }
  return best === null ? null : `${best.count}${best.unit}`;
}

/** What to show beside the raw value of a field: `5s` beside 5000, `64MiB` beside 67108864; null for other units. */
export function humanForm(spec: FieldSpec, value: unknown): string | null {
  return typeof value === 'number' ? humanAmount(spec.unit, value) : null;
}

export function humanAmount(unit: FieldUnit, amount: number): string | null {
  if (unit === 'milliseconds') return formatDuration(amount);
  return unit === 'bytes' ? formatBytes(amount) : null;
}

const ISO_TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * Epoch milliseconds of an ISO 8601 time, UTC without a zone; NaN for other text, which `Date` reads as local time, and for a day
 * that does not exist.
 */
export function readTimeMs(text: string): number {
  const [, day, time = '00:00', zone = 'Z'] = ISO_TIME.exec(text.trim()) ?? [];
  if (day === undefined || !isOnCalendar(day)) return Number.NaN;
  return Date.parse(`${day}T${time}${zone.toUpperCase().replace(/^(.\d\d)(\d\d)$/, '$1:$2')}`);
}

/** The same, but NaN for a time without a zone: only a known instant proves how long ago it was. */
export function readInstantMs(text: string): number {
  return ISO_TIME.exec(text.trim())?.[3] === undefined ? Number.NaN : readTimeMs(text);
}

/** `Date.parse` reads February 30 as a day in March. */
function isOnCalendar(day: string): boolean {
  const time = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
