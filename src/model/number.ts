/** `1,204`: the same on every machine. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en-US');
}

/** `33.3%`: what a part is of a whole that is not zero, to one decimal. */
export function formatPercent(part: number, whole: number): string {
  return `${((part / whole) * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;
}

/** From here on digits say less than the size: `1.2e+21`. */
const LONGEST_WRITTEN = 1e15;

/** A measured value, rounded to what a person compares: `12,400`, `0.824`, `0.00041`. */
export function formatMeasured(value: number): string {
  const size = Math.abs(value);
  if (size >= LONGEST_WRITTEN) return value.toPrecision(2);
  return size < 1 ? value.toLocaleString('en-US', { maximumSignificantDigits: 3 }) : formatNumber(value);
}
