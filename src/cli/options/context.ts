import type { Interrupts } from '../../apply/ports.ts';
import type { Clock } from '../../model/clock.ts';

/** What the services and the journal need of the world: a library has that much too. */
export interface World {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** A number from 0 up to 1. */
  readonly random: () => number;
  readonly interrupts: Interrupts;
}

/** The world as a command sees it; `process-edge.ts` makes the real one. */
export interface Context extends World {
  readonly cwd: string;
  readonly platform: NodeJS.Platform;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}
