import { listWords } from './text.ts';

/** `1,204`, `1,204.5` in every locale. Most numbers have at most three decimals and do not load locale data. */
export function formatNumber(value: number): string {
  const [, whole, decimals] = SHORT.exec(`${value}`) ?? [];
  return whole === undefined ? value.toLocaleString('en-US') : whole.replace(THOUSANDS, ',') + (decimals ?? '');
}

const SHORT = /^(-?\d+)(\.\d{1,3})?$/;
const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/** `1 pipe`, `2 pipes`, `1,204 pipes`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(number)} ${number === 1 ? noun : plural}`;
}

/** `a`, `a and b`, `a, b and 3 more`. */
export function shortList(items: readonly (string | number)[], most: number): string {
  const words = items.slice(0, most).map(String);
  return listWords(items.length > most ? [...words, `${formatNumber(items.length - most)} more`] : words);
}

/** `33.3%`; `whole` is not zero. Only all of it is `100%`, and only none of it `0%`. */
export function formatPercent(part: number, whole: number, decimals = 1): string {
  const step = 10 ** -decimals;
  const percent = (part / whole) * 100;
  const isAlmostAll = percent < 100 && percent > 100 - step;
  if (percent > 0 && percent < step / 2) return `<${step}%`;
  const shown = isAlmostAll ? 100 - step : percent;
  return `${formatNumber(Number(shown.toFixed(decimals)))}%`;
}

/** A measured value: `12,400`, `1,204.5`, `0.8237`; `1.2e+21` where digits are not exact, `1e-7` for very small ones. */
export function formatMeasured(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e15 || (size > 0 && size < 1e-6)) return value.toExponential(2).replace(/\.?0+e/, 'e');
  return size < 1000 ? value.toLocaleString('en-US', { maximumSignificantDigits: 6 }) : formatNumber(value);
}

/** All significant digits; with an exponent for very large and small numbers. */
export function formatExactly(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size >= 1e21 || size < 1e-6) return `${value}`;
  return value.toLocaleString('en-US', { maximumSignificantDigits: 17 });
}

/** Units of series, such as `messages`, come from the configuration: the observability API has none. */
export const LONGEST_UNIT = 20;

/** The pattern matches the configuration's schema: visible, without a leading blank. */
const UNIT = new RegExp(`^(?!\\s)[^\\p{C}\\p{Zl}\\p{Zp}]{1,${LONGEST_UNIT}}$`, 'u');

export function isSeriesUnit(text: string): boolean {
  return UNIT.test(text);
}

/** `12,400 messages`, `99.5%`. */
export function withUnit(amount: string, unit: string | null): string {
  if (unit === null) return amount;
  return unit === '%' ? `${amount}${unit}` : `${amount} ${unit}`;
}
