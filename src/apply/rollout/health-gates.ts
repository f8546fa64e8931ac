import {
  conclude,
  conditionOf,
  type FailureLimits,
  type Gate,
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

/** For checks that are measured once, before or after an update: only `pass` passes. */
const SINGLE_MEASUREMENT: FailureLimits = { failureLimit: 0, inconclusiveLimit: 0, consecutiveErrorLimit: 0 };

/** Measures checks, and records the results for the run document. */
export interface HealthGates {
  /** Reads the current groups of grouped checks, so that a group whose data stops is detected. Nothing is tallied. */
  learn(names: readonly string[], signal: AbortSignal): Promise<void>;
  /** Measures all checks once, in parallel, and adds each result to its tally. */
  measure(keys: readonly GateKey[], signal: AbortSignal): Promise<void>;
  /** The gates that `decide` closes, in the order of the keys. The record holds the last decision. */
  findClosed(keys: readonly GateKey[], decide: (tally: Tally) => Gate): readonly ClosedGate[];
  /** The records are in the order of their first measurement. */
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

/** Without a `reader` every measurement is an error. */
export function openHealthGates(
  checks: ReadonlyMap<string, Check>,
  { observability: reader, clock, reportBug }: Pick<ApplyPorts, 'observability' | 'clock' | 'reportBug'>,
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

  async function measureCheck(name: string, signal: AbortSignal): Promise<CheckResult> {
    const check = checks.get(name);
    if (check === undefined || reader === null) return failed(name, 'there is no observability API to query');
    // A bug in a check must not end the run.
    const result = await evaluateCheck(check, reader, signal).catch((error: unknown) =>
      failed(name, describeBug(reportBug(error))),
    );
    const known = groups.get(name) ?? new Map();
    groups.set(name, learnGroups(known, result));
    return detectMissingData(check, result, known);
  }

  function failed(name: string, reason: string): CheckResult {
    const asOf = timestamp(clock);
    return { name, verdict: 'error', value: null, reason, samples: 0, newest: null, groups: [], asOf };
  }

  /** Concurrent measurements of a check share one result, except after an update: that result must be newer than the update. */
  function share({ name, moment }: GateKey, signal: AbortSignal): Promise<CheckResult> {
    if (moment === 'pipe-after') return measureCheck(name, signal);
    const shared = underWay.get(name) ?? measureCheck(name, signal).finally(() => underWay.delete(name));
    underWay.set(name, shared);
    return shared;
  }

  return {
    async learn(names, signal) {
      const grouped = names.filter((name) => {
        const check = checks.get(name);
        return check?.kind === 'series' && check.series.groupBy.length > 0 && !groups.has(name);
      });
      await Promise.all(grouped.map((name) => measureCheck(name, signal)));
    },
    async measure(keys, signal) {
      await Promise.all(
        keys.map(async (key) => {
          const entry = entryOf(key);
          const result = await share(key, signal);
          // A canceled measurement is not a result.
          if (signal.aborted) return;
          entry.state = tally(entry.state, result);
          const { moment, wave, pipe } = key;
          emit({
            type: 'check',
            at: timestamp(clock),
            moment,
            wave,
            pipe,
            ...result,
            ...conditionOf(checks.get(key.name)),
          });
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
    records: () =>
      [...entries.values()].flatMap(({ key, state, gate }) => recordGate(state, key, gate, checks.get(key.name)) ?? []),
  };
}

/** Measures each check once and returns the closed gates; none after an interrupt. */
export async function passOnce(
  healthGates: HealthGates,
  keys: readonly GateKey[],
  signal: AbortSignal,
): Promise<readonly ClosedGate[]> {
  await healthGates.measure(keys, signal);
  return signal.aborted ? [] : healthGates.findClosed(keys, (state) => conclude(state, SINGLE_MEASUREMENT));
}

/** `check orders-lag did not pass`, `checks orders-lag and orders-alert did not pass`. */
export function describeClosed(closed: readonly ClosedGate[]): string {
  const names = listWords(closed.map(({ name }) => name));
  return closed.length < 2 ? `check ${names} did not pass` : `checks ${names} did not pass`;
}

export function explainClosed(closed: readonly ClosedGate[]): readonly string[] {
  return closed.map(({ name, reason }) => `${name} ${reason}`);
}

/** Why a check or a wave failed that a bug ended. `detail`: of `reportBug`. */
export function describeBug(detail: string): string {
  return `internal error in Pipeform; please report this (${detail})`;
}
