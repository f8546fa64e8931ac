import type { Size } from '../../src/model/size/size.ts';
import { type PipeState, type PipeStep, stepPipe } from '../../src/sandbox/workload/step-pipe.ts';

/** What a pipe has to do, one value for each step of `stepMs`, whatever its size is. */
export interface Trace {
  readonly startMs: number;
  readonly stepMs: number;
  /** Messages a second that arrive; NaN where it is not known: such a step is left out. */
  readonly arrivals: Float32Array;
  /** Millicores for one message a second. */
  readonly perMessage: number;
  /** GB that the largest replica needs; with less, it restarts again and again. NaN where it is not known. */
  readonly memoryGb: Float32Array;
  /** The largest replica's share of the messages over the mean of all, at least 1. */
  readonly unevenness: number;
  /** Messages a second that can be written at most; null without a limit. */
  readonly downstream: Float32Array | null;
  /** 1 where the pipe restarts and does no work, whatever its size; null without any. */
  readonly restarts: Uint8Array | null;
  /** 1 where nothing was measured; null without any. */
  readonly gaps: Uint8Array | null;
  /** The factor by which measured CPU is wrong; null without noise. */
  readonly noise: Float32Array | null;
}

/** What a pipe does in the step `index` of the trace when `size` is asked for at its beginning. */
export function stepTrace(before: PipeState, trace: Trace, index: number, size: Size): PipeStep {
  const { perMessage, unevenness, downstream, restarts, noise } = trace;
  const load = {
    arrivals: trace.arrivals[index] ?? 0,
    perMessage,
    memoryGb: trace.memoryGb[index] ?? 0,
    unevenness,
    writable: downstream?.[index] ?? Number.POSITIVE_INFINITY,
    restarts: restarts?.[index] === 1,
    noise: noise?.[index] ?? 1,
  };
  return stepPipe(before, load, { size, cost: 1, gatherSeconds: 0 }, trace.stepMs);
}
