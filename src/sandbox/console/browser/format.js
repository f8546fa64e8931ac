/** Formats numbers, sizes and times (epoch milliseconds, shown in UTC). */

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const SIZES = ['bytes', 'KiB', 'MiB', 'GiB'];

export const NOTHING = '–';

const isNumber = (value) => typeof value === 'number' && Number.isFinite(value);

export const amount = (value) =>
  !isNumber(value) ? NOTHING : Math.abs(value) < 10 ? fine.format(value) : whole.format(value);
export const percent = (value) => (isNumber(value) ? `${whole.format(value * 100)}%` : NOTHING);
export const compact = (value) => (isNumber(value) ? short.format(value) : '');
export const counted = (count, noun) => `${whole.format(count)} ${noun}${count === 1 ? '' : 's'}`;

export function size(bytes) {
  const power = Math.min(SIZES.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = bytes / 1024 ** power;
  return `${(Number.isInteger(value) ? '' : 'about ') + whole.format(value)} ${SIZES[power]}`;
}

const two = (value) => String(value).padStart(2, '0');

export function day(at) {
  const date = new Date(at);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

export function minuteOfDay(at) {
  const date = new Date(at);
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
}

export function timeOfDay(at) {
  return `${minuteOfDay(at)}:${two(new Date(at).getUTCSeconds())}`;
}

export function dayAndTime(at) {
  return Number.isNaN(new Date(at).getTime())
    ? NOTHING
    : `${day(at)} ${new Date(at).getUTCFullYear()} ${timeOfDay(at)}`;
}
