import { findLastEdge, findNextEdge, holdsAt } from '../calendar/weekly-window.ts';
import { DAY_MS, WEEK_MS } from '../model/clock.ts';
import { isScalingKey, type ScalingKey } from '../model/field/field.ts';
import {
  type DesiredPipe,
  type DesiredScaling,
  type EndedSize,
  type Fleet,
  isScheduledField,
  type SizesOfWeek,
} from '../model/fleet.ts';
import { isWeekly } from '../model/weekly-window.ts';
import { isSameDesired } from './attribute-changes.ts';

/** Beyond this, the sizes count as constant: they repeat each week but for changes of the clocks. */
const HORIZON_MS = 14 * DAY_MS;

/**
 * The fleet, and the environment that it is promoted from, with the sizes of a time, in epoch milliseconds. It may have those of
 * another time.
 */
export function scheduleFleet(fleet: Fleet, atMs: number): Fleet {
  const { promotion } = fleet;
  const source = promotion?.source ?? null;
  return {
    ...fleet,
    pipes: fleet.pipes.map((pipe) => schedulePipe(pipe, atMs)),
    promotion:
      promotion === null || source === null ? promotion : { ...promotion, source: scheduleFleet(source, atMs) },
  };
}

/** The pipe with the sizes of a time; the same pipe without a schedule. */
export function schedulePipe(pipe: DesiredPipe, atMs: number): DesiredPipe {
  const { schedule = [] } = pipe;
  if (schedule.length === 0) return pipe;
  const declared = pipe.sizesNow?.declared ?? pipe.scaling;
  const scaling: Partial<Record<ScalingKey, DesiredScaling>> = { ...declared };
  const before: { [Key in ScalingKey]?: EndedSize } = {};
  const zoneAt = (edgeMs: number) =>
    schedule.find((one) => holdsAt(one, edgeMs - 1) !== holdsAt(one, edgeMs))?.timezone ?? 'UTC';
  const changesMs: number[] = [];
  for (const key of Object.keys(declared).filter(isScalingKey)) {
    const outside = declared[key];
    const windows = schedule.flatMap((window) => {
      const size = window.scaling[key];
      return size === undefined ? [] : [{ window, size }];
    });
    if (outside === undefined || windows.length === 0) continue;
    const sizeAt = (timeMs: number) => windows.find(({ window }) => holdsAt(window, timeMs))?.size ?? outside;
    const size = sizeAt(atMs);
    scaling[key] = size;
    if (windows.every((one) => isSameDesired(one.size.value, outside.value))) continue;
    const times = windows.map(({ window }) => window);
    const isChange = (edgeMs: number) => !isSameDesired(sizeAt(edgeMs - 1).value, sizeAt(edgeMs).value);
    const last = findEdge(atMs + 1, (timeMs) => findLastEdge(times, timeMs - 1), isChange);
    const next = findEdge(atMs, (timeMs) => findNextEdge(times, timeMs), isChange);
    changesMs.push(...[last, next].filter((changeMs) => changeMs !== null));
    const { value = null } = last === null ? {} : sizeAt(last - 1);
    if (last !== null && value !== null) before[key] = { value, endedMs: last, timezone: zoneAt(last) };
  }
  const window = schedule.find((one) => holdsAt(one, atMs))?.location ?? null;
  const sinceMs = changesMs.filter((changeMs) => changeMs <= atMs).reduce<number | null>(later, null);
  const untilMs = changesMs.filter((changeMs) => changeMs > atMs).reduce<number | null>(earlier, null);
  const week = listUsualWeek({ schedule, scaling: declared }, atMs);
  const timezone = untilMs === null ? 'UTC' : zoneAt(untilMs);
  return { ...pipe, scaling, sizesNow: { atMs, window, sinceMs, untilMs, timezone, before, declared, week } };
}

type Scheduled = Pick<DesiredPipe, 'schedule' | 'scaling'>;

/** The scheduled sizes of the week from a time on, as if no dated window were in it: what a schedule costs in most weeks. */
export function listUsualWeek(pipe: Scheduled, startMs: number): readonly SizesOfWeek[] {
  return listScheduledSizes(pipe, startMs, startMs + WEEK_MS, pipe.schedule?.filter(isWeekly));
}

/** The scheduled sizes from one time to another, in parts without a change. `scaling`: outside of all windows. */
export function listScheduledSizes(
  { schedule = [], scaling: declared }: Scheduled,
  startMs: number,
  endMs: number,
  windows = schedule,
): readonly SizesOfWeek[] {
  const keys = Object.keys(declared)
    .filter(isScalingKey)
    .filter((key) => isScheduledField({ schedule }, `scaling.${key}`));
  const parts: SizesOfWeek[] = [];
  for (let fromMs = startMs; fromMs < endMs; ) {
    const untilMs = Math.min(findNextEdge(windows, fromMs) ?? endMs, endMs);
    const holding = windows.filter((window) => holdsAt(window, fromMs));
    const sizes = keys.flatMap((key) => {
      const first = holding.find(({ scaling }) => scaling[key] !== undefined)?.scaling[key];
      const value = (first ?? declared[key])?.value ?? null;
      return value === null ? [] : [[key, value] as const];
    });
    parts.push({ ms: untilMs - fromMs, scaling: Object.fromEntries(sizes) });
    fromMs = untilMs;
  }
  return parts;
}

function later(a: number | null, b: number): number {
  return a === null ? b : Math.max(a, b);
}

function earlier(a: number | null, b: number): number {
  return a === null ? b : Math.min(a, b);
}

/** The nearest edge at which the size changes: adjacent windows may have the same one. */
function findEdge(
  fromMs: number,
  findNext: (timeMs: number) => number | null,
  isChange: (edgeMs: number) => boolean,
): number | null {
  let edge = findNext(fromMs);
  while (edge !== null && Math.abs(edge - fromMs) <= HORIZON_MS) {
    if (isChange(edge)) return edge;
    edge = findNext(edge);
  }
  return null;
}
