import {
  conclude,
  type Gate,
  type Limits,
  OPEN,
  recordGate,
  startTally,
  type Tally,
  tally,
} from '../../health/count-verdicts.ts';
import { detectMissingData, type KnownGroups, learnGroups } from '../../health/detect-missing-data.ts';
import { evaluateCheck } from '../../health/evaluate-check.ts';
import type { Check, CheckResult } from '../../model/check.ts';
import type { Clock } from '../../model/clock.ts';
import type { RunEvent } from '../../model/event.ts';
import { listWords } from '../../model/list-words.ts';
import type { ObservabilityReader } from '../../model/observability.ts';
import type { GateMoment, GateRecord } from '../../model/rollout.ts';

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
const ASKED_ONCE: Limits = { failureLimit: 0, inconclusiveLimit: 0, consecutiveErrorLimit: 0 };

/** Measures checks, and keeps what they came to for the run document. */
export interface HealthGates {
  /** Asks the grouped checks among these which groups they have, so that one that falls silent is missed. Nothing is tallied. */
  learn(names: readonly string[], signal: AbortSignal): Promise<void>;
  /** Asks each check once, all side by side, and adds the result to its tally. */
  measure(keys: readonly GateKey[], signal: AbortSignal): Promise<void>;
  /** The gates that the judge finds closed, in the order of the keys. The record keeps what the judge said last. */
  findClosed(keys: readonly GateKey[], judge: (state: Tally) => Gate): readonly ClosedGate[];
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

export function openHealthGates({ checks, reader, clock, emit }: GateSources): HealthGates {
  const entries = new Map<string, Entry>();
  const underWay = new Map<string, Promise<CheckResult>>();
  const groups = new Map<string, KnownGroups>();

  function entryOf(key: GateKey): Entry {
    const id = JSON.stringify([key.moment, key.wave, key.pipe, key.name]);
    const known = entries.get(id) ?? { key, state: startTally(), verdict: OPEN };
    entries.set(id, known);
    return known;
  }

  async function ask(name: string, signal: AbortSignal): Promise<CheckResult> {
    const check = checks.get(name);
    if (check === undefined || reader === null) return notAsked(name, clock);
    const result = await evaluateCheck(check, reader, signal).catch((error: unknown) => mistaken(name, clock, error));
    const known = groups.get(name) ?? new Map();
    groups.set(name, learnGroups(known, result));
    return detectMissingData(check, result, known);
  }

  /** Pipes that share a check and ask at the same time share the answer, but for one that must come after their own update. */
  function share({ name, moment }: GateKey, signal: AbortSignal): Promise<CheckResult> {
    if (moment === 'pipe-after') return ask(name, signal);
    const shared = underWay.get(name) ?? ask(name, signal).finally(() => underWay.delete(name));
    underWay.set(name, shared);
    return shared;
  }

  return {
    async learn(names, signal) {
      const grouped = names.filter((name) => {
        const check = checks.get(name);
        return check?.of === 'series' && check.series.groupBy.length > 0 && !groups.has(name);
      });
      await Promise.all(grouped.map((name) => ask(name, signal)));
    },
    async measure(keys, signal) {
      await Promise.all(
        keys.map(async (key) => {
          const entry = entryOf(key);
          const result = await share(key, signal);
          // What was broken off by an interrupt says nothing of the check.
          if (signal.aborted) return;
          entry.state = tally(entry.state, result);
          const { moment, wave, pipe } = key;
          emit({ type: 'check', at: new Date(clock.now()).toISOString(), moment, wave, pipe, ...result });
        }),
      );
    },
    findClosed(keys, judge) {
      return keys.flatMap((key) => {
        const entry = entryOf(key);
        entry.verdict = judge(entry.state);
        const { gate, reason } = entry.verdict;
        return gate === 'closed' ? [{ ...key, reason: reason ?? '' }] : [];
      });
    },
    records: () => [...entries.values()].flatMap(({ key, state, verdict }) => recordGate(state, key, verdict) ?? []),
  };
}

/** Asks each check once, and says which gates are closed; none at an interrupt, which says nothing of them. */
export async function passOnce(
  healthGates: HealthGates,
  keys: readonly GateKey[],
  signal: AbortSignal,
): Promise<readonly ClosedGate[]> {
  await healthGates.measure(keys, signal);
  return signal.aborted ? [] : healthGates.findClosed(keys, (state) => conclude(state, ASKED_ONCE));
}

/** `check orders-lag does not pass`, `checks orders-lag and orders-alert do not pass`. */
export function describeClosed(closed: readonly ClosedGate[]): string {
  const names = listWords(closed.map(({ name }) => name));
  return closed.length < 2 ? `check ${names} does not pass` : `checks ${names} do not pass`;
}

/** Why each of them is closed, in the order of the keys. */
export function explainClosed(closed: readonly ClosedGate[]): readonly string[] {
  return closed.map(({ name, reason }) => `${name} ${reason}`);
}

function notAsked(name: string, clock: Clock): CheckResult {
  return failed(name, clock, 'there is no service to ask');
}

/** A mistake of our own in asking a check says nothing of the service, and must not take the run with it. */
function mistaken(name: string, clock: Clock, error: unknown): CheckResult {
  const what = error instanceof Error ? ` (${error.name}: ${error.message})` : '';
  return failed(name, clock, `Pipeform made a mistake in asking it; please report this${what}`);
}

function failed(name: string, clock: Clock, reason: string): CheckResult {
  const asOf = new Date(clock.now()).toISOString();
  return { name, verdict: 'error', value: null, reason, samples: 0, newest: null, groups: [], asOf };
}
