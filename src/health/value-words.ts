import type { Condition } from '../model/check.ts';
import { formatMeasured, formatNumber } from '../model/number.ts';
import { meets } from './reduce-values.ts';

/** Every digit that tells one number from another. */
const ALL_DIGITS = 17;

/** Beyond these a number has more zeros than a person counts. */
const LARGEST_WRITTEN_OUT = 1e21;
const SMALLEST_WRITTEN_OUT = 1e-6;

/**
 * `12,400`, `0.333333`: rounded to what reads well, but never so far that what is written would meet the condition when the
 * value does not, or the other way round.
 */
export function sayValue(value: number, condition: Condition): string {
  const rounded = formatMeasured(value === 0 ? 0 : value);
  const isTrue = meets(Number(rounded.replaceAll(',', '')), condition) === meets(value, condition);
  return isTrue ? rounded : writeExactly(value);
}

/** `< 10,000`: what a value has to be. */
export function sayCondition({ comparator, value }: Condition): string {
  return `${comparator} ${writeExactly(value)}`;
}

/** `1 bucket`, `15 buckets`. */
export function sayBuckets(buckets: number): string {
  return `${formatNumber(buckets)} ${buckets === 1 ? 'bucket' : 'buckets'}`;
}

function writeExactly(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size >= LARGEST_WRITTEN_OUT || size < SMALLEST_WRITTEN_OUT) return `${value}`;
  return value.toLocaleString('en-US', { maximumSignificantDigits: ALL_DIGITS });
}
