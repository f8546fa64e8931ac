export const MAX_ADVANCE_MS = 31 * 86_400_000;

export type SimulationClock = ReturnType<typeof createSimulationClock>;

/**
 * The simulated time. It runs at a multiple of real time, can be stepped, and never goes back.
 * @param real epoch milliseconds; when it goes back, the simulated time stops.
 * @param startAt epoch milliseconds.
 * @param startSpeed simulated seconds per second; 0 for stepped only.
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
    advance(milliseconds: number): void {
      now();
      simulated += milliseconds;
    },
  };
}
