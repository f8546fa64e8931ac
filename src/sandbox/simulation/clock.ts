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

/** The time of the simulation. It runs at a multiple of real time, or is stepped by hand, and never goes back. */
export interface SimulationClock {
  /** Epoch milliseconds. */
  now(): number;
  /** Simulated seconds in a second; 0 when it moves by hand only. */
  speed(): number;
  setSpeed(speed: number): void;
  /** Steps forward, at any speed. */
  advance(milliseconds: number): void;
}

/** The furthest step, in milliseconds: 31 days. */
export const MAX_ADVANCE_MS = 31 * 86_400_000;

/** @param real real time, epoch milliseconds; when it goes back, the simulated time stops. */
export function createSimulationClock(real: () => number, startAt: number, startSpeed: number): SimulationClock {
  let speed = startSpeed;
  let seen = real();
  let simulated = startAt;
  const catchUp = () => {
    const time = real();
    if (time > seen) simulated += (time - seen) * speed;
    seen = time;
    return Math.floor(simulated);
  };
  return {
    now: catchUp,
    speed: () => speed,
    setSpeed(next) {
      catchUp();
      speed = next;
    },
    advance(milliseconds) {
      catchUp();
      simulated += milliseconds;
    },
  };
}
