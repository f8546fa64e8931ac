import type { Clock } from '../../model/clock.ts';
import type { RunEvent } from '../../model/event.ts';
import type { RunPipe } from '../../model/run.ts';
import type { UpdatePipe } from '../update/send-all.ts';
import type { PipeGates } from '../update/update-pipe.ts';

/** Who does the work on pipes: a rollout says when and in which order. */
export interface PipeUpdater {
  /** Pipes that are worked on at once. */
  readonly parallelism: number;
  readonly clock: Clock;
  readonly stop: AbortSignal;
  readonly emit: (event: RunEvent) => void;
  /** The time of an event. */
  at(): string;
  /** Updates one pipe, or says why it was not started. Never throws. */
  update(pipe: UpdatePipe, turn: Pick<PipeGates, 'wave' | 'after'>): Promise<RunPipe>;
  /** Puts back what this run wrote to a pipe. Never throws. Only a second interrupt breaks it off. */
  restore(pipe: RunPipe): Promise<RunPipe>;
}
