/** The environment of a command that runs this code first. The code may replace functions of Node. */
export function preload(...code: readonly string[]): Readonly<Record<string, string>> {
  const module = [...code, "(await import('node:module')).syncBuiltinESMExports();"].join('\n');
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}` };
}

/** A step of the wall clock. The monotonic clock and timers are not affected, as with a real step. */
export interface ClockStep {
  /** Back when negative. */
  readonly byMs: number;
  /** After how many requests the clock steps, before the last response arrives; 0: before the start. */
  readonly afterRequests: number;
}

/** The wall clock of the command steps. */
export function stepClock(steps: readonly ClockStep[]): string {
  return `
    import { subscribe } from 'node:diagnostics_channel';
    const Real = Date;
    const steps = ${JSON.stringify(steps)};
    let sent = 0;
    const now = () => steps.reduce((time, step) => (step.afterRequests <= sent ? time + step.byMs : time), Real.now());
    subscribe('http.client.request.start', () => { sent += 1; });
    globalThis.Date = class Date extends Real {
      constructor(...given) { given.length === 0 ? super(now()) : super(...given); }
      static now() { return now(); }
    };`;
}
