import { WEEKDAYS, type WeeklyWindow } from '../../model/weekly-window.ts';
import { quoteNode, type Reporter } from '../validate/problem.ts';
import { type ConfigNode, childOf, entryOf, textOf, textsIn } from '../yaml/node.ts';

/** Whether there is a zone with a name. Each look-up takes 30 KB of memory. */
export type Zones = Map<string, boolean>;

/** `days`, `hours` and `timezone` of a map; null when one is invalid (reported). `owner`: what has them, for messages. */
export function readWindow(item: ConfigNode, owner: string, zones: Zones, report: Reporter): WeeklyWindow | null {
  const timezone = readTimezone(childOf(item, 'timezone'), zones, report);
  const names = entryOf(item, 'days') === undefined ? WEEKDAYS : textsIn(item, 'days');
  const days = names.map((day) => WEEKDAYS.indexOf(day) + 1);
  if (timezone === null || days.length === 0) return null;
  const node = childOf(item, 'hours');
  if (node === undefined) return { timezone, days, hours: null };
  const [from, until] = (textOf(node) ?? '').split('-');
  if (from === undefined || until === undefined) return null;
  if (from !== until) return { timezone, days, hours: { from, until } };
  const summary = `\`hours\` of ${owner} start and end at the same time.`;
  report(node, { code: 'invalid-value', summary, hint: 'For whole days, leave out `hours`.' });
  return null;
}

/** The name of a time zone, UTC without one; null for an invalid one (reported). */
export function readTimezone(node: ConfigNode | undefined, zones: Zones, report: Reporter): string | null {
  const name = textOf(node);
  if (node === undefined) return 'UTC';
  if (name === undefined) return null;
  // Names differ in case only too.
  const key = name.toLowerCase();
  const isZone = zones.get(key) ?? isTimezone(name);
  zones.set(key, isZone);
  if (isZone) return name;
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
