import { preload } from './preload.ts';

/** A step of the wall clock. The monotonic clock and timers are not affected, as with a real step. */
export interface ClockStep {
  /** Back when negative. */
  readonly byMs: number;
  /** After how many requests the clock steps, before the last response arrives; 0: before the start. */
  readonly afterRequests: number;
}

/** The environment of a command whose wall clock steps. */
export function steppedClock(steps: readonly ClockStep[]): Readonly<Record<string, string>> {
  return preload(`
    import { subscribe } from 'node:diagnostics_channel';
    const Real = Date;
    const steps = ${JSON.stringify(steps)};
    let sent = 0;
    const now = () => steps.reduce((time, step) => (step.afterRequests <= sent ? time + step.byMs : time), Real.now());
    subscribe('http.client.request.start', () => { sent += 1; });
    globalThis.Date = class Date extends Real {
      constructor(...given) { given.length === 0 ? super(now()) : super(...given); }
      static now() { return now(); }
    };`);
}
