import type { Freeze } from '../../model/fleet.ts';
import type { Reporter } from '../validate/problem.ts';
import { type ConfigNode, childOf, itemsOf, textOf, textsIn } from '../yaml/node.ts';
import { locate } from '../yaml/source-file.ts';
import { readWindow, type Zones } from './read-window.ts';

/** `policy.freeze`; invalid items are reported and left out. */
export function buildFreezes(node: ConfigNode | undefined, report: Reporter): readonly Freeze[] {
  const zones: Zones = new Map();
  return itemsOf(node).flatMap((item): readonly Freeze[] => {
    const reason = textOf(childOf(item, 'reason'));
    const window = reason === undefined ? null : readWindow(item, 'a freeze', zones, report);
    if (reason === undefined || window === null) return [];
    const allowed = textsIn(item, 'allow').includes('schedule') && ({ allowsSchedule: true } as const);
    return [{ ...window, reason, ...allowed, location: locate(item) }];
  });
}
