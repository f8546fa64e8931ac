import type { PipeReader, PipeWriter } from '../model/client.ts';

/** The time that apply lives by. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Resolves after the time, or at once when the signal aborts; never rejects. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** The world as apply sees it. */
export interface ApplyPorts {
  readonly reader: PipeReader;
  readonly writer: PipeWriter;
  readonly clock: Clock;
}
