import { findOverlap, sharesOfWeek } from '../../calendar/weekly-window.ts';
import { formatMinute } from '../../model/clock.ts';
import type { ScalingKey } from '../../model/field/field.ts';
import { equalJson } from '../../model/json/json.ts';
import type { WeeklyWindow } from '../../model/weekly-window.ts';
import type { Schedules, WrittenWindow } from '../build/build-schedules.ts';
import type { MapEntry } from '../yaml/node.ts';
import { describePlace, spanBetween } from '../yaml/source-file.ts';
import type { Reporter } from './problem.ts';

/** Reports windows of one schedule that hold at the same time with other values, and windows that earlier ones cover completely. */
export function checkSchedules(schedules: Schedules, report: Reporter): void {
  const overlaps = remember(findOverlap);
  const isCovered = remember(
    (window: WeeklyWindow, earlier: readonly WeeklyWindow[]) => sharesOfWeek([...earlier, window]).at(-2) === 0,
  );
  for (const windows of schedules.values()) {
    for (const [index, window] of windows.entries()) {
      const covers = [...window.entries].map(([key, entry]) => {
        const earlier = windows.slice(0, index).filter((one) => one.entries.has(key));
        const overlapping = earlier.filter((one) => overlaps(timesOf(one), timesOf(window)) !== null);
        const other = overlapping.find((one) => !equalJson(sizeIn(one, key), sizeIn(window, key)));
        const found = other?.entries.get(key);
        if (other !== undefined && found !== undefined) {
          const atMs = overlaps(timesOf(other), timesOf(window));
          reportConflict(key, found, entry, atMs, report);
          reportConflict(key, entry, found, atMs, report);
          return false;
        }
        return overlapping.length > 0 && isCovered(timesOf(window), overlapping.map(timesOf));
      });
      if (covers.length === 0 || !covers.every(Boolean)) continue;
      const summary = 'This window never has an effect: earlier windows with the same fields cover all of it.';
      report(window.item, { code: 'invalid-value', summary, hint: 'Remove it, or correct its days and hours.' });
    }
  }
}

function sizeIn({ size }: WrittenWindow, key: ScalingKey) {
  return size.scaling[key]?.value ?? null;
}

function timesOf({ size: { timezone, days, hours } }: WrittenWindow): WeeklyWindow {
  return { timezone, days, hours };
}

function reportConflict(
  key: ScalingKey,
  place: MapEntry,
  other: MapEntry,
  atMs: number | null,
  report: Reporter,
): void {
  const summary = `Two windows of a schedule hold at the same time with different values of \`${key}\`.`;
  const when = atMs === null ? '' : `; both hold at ${formatMinute(atMs)}, for example`;
  const detail = `The other value is at ${describePlace(other)}${when}.`;
  const hint = 'Correct the days or hours of one, or give both the same value.';
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
