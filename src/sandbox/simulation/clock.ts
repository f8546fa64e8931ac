/** The simulation knows every pipe at whole half minutes since the epoch. A tick is the count of them. */
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

/** The furthest step, in milliseconds: 31 days. */
export const MAX_ADVANCE_MS = 31 * 86_400_000;

export type SimulationClock = ReturnType<typeof createSimulationClock>;

/**
 * The time of the simulation. It runs at a multiple of real time, or is stepped by hand, and never goes back.
 * @param real real time, epoch milliseconds; when it goes back, the simulated time stops.
 * @param startAt epoch milliseconds.
 * @param startSpeed simulated seconds in a second; 0 when it moves by hand only.
 */
export function createSimulationClock(real: () => number, startAt: number, startSpeed: number) {
  let speed = startSpeed;
  let seen = real();
  let simulated = startAt;
  /** Epoch milliseconds. */
  const now = () => {
    const time = real();
    if (time > seen) simulated += (time - seen) * speed;
    seen = time;
    return Math.floor(simulated);
  };
  return {
    now,
    speed: () => speed,
    setSpeed(next: number): void {
      now();
      speed = next;
    },
    /** Steps forward, at any speed. */
    advance(milliseconds: number): void {
      now();
      simulated += milliseconds;
    },
  };
}
