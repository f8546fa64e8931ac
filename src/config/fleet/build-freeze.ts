import type { Freeze } from '../../model/fleet.ts';
import type { FreezeItem } from '../schema/config.generated.ts';
import type { Reporter } from '../validate/problem.ts';
import { locate } from '../yaml/source-file.ts';
import { readWindow, type Zones } from './read-window.ts';
import { nodeOf } from './values.ts';

/** `policy.freeze`; invalid items are reported and left out. */
export function buildFreezes(items: readonly FreezeItem[], report: Reporter): readonly Freeze[] {
  const zones: Zones = new Map();
  return items.flatMap((item): readonly Freeze[] => {
    const { reason, allow = [] } = item;
    const window = reason === undefined ? null : readWindow(item, 'a freeze', zones, report);
    if (reason === undefined || window === null) return [];
    const freeze: Freeze = { ...window, reason, location: locate(nodeOf(item)) };
    return [allow.includes('schedule') ? { ...freeze, allowsSchedule: true } : freeze];
  });
}
