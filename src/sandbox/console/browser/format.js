/** Formats numbers, sizes and times (epoch milliseconds, shown in UTC). */

import { safeText } from './dom.js';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });
const LONG = 30;
const SIZES = ['bytes', 'KiB', 'MiB', 'GiB'];

export const NOTHING = '–';

const isNumber = (value) => typeof value === 'number' && Number.isFinite(value);

export const amount = (value) =>
  !isNumber(value) ? NOTHING : Math.abs(value) < 10 ? fine.format(value) : whole.format(value);
export const percent = (value) =>
  isNumber(value) ? `${whole.format(value < 1 ? Math.min(99, value * 100) : value * 100)}%` : NOTHING;
export const compact = (value) => (isNumber(value) ? short.format(value) : '');
export const counted = (count, noun) => `${whole.format(count)} ${noun}${count === 1 ? '' : 's'}`;

// A value of a pipe. Long text is cut.
export function valueText(value) {
  if (value === null) return 'unset';
  const text = safeText(
    typeof value === 'number'
      ? value.toLocaleString('en-US')
      : String(typeof value === 'object' ? JSON.stringify(value) : value),
  );
  return text.length > LONG ? `${text.slice(0, LONG)}…` : text;
}

export function size(bytes) {
  const power = Math.min(SIZES.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${whole.format(bytes / 1024 ** power)} ${SIZES[power]}`;
}

const utc = (options) => new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format;
const date = utc({ dateStyle: 'medium' });

export const day = utc({ day: 'numeric', month: 'short' });
export const minuteOfDay = utc({ timeStyle: 'short' });
export const timeOfDay = utc({ timeStyle: 'medium' });
export const dayAndTime = (at) => (Number.isFinite(at) ? `${date(at)} ${timeOfDay(at)}` : NOTHING);
