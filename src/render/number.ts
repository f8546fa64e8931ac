/** `1,204`: the same on every machine. */
export function formatNumber(value: number): string {
  return value.toLocaleString('en-US');
}

/** `33.3%`: what a part is of a whole that is not zero, to one decimal. */
export function formatPercent(part: number, whole: number): string {
  return `${((part / whole) * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;
}
