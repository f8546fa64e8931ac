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
import { timestamp } from '../../model/clock.ts';
import type { GateKey, GateRecord } from '../../model/rollout.ts';
import type { RunEvent } from '../../model/run.ts';
import { listWords } from '../../model/text.ts';
import type { ApplyPorts } from '../ports.ts';

/** One measurement lets nothing pass but `pass`: for checks that are asked once, before or after an update. */
const ASKED_ONCE: Limits = { failureLimit: 0, inconclusiveLimit: 0, consecutiveErrorLimit: 0 };

/** Measures checks, and keeps what they came to for the run document. */
export interface HealthGates {
  /** Asks the grouped checks among these which groups they have, so that one that falls silent is missed. Nothing is tallied. */
  learn(names: readonly string[], signal: AbortSignal): Promise<void>;
  /** Asks each check once, all side by side, and adds the result to its tally. */
  measure(keys: readonly GateKey[], signal: AbortSignal): Promise<void>;
  /** The gates that are closed by `decide`, in the order of the keys. The record keeps the last decision. */
  findClosed(keys: readonly GateKey[], decide: (tally: Tally) => Gate): readonly ClosedGate[];
  /** In the order in which they were first asked. */
  records(): readonly GateRecord[];
}

export interface ClosedGate extends GateKey {
  readonly reason: string;
}

interface Entry {
  readonly key: GateKey;
  state: Tally;
  gate: Gate;
}

/** Without a `reader` no check can be asked: every measurement is an error. */
export function openHealthGates(
  checks: ReadonlyMap<string, Check>,
  { observability: reader, clock }: Pick<ApplyPorts, 'observability' | 'clock'>,
  emit: (event: RunEvent) => void,
): HealthGates {
  const entries = new Map<string, Entry>();
  const underWay = new Map<string, Promise<CheckResult>>();
  const groups = new Map<string, KnownGroups>();

  function entryOf(key: GateKey): Entry {
    const id = JSON.stringify([key.moment, key.wave, key.pipe, key.name]);
    const known = entries.get(id) ?? { key, state: startTally(), gate: OPEN };
    entries.set(id, known);
    return known;
  }

  async function ask(name: string, signal: AbortSignal): Promise<CheckResult> {
    const check = checks.get(name);
    if (check === undefined || reader === null) return failed(name, 'there is no service to ask');
    // A bug in asking a check must not end the run.
    const result = await evaluateCheck(check, reader, signal).catch((error: unknown) => {
      const what = error instanceof Error ? ` (${error.name}: ${error.message})` : '';
      return failed(name, `internal error in Pipeform; please report this${what}`);
    });
    const known = groups.get(name) ?? new Map();
    groups.set(name, learnGroups(known, result));
    return detectMissingData(check, result, known);
  }

  function failed(name: string, reason: string): CheckResult {
    const asOf = timestamp(clock);
    return { name, verdict: 'error', value: null, reason, samples: 0, newest: null, groups: [], asOf };
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
          emit({ type: 'check', at: timestamp(clock), moment, wave, pipe, ...result });
        }),
      );
    },
    findClosed(keys, decide) {
      return keys.flatMap((key) => {
        const entry = entryOf(key);
        entry.gate = decide(entry.state);
        const { gate, reason } = entry.gate;
        return gate === 'closed' ? [{ ...key, reason: reason ?? '' }] : [];
      });
    },
    records: () => [...entries.values()].flatMap(({ key, state, gate }) => recordGate(state, key, gate) ?? []),
  };
}

/** Asks each check once, and returns the gates that are closed; none at an interrupt. */
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
