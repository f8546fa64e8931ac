import { DAY_MS } from '../../model/clock.ts';
import { WEEKDAYS, type WeeklyWindow } from '../../model/weekly-window.ts';
import type { FreezeItem } from '../schema/config.generated.ts';
import { describeFound, quoteNode, type Reporter } from '../validate/problem.ts';
import { entriesOf } from '../yaml/node.ts';
import { readDate } from './quantity.ts';
import { findNode, nodeOf } from './values.ts';

type WindowItem = Pick<FreezeItem, 'from' | 'until' | 'days' | 'hours' | 'timezone'>;

/** Whether there is a zone with a name. Each look-up takes 30 KB of memory. */
export type Zones = Map<string, boolean>;

/** `from` and `until`, `days`, `hours` and `timezone` of a map; null when one is invalid (reported). `owner`: what has them, for messages. */
export function readWindow(item: WindowItem, owner: string, zones: Zones, report: Reporter): WeeklyWindow | null {
  const timezone = readTimezone(item, zones, report);
  const days = item.days === undefined ? EVERY_DAY : listDays(item.days);
  const dates = readDates(item, days, owner, report);
  const hours = findNode(item, 'hours');
  const [from, until] = item.hours?.split('-') ?? [];
  if (hours !== undefined && from !== undefined && from === until) {
    const summary = `\`hours\` of ${owner} start and end at the same time.`;
    report(hours, { code: 'invalid-value', summary, hint: 'For whole days, leave out `hours`.' });
    return null;
  }
  const isRefused = [...entriesOf(nodeOf(item))].some(([, { value }]) => value.kind === 'error');
  if (isRefused || timezone === null || days.length === 0 || dates === null) return null;
  const times = { timezone, days, hours: from === undefined || until === undefined ? null : { from, until } };
  return dates === undefined ? times : { ...times, dates };
}

const EVERY_DAY = WEEKDAYS.map((_, index) => index + 1);

/** The numbers of `fri` and `sat-mon`, each once, in order. */
function listDays(names: readonly string[]): readonly number[] {
  const days = names.flatMap((name) => {
    const [first, last] = name.split('-').map((day) => WEEKDAYS.indexOf(day) + 1);
    if (first === undefined || last === undefined) return first ?? [];
    return EVERY_DAY.filter((day) => (first <= last ? first <= day && day <= last : day >= first || day <= last));
  });
  return [...new Set(days)].sort((a, b) => a - b);
}

/** Undefined without dates; null for invalid ones (reported), and for dates that have none of the days. */
function readDates(
  item: WindowItem,
  days: readonly number[],
  owner: string,
  report: Reporter,
): WeeklyWindow['dates'] | null {
  if (item.from === undefined && item.until === undefined) return undefined;
  const end = findNode(item, 'until');
  const [from, until] = [readDate(findNode(item, 'from'), report), readDate(end, report)];
  if (from === null || until === null || end === undefined) return null;
  if (from > until) {
    const summary = `\`until\` of ${owner}, ${describeFound(end)}, is before its \`from\`, "${from}".`;
    report(end, { code: 'invalid-value', summary, hint: 'Swap the two days.' });
    return null;
  }
  const firstMs = Date.parse(from);
  const week = EVERY_DAY.map((_, index) => firstMs + index * DAY_MS).filter((ms) => ms <= Date.parse(until));
  if (week.some((ms) => days.includes(new Date(ms).getUTCDay() || 7))) return { from, until };
  const summary = `None of the \`days\` of ${owner} is between its \`from\`, "${from}", and its \`until\`, "${until}".`;
  report(nodeOf(item), { code: 'invalid-value', summary, hint: 'Leave out `days`, or correct the dates.' });
  return null;
}

/** The name of a time zone, UTC without one; null for an invalid one (reported). */
export function readTimezone(owner: { readonly timezone?: string }, zones: Zones, report: Reporter): string | null {
  const name = owner.timezone;
  if (name === undefined) return 'UTC';
  const node = findNode(owner, 'timezone');
  // Names differ in case only too.
  const key = name.toLowerCase();
  const isZone = zones.get(key) ?? isTimezone(name);
  zones.set(key, isZone);
  if (isZone || node === undefined) return name;
  const summary = `There is no time zone ${quoteNode(node)}.`;
  report(node, { code: 'invalid-value', summary, hint: 'Write a name of the IANA database, such as Europe/Berlin.' });
  return null;
}

/** The name stays as it is written: releases of Node differ in the present name of a zone. */
function isTimezone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}
