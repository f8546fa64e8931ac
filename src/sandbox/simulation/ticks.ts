/** The simulation knows every pipe at these moments: whole half minutes since the epoch. A tick is the count of them. */
export const TICK_MS = 30_000;
export const TICKS_PER_DAY = 86_400_000 / TICK_MS;
export const TICK_SECONDS = TICK_MS / 1_000;

/** The latest tick at that moment (epoch milliseconds). */
export function tickAt(milliseconds: number): number {
  return Math.floor(milliseconds / TICK_MS);
}

/** The first tick at that moment or after it (epoch milliseconds). */
export function tickFrom(milliseconds: number): number {
  return Math.ceil(milliseconds / TICK_MS);
}
