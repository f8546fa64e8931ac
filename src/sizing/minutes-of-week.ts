import type { AdvisedWindow } from '../model/sizing.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_HOURS = 24;
const DAY_MINUTES = DAY_HOURS * 60;
const WEEK_MINUTES = 7 * DAY_MINUTES;
// 1970-01-01 was a Thursday.
const EPOCH_MINUTE = 3 * DAY_MINUTES;

/** The minute of the local week at each step, from 0 at Monday 00:00. */
export function minutesOfWeek(startMs: number, stepMs: number, length: number, timezone: string): Uint16Array {
  const offsetAt = createOffsets(timezone);
  return Uint16Array.from({ length }, (_, index) => {
    const atMs = startMs + index * stepMs;
    return (Math.floor(atMs / MINUTE_MS) + offsetAt(atMs) + EPOCH_MINUTE) % WEEK_MINUTES;
  });
}

/** Whether a window holds at a minute of the local week; a window over midnight belongs to the day on which it starts. */
export function holdsAtMinute({ days, hours }: AdvisedWindow, minute: number): boolean {
  const day = Math.floor(minute / DAY_MINUTES) + 1;
  if (hours === null) return days.includes(day);
  const [from, until] = [minuteOf(hours.from), minuteOf(hours.until)];
  const at = minute % DAY_MINUTES;
  if (from < until) return at >= from && at < until && days.includes(day);
  return at >= from ? days.includes(day) : at < until && days.includes(day === 1 ? 7 : day - 1);
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** Minutes by which local time is ahead of UTC. Zones change at full hours or at most a quarter of one off. */
function createOffsets(timezone: string): (atMs: number) => number {
  if (timezone === 'UTC') return () => 0;
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: timezone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' },
    minute: 'numeric',
  });
  const known = new Map<number, number>();
  const offsetOf = (hour: number): number => {
    const cached = known.get(hour);
    if (cached !== undefined) return cached;
    const parts = Object.fromEntries(
      format.formatToParts(hour * HOUR_MS).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day = 1, hour: localHour = 0, minute = 0 } = parts;
    const offset = (Date.UTC(year, month - 1, day, localHour, minute) - hour * HOUR_MS) / MINUTE_MS;
    known.set(hour, offset);
    return offset;
  };
  return (atMs) => {
    const hour = Math.floor(atMs / HOUR_MS);
    const midnight = hour - (hour % DAY_HOURS);
    // No zone changes twice in a day, and formatting a time takes long.
    const offset = offsetOf(midnight);
    return offset === offsetOf(midnight + DAY_HOURS) ? offset : offsetOf(hour);
  };
}
