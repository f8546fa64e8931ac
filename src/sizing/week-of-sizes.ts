import { holdsAtMinute, minutesOfWeek } from '../calendar/weekly-window.ts';
import type { Size } from '../model/size/size.ts';
import type { AdvisedWindow } from '../model/size/sizing.ts';

/** The hours of a week, from 0 at Monday 00:00. */
export const HOURS_OF_WEEK = 168;

/** The hour of the local week at so many times `stepMs` apart. */
export function hoursOfWeek(timezone: string, startMs: number, stepMs: number, length: number): Uint16Array {
  return minutesOfWeek(timezone, startMs, stepMs, length).map((minute) => minute / 60);
}

/** The size in each hour of the week: that of the first window that holds, or else the one outside of them. Advised windows begin at full hours. */
export function sizesByHour(size: Size, windows: readonly AdvisedWindow[]): readonly Size[] {
  return Array.from({ length: HOURS_OF_WEEK }, (_, hour) => {
    const window = windows.find((one) => holdsAtMinute(one, hour * 60));
    return window === undefined ? size : { ...size, replicas: window.replicas };
  });
}

/** The size in each step, from the hour of its local week. */
export function sizesByStep(size: Size, windows: readonly AdvisedWindow[], hours: Uint16Array): readonly Size[] {
  const byHour = sizesByHour(size, windows);
  return Array.from(hours, (hour) => byHour[hour] ?? size);
}

/** The size with the most replicas. */
export function largestSize(size: Size, windows: readonly AdvisedWindow[]): Size {
  return { ...size, replicas: Math.max(size.replicas, ...windows.map(({ replicas }) => replicas)) };
}
