import { isTime } from '../../model/query-problems.ts';
import { readTimeMs } from '../../model/time.ts';
import { readNumber } from '../pipes/quantity.ts';

const DAY_ALONE = /^\d{4}-\d\d-\d\d$/;

/**
 * A time in epoch milliseconds, from a number, text that is one, or ISO text (without a zone: in UTC, wherever this
 * machine is). Else null: a day alone is no moment.
 */
export function readTime(shown: unknown): number | null {
  const time = readNumber(shown) ?? (typeof shown === 'string' ? readMoment(shown.trim()) : Number.NaN);
  return isTime(time) ? time : null;
}

function readMoment(text: string): number {
  return DAY_ALONE.test(text) ? Number.NaN : readTimeMs(text);
}
