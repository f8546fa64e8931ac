import { type FieldUnit, isInRange, type Limits } from '../../model/field/field.ts';
import { formatBytes, formatDuration } from '../../model/field/units.ts';
import type { ScalarNode } from '../yaml/node.ts';

/** What a number may be. */
export interface NumberRange extends Limits {
  readonly unit: FieldUnit | null;
}

type Amount = Pick<ScalarNode, 'value' | 'written'>;

/** The units that people write, by the unit of the field: how many of the field's unit each is. */
const UNITS: Readonly<Partial<Record<FieldUnit, readonly (readonly [pattern: RegExp, factor: number])[]>>> = {
  milliseconds: [
    [/^(?:ms|millis?|msecs?|milliseconds?)$/i, 1],
    [/^(?:s|secs?|seconds?)$/i, 1_000],
    [/^(?:m|mins?|minutes?)$/i, 60_000],
    [/^(?:h|hrs?|hours?)$/i, 3_600_000],
  ],
  bytes: [
    [/^(?:ki|kib)$/i, 1024],
    [/^(?:k|kb|kilobytes?)$/i, 1000],
    [/^(?:mi|mib)$/i, 1024 ** 2],
    [/^(?:m|mb|megabytes?)$/i, 1000 ** 2],
    [/^(?:gi|gib)$/i, 1024 ** 3],
    [/^(?:g|gb|gigabytes?)$/i, 1000 ** 3],
  ],
  millicores: [
    [/^(?:m|mcpus?|mcores?|millicores?)$/i, 1],
    [/^(?:cores?|v?cpus?)$/i, 1_000],
  ],
  gigabytes: [
    [/^(?:gi?b?|gigabytes?)$/i, 1],
    [/^(?:mi?b?|megabytes?)$/i, 1 / 1024],
  ],
};

const NAMES: Readonly<Partial<Record<FieldUnit, string>>> = {
  milliseconds: 'milliseconds',
  bytes: 'bytes',
  millicores: 'millicores, of which a core has 1000',
  gigabytes: 'GB',
};

/** How to write a number in text, such as `500m`, `2 GB`, `1_000` or `010`; null for other text. The value of a variable is not shown. */
export function hintAmount({ value, written }: Amount, unit: FieldUnit | null): string | null {
  if (typeof value !== 'string') return null;
  const isHidden = written !== undefined;
  if (/^[-+]?0\d+$/.test(value)) {
    const number = isHidden ? 'the number' : Number(value);
    return `Write ${number} without a zero before it: other YAML tools read that as octal.`;
  }
  if (/^\d{1,3}(?:[_,]\d{3})+$/.test(value))
    return isHidden ? 'Write the digits alone.' : `Write ${value.replaceAll(/[_,]/g, '')}.`;
  const [, digits = '', name = ''] = /^(\d+(?:\.\d+)?) ?([A-Za-z]+)$/.exec(value) ?? [];
  const [, factor] = ((unit && UNITS[unit]) ?? []).find(([pattern]) => pattern.test(name)) ?? [];
  if (unit === null || factor === undefined) return null;
  return isHidden ? `The unit is ${NAMES[unit]}.` : `Write ${showAmount(Number(digits) * factor, unit)}.`;
}

/** For a number outside of a range that is inside it in another unit, such as 5 for 5 seconds; null for others. */
export function hintSlip({ value, written }: Amount, range: NumberRange): string | null {
  const { unit } = range;
  if (typeof value !== 'number' || unit === null) return null;
  const factors =
    unit === 'gigabytes' ? [1 / 1024, 1 / 1024 ** 2, 1 / 1024 ** 3] : (UNITS[unit] ?? []).map(([, factor]) => factor);
  const meant = factors.map((factor) => value * factor).find((amount) => amount !== value && isInRange(amount, range));
  if (meant === undefined || value <= 0) return null;
  const what = written === undefined ? `; did you mean ${showAmount(meant, unit)}?` : '.';
  return `The unit is ${NAMES[unit]}${what}`;
}

/** Durations and sizes with their unit. */
function showAmount(amount: number, unit: FieldUnit): string {
  if (unit === 'milliseconds') return formatDuration(amount);
  return unit === 'bytes' ? (formatBytes(amount) ?? String(amount)) : String(amount);
}
