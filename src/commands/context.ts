import type { Interrupts } from '../apply/ports.ts';
import type { Clock } from '../model/clock.ts';

/** The world as a command sees it; `process-edge.ts` makes the real one. */
export interface Context {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  readonly interrupts: Interrupts;
}
