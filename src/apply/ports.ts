import type { PipeReader, PipeWriter } from '../model/client.ts';
import type { Clock } from '../model/clock.ts';

/** The world as apply sees it. */
export interface ApplyPorts {
  readonly reader: PipeReader;
  readonly writer: PipeWriter;
  readonly clock: Clock;
}
