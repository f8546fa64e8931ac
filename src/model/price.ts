import type { Location } from './location.ts';
import { formatNumber } from './number.ts';
import type { Size } from './size/size.ts';

/** What an hour costs, in units of the currency: of a core, and of a gigabyte of memory. */
export interface Pricing {
  /** Three letters, such as `USD`. */
  readonly currency: string;
  readonly cpuHour: number;
  readonly memoryGbHour: number;
  readonly location: Location;
}

export type Prices = Pick<Pricing, 'cpuHour' | 'memoryGbHour'>;

/** The size of a pipe for a share of the time, in any unit that all parts have. CPU and memory are of one replica. */
export interface SizeShare {
  readonly share: number;
  readonly size: Size;
}

const HOURS_OF_MONTH = 730;
const MILLI: Decimal = { digits: 1n, scale: 3 };

/**
 * What a pipe costs a month, in hundredths of the currency's unit. Exact in the decimals of the sizes, shares and prices, and then
 * rounded once, so that sums of these cents do not depend on their order.
 * @param parts at least one.
 */
export function monthlyCents(parts: readonly SizeShare[], { cpuHour, memoryGbHour }: Prices): number {
  const costs = parts.flatMap(({ share, size: { replicas, cpuMillicores, memoryGb } }) => {
    const hours = multiply([HOURS_OF_MONTH, share, replicas].map(toDecimal));
    const cpu = multiply([hours, toDecimal(cpuMillicores), MILLI, toDecimal(cpuHour)]);
    return [cpu, multiply([hours, toDecimal(memoryGb), toDecimal(memoryGbHour)])];
  });
  const cost = add(costs);
  const whole = add(parts.map(({ share }) => toDecimal(share)));
  const unit = whole.digits * 10n ** BigInt(cost.scale);
  return Number((200n * cost.digits * 10n ** BigInt(whole.scale) + unit) / (2n * unit));
}

/** `digits` / 10^`scale`. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

const DECIMAL = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** What the number reads as: 0.1 is a tenth. */
function toDecimal(value: number): Decimal {
  const [, whole = '0', fraction = '', exponent = '0'] = DECIMAL.exec(`${value}`) ?? [];
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

function add(terms: readonly Decimal[]): Decimal {
  const scale = Math.max(...terms.map((term) => term.scale));
  return { digits: terms.reduce((sum, term) => sum + term.digits * 10n ** BigInt(scale - term.scale), 0n), scale };
}

function multiply(factors: readonly Decimal[]): Decimal {
  return factors.reduce((product, { digits, scale }) => ({
    digits: product.digits * digits,
    scale: product.scale + scale,
  }));
}

/** The cents of an amount, which documents and the configuration have in units of the currency. */
export function toCents(amount: number): number {
  return Math.round(amount * 100);
}

export function fromCents(cents: number): number {
  return cents / 100;
}

/** The exact sum of amounts in units of the currency. */
export function sumAmounts(amounts: readonly number[]): number {
  return fromCents(amounts.reduce((total, amount) => total + toCents(amount), 0));
}

/** `1,234.50`, `-2.50` */
export function formatCents(cents: number): string {
  const size = Math.abs(cents);
  const sign = cents < 0 ? '-' : '';
  return `${sign}${formatNumber(Math.floor(size / 100))}.${`${size % 100}`.padStart(2, '0')}`;
}

/** `USD 1,234.50` */
export function formatCost(cents: number, currency: string): string {
  return `${currency} ${formatCents(cents)}`;
}
