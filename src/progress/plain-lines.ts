import type { ViewClock } from './view.ts';

/** How far it is, and how to say so. */
export interface PlainProgress {
  /** 0 to 1. */
  readonly share: number;
  text(): string;
  /** A line is due after so many milliseconds, or at each tenth, but never sooner than the shortest pause. */
  readonly pauseMs: number;
}

/** Lines of progress that come at a humane rate, among lines that come at once. */
export interface PlainLines {
  say(text: string): void;
  /** Says how far it is if it is time. */
  progressed(): void;
  /** Another kind of progress begins, of which nothing has been said yet. */
  restart(): void;
  /** Says a last line, or nothing for null. Resolves when all is written. */
  end(text: string | null): Promise<void>;
}

interface PlainLinesOptions {
  readonly stream: NodeJS.WritableStream;
  readonly clock: ViewClock;
}

/** How long a person in front of a log waits without wondering. */
export const USUAL_PAUSE_MS = 10_000;
const SHORTEST_PAUSE_MS = 2_000;

/** Without any event, somebody must look at the clock. It does not keep the process alive. */
const LOOK_EVERY_MS = 1_000;

export function startPlainLines(options: PlainLinesOptions, describe: () => PlainProgress): PlainLines {
  const { stream, clock } = options;
  let saidAt = clock.monotonicMs();
  let saidTenth = 0;

  function progressed(): void {
    const { share, text, pauseMs } = describe();
    const pause = clock.monotonicMs() - saidAt;
    const tenth = Math.floor(share * 10);
    const isDue = pause >= pauseMs || (tenth > saidTenth && pause >= SHORTEST_PAUSE_MS);
    if (!isDue || share >= 1) return;
    saidAt = clock.monotonicMs();
    saidTenth = tenth;
    stream.write(`${text()}\n`);
  }

  const timer = setInterval(progressed, LOOK_EVERY_MS).unref();
  return {
    say: (text) => void stream.write(`${text}\n`),
    progressed,
    restart() {
      saidAt = clock.monotonicMs();
      saidTenth = 0;
    },
    end(text) {
      clearInterval(timer);
      return new Promise((resolve) => stream.write(text === null ? '' : `${text}\n`, () => resolve()));
    },
  };
}
