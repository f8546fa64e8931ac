import { isTime } from '../model/query-problems.ts';
import { readNumber } from './quantity.ts';

const ISO_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?$/;

/**
 * A time in epoch milliseconds, from a number, text that is one, or ISO text (without a zone: in UTC, wherever this
 * machine is). Else null.
 */
export function readTime(shown: unknown): number | null {
  const time = readNumber(shown) ?? (typeof shown === 'string' ? readIsoTime(shown.trim()) : Number.NaN);
  return isTime(time) ? time : null;
}

function readIsoTime(text: string): number {
  const [, date, time, zone = 'Z'] = ISO_TIME.exec(text) ?? [];
  return Date.parse(`${date}T${time}${zone}`);
}
