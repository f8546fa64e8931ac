import { isScalingKey, type ScalingKey } from '../../model/field/field.ts';
import type { DesiredScaling, ScheduledSize } from '../../model/fleet.ts';
import type { ScheduleItem } from '../schema/config.generated.ts';
import { describeFound, type Reporter } from '../validate/problem.ts';
import {
  type ConfigNode,
  childOf,
  entriesOf,
  entryLocation,
  type MapEntry,
  type MapNode,
  nodeAt,
} from '../yaml/node.ts';
import { locate } from '../yaml/source-file.ts';
import { type EffectivePipe, readValue } from './build-pipe.ts';
import { readWindow, type Zones } from './read-window.ts';
import { readValues } from './values.ts';

/** A window with the entries of its fields in the file. */
export interface WrittenWindow {
  readonly item: ConfigNode;
  readonly entries: ReadonlyMap<ScalingKey, MapEntry>;
  readonly size: ScheduledSize;
}

/** The windows of each `scaling.schedule`, by its list: that of a preset is one for all its pipes. */
export type Schedules = ReadonlyMap<ConfigNode, readonly WrittenWindow[]>;

/** The schedules of the pipes and presets of a document. Invalid windows are reported and left out. */
export function buildSchedules(document: MapNode, report: Reporter): Schedules {
  const zones: Zones = new Map();
  const schedules = new Map<ConfigNode, readonly WrittenWindow[]>();
  for (const section of ['presets', 'pipes']) {
    for (const [, { value: owner }] of entriesOf(childOf(document, section))) {
      const list = nodeAt(owner, 'scaling', 'schedule');
      if (list?.kind !== 'list' || schedules.has(list)) continue;
      schedules.set(
        list,
        list.items.flatMap((item) => buildWindow(item, zones, report) ?? []),
      );
    }
  }
  return schedules;
}

function buildWindow(item: ConfigNode, zones: Zones, report: Reporter): WrittenWindow | null {
  const written = readValues<ScheduleItem>(item);
  const window = written === undefined ? null : readWindow(written, 'a scheduled size', zones, report);
  const entries = new Map<ScalingKey, MapEntry>();
  const scaling: Partial<Record<ScalingKey, DesiredScaling>> = {};
  let isInvalid = false;
  for (const [key, entry] of entriesOf(item)) {
    const value = readValue(entry.value);
    isInvalid ||= value === null;
    if (!isScalingKey(key) || value === undefined || typeof value === 'boolean') continue;
    if (value === null) {
      const summary = `\`${key}\` of a scheduled size must be a number or a band; found ${describeFound(entry.value)}.`;
      report(entry, { code: 'invalid-value', summary, hint: 'A service default is not known, so it is no size.' });
    }
    entries.set(key, entry);
    scaling[key] = { value, location: entryLocation(entry) };
  }
  if (window === null || isInvalid) return null;
  if (entries.size > 0) return { item, entries, size: { ...window, scaling, location: locate(item) } };
  const summary = 'A scheduled size names no field of `scaling`.';
  const hint = 'Write what changes in the window, such as `replicas: 6`.';
  report(item, { code: 'missing-key', summary, hint });
  return null;
}

/** The windows of a pipe, without ignored fields. */
export function windowsOf({ node, ignore }: EffectivePipe, schedules: Schedules): readonly WrittenWindow[] {
  const list = nodeAt(node, 'scaling', 'schedule');
  const windows = list === undefined ? [] : (schedules.get(list) ?? []);
  const isIgnored = (key: string) => ignore.includes(`scaling.${key}`);
  if (!windows.some(({ entries }) => [...entries.keys()].some(isIgnored))) return windows;
  return windows.flatMap(({ item, entries, size }) => {
    const kept = [...entries].filter(([key]) => !isIgnored(key));
    const scaling = Object.fromEntries(Object.entries(size.scaling).filter(([key]) => !isIgnored(key)));
    return kept.length === 0 ? [] : [{ item, entries: new Map(kept), size: { ...size, scaling } }];
  });
}
