import { DAY_MS, MINUTE_MS } from '../model/clock.ts';
import type { WeeklyWindow } from '../model/weekly-window.ts';
import { findNextEdge } from './weekly-window.ts';

/** A run starts this long after an edge, so that the new sizes hold whatever the clocks are. */
const MARGIN_MS = 2 * MINUTE_MS;

/** More lines are hard to review; a run that finds nothing to do is cheap. */
const MAX_LINES = 20;
const EVERY_FIVE_MINUTES = '2-59/5 * * * *';

/**
 * Lines of a crontab in UTC, at most 20, that start a run within ten minutes after each time of the year from `fromMs` (epoch
 * milliseconds) at which a window begins or ends. Where clocks change, there is a time for each side of the change: one of
 * them finds nothing to do.
 */
export function buildCrons(windows: readonly WeeklyWindow[], fromMs: number): readonly string[] {
  /** The days of the week, 0 for Sunday, by the minute of the day. */
  const times = new Map<number, Set<number>>();
  for (const edge of listDistinct(windows).flatMap((window) => listEdges(window, fromMs))) {
    const at = new Date(edge + MARGIN_MS);
    const time = at.getUTCHours() * 60 + at.getUTCMinutes();
    times.set(time, (times.get(time) ?? new Set()).add(at.getUTCDay()));
  }
  /** The hours, by the minute and the days. */
  const lines = new Map<string, { minute: number; hours: number[]; weekdays: string }>();
  for (const [time, days] of [...times].sort(([a], [b]) => a - b)) {
    const [minute, weekdays] = [time % 60, formatNumbers([...days], 7)];
    const { hours } = lines.get(`${minute} ${weekdays}`) ?? { hours: [] };
    lines.set(`${minute} ${weekdays}`, { minute, hours: [...hours, Math.floor(time / 60)], weekdays });
  }
  if (lines.size > MAX_LINES) return [EVERY_FIVE_MINUTES];
  return [...lines.values()].map(
    ({ minute, hours, weekdays }) => `${minute} ${formatNumbers(hours, 24)} * * ${weekdays}`,
  );
}

/** Many pipes share a schedule. */
function listDistinct(windows: readonly WeeklyWindow[]): readonly WeeklyWindow[] {
  const keyOf = ({ timezone, days, hours, dates }: WeeklyWindow) => JSON.stringify([timezone, days, hours, dates]);
  return [...new Map(windows.map((window) => [keyOf(window), window])).values()];
}

function listEdges(window: WeeklyWindow, fromMs: number): readonly number[] {
  const edges: number[] = [];
  let edge = findNextEdge([window], fromMs);
  while (edge !== null && edge <= fromMs + 366 * DAY_MS) {
    edges.push(edge);
    edge = findNextEdge([window], edge);
  }
  return edges;
}

/** Numbers from 0 to `count` - 1 as a field of a crontab: `*`, or `1-5,7`. */
function formatNumbers(numbers: readonly number[], count: number): string {
  const sorted = [...numbers].sort((a, b) => a - b);
  if (sorted.length === count) return '*';
  const runs: { first: number; last: number }[] = [];
  for (const number of sorted) {
    const run = runs.at(-1);
    if (run?.last === number - 1) run.last = number;
    else runs.push({ first: number, last: number });
  }
  return runs
    .map(({ first, last }) => (first === last ? first : `${first}${last - first > 1 ? '-' : ','}${last}`))
    .join(',');
}
