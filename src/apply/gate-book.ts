import {
  conclude,
  type Gate,
  type Limits,
  recordGate,
  startTally,
  type Tally,
  tally,
} from '../checks/count-verdicts.ts';
import { evaluateCheck } from '../checks/evaluate-check.ts';
import type { Check, CheckResult } from '../model/check.ts';
import type { Clock } from '../model/clock.ts';
import type { RunEvent } from '../model/event.ts';
import type { ObservabilityReader } from '../model/observability.ts';
import type { GateMoment, GateRecord } from '../model/rollout.ts';

/** Which check guards what. */
export interface GateKey {
  readonly name: string;
  readonly moment: GateMoment;
  /** From 1; null outside of waves. */
  readonly wave: number | null;
  /** The pipe whose own check it is, or null. */
  readonly pipe: string | null;
}

/** One measurement lets nothing pass but `pass`: for checks that are asked once, before or after an update. */
export const ASKED_ONCE: Limits = { failureLimit: 0, inconclusiveLimit: 0, consecutiveErrorLimit: 0 };

/** Measures checks, and keeps what they came to for the run document. */
export interface GateBook {
  /** Asks each check once, all side by side, and adds the result to its tally. */
  measure(keys: readonly GateKey[], signal: AbortSignal): Promise<void>;
  /** The first gate that the judge finds closed, with the key; null when all are open. A closed one stays so in the record. */
  findClosed(keys: readonly GateKey[], judge: (state: Tally) => Gate): ClosedGate | null;
  /** In the order in which they were first asked. */
  records(): readonly GateRecord[];
}

export interface ClosedGate extends GateKey {
  readonly reason: string;
}

export interface GateSources {
  readonly checks: ReadonlyMap<string, Check>;
  /** null when no check can be asked: every measurement is an error then. */
  readonly reader: ObservabilityReader | null;
  readonly clock: Clock;
  readonly emit: (event: RunEvent) => void;
}

interface Entry {
  readonly key: GateKey;
  state: Tally;
  verdict: Gate;
}

const OPEN: Gate = { gate: 'open', reason: null };

export function openGateBook({ checks, reader, clock, emit }: GateSources): GateBook {
  const entries = new Map<string, Entry>();
  const underWay = new Map<string, Promise<CheckResult>>();

  function entryOf(key: GateKey): Entry {
    const id = JSON.stringify([key.moment, key.wave, key.pipe, key.name]);
    const known = entries.get(id) ?? { key, state: startTally(), verdict: OPEN };
    entries.set(id, known);
    return known;
  }

  /** Pipes that share a check and ask at the same time share the answer. */
  function ask(name: string, signal: AbortSignal): Promise<CheckResult> {
    const known = underWay.get(name);
    if (known !== undefined) return known;
    const check = checks.get(name);
    const asked =
      check === undefined || reader === null
        ? Promise.resolve(notAsked(name, clock))
        : evaluateCheck(check, reader, signal);
    const shared = asked.finally(() => underWay.delete(name));
    underWay.set(name, shared);
    return shared;
  }

  return {
    async measure(keys, signal) {
      await Promise.all(
        keys.map(async (key) => {
          const result = await ask(key.name, signal);
          // What was broken off by an interrupt says nothing of the check.
          if (signal.aborted) return;
          const entry = entryOf(key);
          entry.state = tally(entry.state, result);
          const { moment, wave, pipe } = key;
          emit({ type: 'check', at: new Date(clock.now()).toISOString(), moment, wave, pipe, ...result });
        }),
      );
    },
    findClosed(keys, judge) {
      let first: ClosedGate | null = null;
      for (const key of keys) {
        const entry = entryOf(key);
        entry.verdict = judge(entry.state);
        const { gate, reason } = entry.verdict;
        if (gate === 'closed') first ??= { ...key, reason: reason ?? '' };
      }
      return first;
    },
    records: () => [...entries.values()].flatMap(({ key, state, verdict }) => recordGate(state, key, verdict) ?? []),
  };
}

/** Asks each check once, and says which gate is closed. */
export async function passOnce(
  book: GateBook,
  keys: readonly GateKey[],
  signal: AbortSignal,
): Promise<ClosedGate | null> {
  await book.measure(keys, signal);
  return signal.aborted ? null : book.findClosed(keys, (state) => conclude(state, ASKED_ONCE));
}

function notAsked(name: string, clock: Clock): CheckResult {
  const reason = 'there is no service to ask';
  return {
    name,
    verdict: 'error',
    value: null,
    reason,
    samples: 0,
    groups: [],
    asOf: new Date(clock.now()).toISOString(),
  };
}
