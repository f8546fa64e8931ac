import type { RateLimit } from '../switches.ts';

/** One request as a window counts it. */
export interface Admission {
  readonly admitted: boolean;
  /** Requests that the window still takes. */
  readonly left: number;
  /** When the window ends, epoch milliseconds. */
  readonly endsAt: number;
}

/** Counts requests per key in windows that open with a key's first request. */
export interface RateWindows {
  /** Counts one request at `now` (epoch milliseconds). */
  count(key: string, now: number): Admission;
  /** Forgets every window. */
  clear(): void;
}

export function createRateWindows({ requests, perMs }: RateLimit): RateWindows {
  const windows = new Map<string, { endsAt: number; left: number }>();
  return {
    count(key, now) {
      const open = windows.get(key);
      const window = open === undefined || now >= open.endsAt ? { endsAt: now + perMs, left: requests } : open;
      const admitted = window.left > 0;
      if (admitted) window.left -= 1;
      windows.set(key, window);
      return { admitted, left: window.left, endsAt: window.endsAt };
    },
    clear: () => windows.clear(),
  };
}
