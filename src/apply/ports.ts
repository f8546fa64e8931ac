import type { PipeReader, PipeWriter } from '../model/client.ts';
import type { Clock } from '../model/clock.ts';
import type { ObservabilityReader } from '../model/observability.ts';

/** The world as apply sees it. */
export interface ApplyPorts {
  readonly reader: PipeReader;
  readonly writer: PipeWriter;
  /** For the checks that guard; null when none does. */
  readonly observability: ObservabilityReader | null;
  readonly clock: Clock;
}

/** What an interrupt means: the first one asks to finish, the second one to stop now. */
export interface Interrupts {
  /** Aborts at the first, with the signal's name as the reason: finish what is in flight, start nothing more. */
  readonly stop: AbortSignal;
  /** Aborts at the second: what is in flight is broken off. */
  readonly abort: AbortSignal;
}
