import type { Freeze } from '../../model/fleet.ts';
import { describeFound, type Reporter } from '../validate/problem.ts';
import { type ConfigNode, childOf, entryOf, itemsOf, textOf, textsIn } from '../yaml/node.ts';
import { locate } from '../yaml/source-file.ts';
import { readDate } from './quantity.ts';
import { readTimezone, readWindow, type Zones } from './read-window.ts';

/** `policy.freeze`; invalid items are reported and left out. */
export function buildFreezes(node: ConfigNode | undefined, report: Reporter): readonly Freeze[] {
  const zones: Zones = new Map();
  return itemsOf(node).flatMap((item) => buildFreeze(item, zones, report) ?? []);
}

function buildFreeze(item: ConfigNode, zones: Zones, report: Reporter): Freeze | null {
  const reason = textOf(childOf(item, 'reason'));
  if (reason === undefined) return null;
  const allowed = textsIn(item, 'allow').includes('schedule') && ({ allowsSchedule: true } as const);
  const about = { reason, ...allowed, location: locate(item) };
  if (entryOf(item, 'from') === undefined) {
    const window = readWindow(item, 'a freeze', zones, report);
    return window === null ? null : { ...about, ...window, kind: 'days' };
  }
  const timezone = readTimezone(childOf(item, 'timezone'), zones, report);
  const until = childOf(item, 'until');
  const [first, last] = [readDate(childOf(item, 'from'), report), readDate(until, report)];
  if (timezone === null || first === null || last === null || until === undefined) return null;
  if (first <= last) return { ...about, timezone, kind: 'dates', from: first, until: last };
  const summary = `\`until\` of a freeze, ${describeFound(until)}, is before its \`from\`, "${first}".`;
  report(until, { code: 'invalid-value', summary, hint: 'Swap the two days.' });
  return null;
}
