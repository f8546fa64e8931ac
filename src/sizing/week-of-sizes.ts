import { holdsAtMinute, minutesOfWeek, sharesOfWeek } from '../calendar/weekly-window.ts';
import type { SizeShare } from '../model/price.ts';
import type { AdvisedWindow, Size } from '../model/size/sizing.ts';

/** The hour of the local week, from 0 at Monday 00:00, at so many times `stepMs` apart. */
export function hoursOfWeek(timezone: string, startMs: number, stepMs: number, length: number): Uint16Array {
  return minutesOfWeek(timezone, startMs, stepMs, length).map((minute) => minute / 60);
}

/** The size at a minute of the local week: that of the first window that holds, or else the one outside of them. */
export function sizeAtMinute(size: Size, windows: readonly AdvisedWindow[], minute: number): Size {
  const window = windows.find((one) => holdsAtMinute(one, minute));
  return window === undefined ? size : { ...size, replicas: window.replicas };
}

/** The sizes of a week: those of the windows, then the one outside of them. */
export function sharesOfSizes(size: Size, windows: readonly AdvisedWindow[]): readonly SizeShare[] {
  const sizes = [...windows.map(({ replicas }) => ({ ...size, replicas })), size];
  return sharesOfWeek(windows).map((share, index) => ({ share, size: sizes[index] ?? size }));
}
