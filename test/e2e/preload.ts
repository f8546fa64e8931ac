/** The environment of a command that runs this code first. The code may replace functions of Node. */
export function preload(...code: readonly string[]): Readonly<Record<string, string>> {
  const module = [...code, "(await import('node:module')).syncBuiltinESMExports();"].join('\n');
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}` };
}

/** The command sees another host name, and a clock that is ahead by this much. */
export function onMachine(name: string, aheadMs = 0): string {
  return `
    (await import('node:os')).default.hostname = () => ${JSON.stringify(name)};
    const Real = Date;
    globalThis.Date = class Date extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + ${aheadMs}) : super(...given); }
      static now() { return Real.now() + ${aheadMs}; }
    };`;
}

/** A moment while a command takes its lock. */
export type TakingMoment = 'before the file is created' | 'before the file is linked' | 'after the file is linked';

/** Sends the command the signal at this moment, once, after a message on stderr. */
export function signalWhileTaking(moment: TakingMoment, signal: 'SIGKILL' | 'SIGSTOP'): string {
  const hit = `
    const fs = (await import('node:fs')).default;
    const files = (await import('node:fs/promises')).default;
    let isDone = false;
    const hit = () => {
      if (isDone) return;
      isDone = true;
      fs.writeSync(2, 'hit while taking the lock\\n');
      process.kill(process.pid, '${signal}');
    };`;
  switch (moment) {
    case 'before the file is created':
      return `${hit}
        const { open } = files;
        files.open = (path, ...rest) => {
          if (String(path).includes('lock.')) hit();
          return open(path, ...rest);
        };`;
    case 'before the file is linked':
      return `${hit}
        const { link } = files;
        files.link = (...given) => {
          hit();
          return link(...given);
        };`;
    case 'after the file is linked':
      return `${hit}
        const { link } = files;
        files.link = async (...given) => {
          await link(...given);
          hit();
        };`;
  }
}

/** A step of the wall clock. The monotonic clock and timers are not affected, as with a real step. */
export interface ClockStep {
  /** Back when negative. */
  readonly byMs: number;
  /** After how many requests the clock steps, before the last response arrives; 0: before the start. */
  readonly afterRequests: number;
}

/** The environment of a command whose wall clock steps. */
export function steppedClock(steps: readonly ClockStep[]): Readonly<Record<string, string>> {
  return preload(stepClock(steps));
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
