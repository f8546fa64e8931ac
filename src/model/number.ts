/**
 * `1,204`, `1,204.5`: the same on every machine. Numbers of at most three decimals, nearly all there are, do not load the rules of
 * the world's languages.
 */
export function formatNumber(value: number): string {
  const [, whole, decimals] = SHORT.exec(`${value}`) ?? [];
  return whole === undefined ? value.toLocaleString('en-US') : whole.replace(THOUSANDS, ',') + (decimals ?? '');
}

const SHORT = /^(-?\d+)(\.\d{1,3})?$/;
/** Between digits, where three, six, … of them are to come. */
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/** `33.3%`: what a part is of a whole that is not zero, to one decimal. */
export function formatPercent(part: number, whole: number): string {
  return `${((part / whole) * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;
}

/** From here on not every whole number can be told, and digits would look as if it could. */
const LONGEST_WRITTEN = 1e15;

/** Below this a number has more zeros than a person counts. */
const SMALLEST_WRITTEN = 1e-6;

/** A measured value as a person compares it: `12,400`, `1,204.5`, `0.8237`, `1.2e+21`. */
export function formatMeasured(value: number): string {
  const size = Math.abs(value);
  const isWrittenOut = size === 0 || (size >= SMALLEST_WRITTEN && size < LONGEST_WRITTEN);
  if (!isWrittenOut) return value.toExponential(2).replace(/\.?0+e/, 'e');
  return size < 1000 ? value.toLocaleString('en-US', { maximumSignificantDigits: 6 }) : formatNumber(value);
}

/** What the values of a series count, such as `messages` or `ms`. The service does not tell (observability API), so people do. */
export const LONGEST_UNIT = 20;

/** The same rule as in the configuration's schema: a text that can be seen, without a blank before it. */
const UNIT = new RegExp(`^(?!\\s)[^\\p{C}\\p{Zl}\\p{Zp}]{1,${LONGEST_UNIT}}$`, 'u');

/** Whether a text may be the unit of a series. */
export function isSeriesUnit(text: string): boolean {
  return UNIT.test(text);
}

/** `12,400 messages`, `99.5%`: an amount in words with its unit; as it came without one. */
export function withUnit(amount: string, unit: string | null): string {
  if (unit === null) return amount;
  return unit === '%' ? `${amount}${unit}` : `${amount} ${unit}`;
}
