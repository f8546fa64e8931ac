import { findOverlap, isCovered } from '../../calendar/weekly-window.ts';
import { formatMinute } from '../../model/clock.ts';
import { SCALING_KEYS, type ScalingKey } from '../../model/field/field.ts';
import { equalJson } from '../../model/json/json.ts';
import { formatNumber } from '../../model/number.ts';
import { isWeekly, type WeeklyWindow } from '../../model/weekly-window.ts';
import type { Schedules, WrittenWindow } from '../fleet/build-schedules.ts';
import type { MapEntry } from '../yaml/node.ts';
import { describePlace, spanBetween } from '../yaml/source-file.ts';
import type { Reporter } from './problem.ts';

/** The most windows of different schedules: about a second. */
const MAX_WINDOWS = 20_000;

/**
 * Reports weekly windows of one schedule that hold at the same time with other values, dated ones after a window that wins over
 * them, and windows that earlier ones cover completely. Of schedules with the same windows, the first is checked.
 */
export function checkSchedules(schedules: Schedules, report: Reporter): void {
  const answers = { overlaps: remember(findOverlap), isCovered: remember(isCovered) };
  const checked = new Set<string>();
  let count = 0;
  for (const windows of schedules.values()) {
    const key = JSON.stringify(windows.map((one) => [timesOf(one), SCALING_KEYS.map((name) => sizeIn(one, name))]));
    if (checked.has(key)) continue;
    checked.add(key);
    count += windows.length;
    const [first] = windows;
    if (first !== undefined && count > MAX_WINDOWS) {
      const summary = `The different schedules have more than ${formatNumber(MAX_WINDOWS)} windows together.`;
      report(first.item, { code: 'invalid-value', summary, hint: 'Share schedules between pipes with presets.' });
      return;
    }
    checkSchedule(windows, answers, report);
  }
}

interface Answers {
  readonly overlaps: typeof findOverlap;
  readonly isCovered: typeof isCovered;
}

function checkSchedule(windows: readonly WrittenWindow[], { overlaps, isCovered }: Answers, report: Reporter): void {
  for (const [index, window] of windows.entries()) {
    const covers = [...window.entries].map(([key, entry]) => {
      const earlier = windows.slice(0, index).filter((one) => one.entries.has(key));
      const overlapping = earlier.filter((one) => overlaps(timesOf(one), timesOf(window)) !== null);
      const other = overlapping.find((one) => isWeekly(one.size) && !equalJson(sizeIn(one, key), sizeIn(window, key)));
      const found = other?.entries.get(key);
      if (other !== undefined && found !== undefined) {
        const atMs = overlaps(timesOf(other), timesOf(window));
        const { timezone } = window.size;
        if (isWeekly(window.size)) reportConflict(key, found, entry, describeTime(atMs, timezone), report);
        reportConflict(key, entry, found, describeTime(atMs, timezone), report, !isWeekly(window.size));
        return false;
      }
      return overlapping.length > 0 && isCovered(timesOf(window), overlapping.map(timesOf));
    });
    if (covers.length === 0 || !covers.every(Boolean)) continue;
    const summary = 'This window never has an effect: earlier windows with the same fields cover all of it.';
    report(window.item, { code: 'invalid-value', summary, hint: 'Remove it, or correct its days and hours.' });
  }
}

function describeTime(atMs: number | null, timezone: string): string {
  return atMs === null ? '' : `; both hold at ${formatMinute(atMs, timezone)}, for example`;
}

function sizeIn({ size }: WrittenWindow, key: ScalingKey) {
  return size.scaling[key]?.value ?? null;
}

function timesOf({ size: { timezone, days, hours, dates } }: WrittenWindow): WeeklyWindow {
  return dates === undefined ? { timezone, days, hours } : { timezone, days, hours, dates };
}

/** `isLate`: for a dated window below a weekly one. */
function reportConflict(
  key: ScalingKey,
  place: MapEntry,
  other: MapEntry,
  when: string,
  report: Reporter,
  isLate = false,
): void {
  const summary = isLate
    ? `This dated window is below a weekly one with a different value of \`${key}\`, which wins.`
    : `Two windows of a schedule hold at the same time with different values of \`${key}\`.`;
  const detail = `The other value is at ${describePlace(other)}${when}.`;
  const hint = isLate
    ? 'Write dated windows above the weekly ones: the first window that holds wins.'
    : 'Correct the days or hours of one, or give both the same value.';
  report(spanBetween(place, place.value), { code: 'invalid-value', summary, detail, hint });
}

/** Pipes often have the same windows, and one answer takes a millisecond. */
function remember<Windows extends readonly unknown[], Answer>(ask: (...windows: Windows) => Answer): typeof ask {
  const known = new Map<string, { readonly answer: Answer }>();
  return (...windows) => {
    const key = JSON.stringify(windows);
    const found = known.get(key) ?? { answer: ask(...windows) };
    known.set(key, found);
    return found.answer;
  };
}
