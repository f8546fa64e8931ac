import { capacityOf, isSameSize, type Size } from '../../model/size/sizing.ts';

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

/** What the next step depends on. */
export interface PipeState {
  /** Messages that wait. */
  readonly waiting: number;
  /** The size that was asked for last. */
  readonly asked: Size;
  /** Millicores of the size that works until `asked` does. */
  readonly working: number;
  /** How long until `asked` works. */
  readonly remainingMs: number;
}

/** One step of a pipe: what it did, and the state after it. */
export interface PipeStep extends PipeState {
  /** Messages a second that were taken in. */
  readonly rate: number;
  /** Millicores that all replicas used. */
  readonly cpu: number;
  /** GB that the largest replica used. */
  readonly memory: number;
  /** Millicores that all replicas could use. */
  readonly capacity: number;
  /**
   * Short of capacity or memory: messages wait at the end of the step, and the pipe can take in less than what arrives and the
   * backlog within an hour. Not where downstream is the limit, or in a restart that no size prevents.
   */
  readonly isShort: boolean;
  readonly isOutOfMemory: boolean;
}

/** How long it takes until a new size works. */
export const RESIZE_MS = 4 * 60_000;

// A backlog that is worked off within the minute is no shortage.
const TOLERATED_SECONDS = 60;
const CATCH_UP_SECONDS = 3_600;

/** A pipe with nothing to catch up on. */
export function startPipe(size: Size): PipeState {
  return { waiting: 0, asked: size, working: capacityOf(size), remainingMs: 0 };
}

/** What a pipe does in the step `index` of the trace when `size` is asked for at its beginning. */
export function stepPipe(before: PipeState, trace: Trace, index: number, size: Size): PipeStep {
  const { stepMs, perMessage, unevenness, downstream } = trace;
  const seconds = stepMs / 1_000;
  const isResized = size !== before.asked && !isSameSize(size, before.asked);
  const waitMs = isResized ? RESIZE_MS : before.remainingMs;
  const working = isResized && before.remainingMs <= 0 ? capacityOf(before.asked) : before.working;
  const oldShare = Math.min(waitMs, stepMs) / stepMs;
  const capacity = oldShare * working + (1 - oldShare) * capacityOf(size);
  const isOutOfMemory = (trace.memoryGb[index] ?? 0) > size.memoryGb;
  const isDown = isOutOfMemory || trace.restarts?.[index] === 1;
  const arrivals = trace.arrivals[index] ?? 0;
  const waited = before.waiting + arrivals * seconds;
  // The largest replica is full first: the others cannot take over its partitions.
  const possible = isDown ? 0 : capacity / Math.min(unevenness, size.replicas) / perMessage;
  const writable = downstream?.[index] ?? Number.POSITIVE_INFINITY;
  const rate = Math.min(waited / seconds, possible, writable);
  const waiting = Math.max(0, waited - rate * seconds);
  const demand = Math.min(writable, arrivals + before.waiting / CATCH_UP_SECONDS);
  return {
    waiting,
    asked: size,
    working,
    remainingMs: Math.max(0, waitMs - stepMs),
    rate,
    cpu: Math.min(capacity, rate * perMessage * (trace.noise?.[index] ?? 1)),
    memory: Math.min(trace.memoryGb[index] ?? 0, size.memoryGb),
    capacity,
    isShort: waiting > arrivals * TOLERATED_SECONDS && possible < demand && (isOutOfMemory || !isDown),
    isOutOfMemory,
  };
}
