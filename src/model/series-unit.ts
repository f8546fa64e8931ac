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
