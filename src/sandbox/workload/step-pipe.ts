import { capacityOf, isSameSize, type Size } from '../../model/size/size.ts';

/** What a pipe has to do in one step, whatever its size is. */
export interface StepLoad {
  /** Messages a second that arrive. */
  readonly arrivals: number;
  /** Millicores for one message a second, with the best settings. */
  readonly perMessage: number;
  /** GB that the largest replica needs; with less, it restarts again and again. NaN where it is not known. */
  readonly memoryGb: number;
  /** The largest replica's share of the messages over the mean of all, at least 1. */
  readonly unevenness: number;
  /** Messages a second that can be written at most. */
  readonly writable: number;
  /** Whether the pipe restarts and does no work, whatever its size. */
  readonly restarts: boolean;
  /** The factor by which measured CPU is wrong. */
  readonly noise: number;
}

/** What a pipe can do as configured. */
export interface StepAbility {
  readonly size: Size;
  /** The factor by which the settings make a message more expensive; 1 for the best ones. */
  readonly cost: number;
  /** How long messages, which wait meanwhile, are collected for an insert. */
  readonly gatherSeconds: number;
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

/** The most messages in an insert. */
export const INSERT_MESSAGES = 4_000;

/** A pipe with nothing to catch up on. */
export function startPipe(size: Size): PipeState {
  return { waiting: 0, asked: size, working: capacityOf(size), remainingMs: 0 };
}

/** What a pipe does in a step when it is asked for this ability at its beginning. */
export function stepPipe(before: PipeState, load: StepLoad, ability: StepAbility, stepMs: number): PipeStep {
  const { arrivals, memoryGb, writable } = load;
  const { size, cost, gatherSeconds } = ability;
  const perMessage = load.perMessage * cost;
  const seconds = stepMs / 1_000;
  const isResized = size !== before.asked && !isSameSize(size, before.asked);
  const waitMs = isResized ? RESIZE_MS : before.remainingMs;
  const working = isResized && before.remainingMs <= 0 ? capacityOf(before.asked) : before.working;
  const oldShare = Math.min(waitMs, stepMs) / stepMs;
  const capacity = oldShare * working + (1 - oldShare) * capacityOf(size);
  const isOutOfMemory = memoryGb > size.memoryGb;
  const isDown = isOutOfMemory || load.restarts;
  const waited = before.waiting + arrivals * seconds;
  // The largest replica is full first: the others cannot take over its partitions.
  const possible = isDown ? 0 : capacity / Math.min(load.unevenness, size.replicas) / perMessage;
  // On average, half of the messages of the next insert are there already.
  const gathered = Math.min(Math.min(arrivals, possible) * gatherSeconds, INSERT_MESSAGES) / 2;
  const rate = Math.min(Math.max(0, waited - gathered) / seconds, possible, writable);
  const waiting = Math.max(0, waited - rate * seconds);
  const demand = Math.min(writable, arrivals + before.waiting / CATCH_UP_SECONDS);
  return {
    waiting,
    asked: size,
    working,
    remainingMs: Math.max(0, waitMs - stepMs),
    rate,
    cpu: Math.min(capacity, rate * perMessage * load.noise),
    memory: Math.min(memoryGb, size.memoryGb),
    capacity,
    isShort: waiting > arrivals * TOLERATED_SECONDS && possible < demand && (isOutOfMemory || !isDown),
    isOutOfMemory,
  };
}
