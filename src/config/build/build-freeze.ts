import type { Freeze } from '../../model/fleet.ts';
import { describeFound, quoteNode, type Reporter } from '../validate/problem.ts';
import { type ConfigNode, childOf, entryOf, itemsOf, textOf, textsIn } from '../yaml/node.ts';
import { locate } from '../yaml/source-file.ts';
import { readDate } from './quantity.ts';

/** As ISO 8601 numbers them, from 1. */
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** `policy.freeze`; invalid items are reported and left out. */
export function buildFreezes(node: ConfigNode | undefined, report: Reporter): readonly Freeze[] {
  const zones: Zones = new Map();
  return itemsOf(node).flatMap((item) => buildFreeze(item, zones, report) ?? []);
}

/** Whether there is a zone with a name. Each look-up takes 30 KB of memory. */
type Zones = Map<string, boolean>;

function buildFreeze(item: ConfigNode, zones: Zones, report: Reporter): Freeze | null {
  const reason = textOf(childOf(item, 'reason'));
  const timezone = readTimezone(childOf(item, 'timezone'), zones, report);
  if (reason === undefined || timezone === null) return null;
  const about = { timezone, reason, location: locate(item) };
  if (entryOf(item, 'from') !== undefined) {
    const until = childOf(item, 'until');
    const [first, last] = [readDate(childOf(item, 'from'), report), readDate(until, report)];
    if (first === null || last === null || until === undefined) return null;
    if (first <= last) return { ...about, kind: 'dates', from: first, until: last };
    const summary = `\`until\` of a freeze, ${describeFound(until)}, is before its \`from\`, "${first}".`;
    report(until, { code: 'invalid-value', summary, hint: 'Swap the two days.' });
    return null;
  }
  const days = textsIn(item, 'days').map((day) => WEEKDAYS.indexOf(day) + 1);
  const node = childOf(item, 'hours');
  if (node === undefined) return { ...about, kind: 'days', days, hours: null };
  const [from, until] = (textOf(node) ?? '').split('-');
  if (from === undefined || until === undefined) return null;
  if (from !== until) return { ...about, kind: 'days', days, hours: { from, until } };
  const summary = '`hours` of a freeze start and end at the same time.';
  report(node, { code: 'invalid-value', summary, hint: 'For whole days, leave out `hours`.' });
  return null;
}

function readTimezone(node: ConfigNode | undefined, zones: Zones, report: Reporter): string | null {
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
