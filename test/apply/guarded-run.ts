import { expect } from 'vitest';
import type { ApplyPlanOptions, RunJournal } from '../../src/apply/ports.ts';
import { chooseExitCode } from '../../src/cli/output/choose-exit-code.ts';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { LivePipe, LiveScaling } from '../../src/model/live-pipe.ts';
import type { Rollout } from '../../src/model/rollout.ts';
import type { Run } from '../../src/model/run.ts';
import { sleepyClock } from '../api/fake-clock.ts';
import { desiredPipe, livePipe, type Pair, pair, planOf, valuesOf } from '../plan/samples.ts';
import { FakeService, type ServiceOptions } from './fake-service.ts';
import { runPlan, type Trial } from './run-plan.ts';
import { findFaults } from './schemas.ts';
import { checksNamed, type Script, scriptChecks } from './scripted-checks.ts';

export type LivePair = Pair & { readonly live: LivePipe };

/** The input of a run, and its faults. */
export interface Scenario {
  readonly pipes: readonly LivePair[];
  /** Pipes of the plan without requests. */
  readonly others?: readonly Pair[];
  /** Without it, or with null, there is no rollout. */
  readonly rollout?: Partial<Rollout> | null;
  /** The checks of the pipes, by name. */
  readonly ofPipe?: Readonly<Record<string, readonly string[]>>;
  readonly says?: Script;
  readonly onAsk?: (name: string, nth: number) => void;
  readonly onSleep?: (milliseconds: number) => void;
  readonly service?: ServiceOptions;
  readonly options?: Partial<ApplyPlanOptions>;
}

export interface ScenarioTrial extends Trial {
  readonly service: FakeService;
  /** The names of the checks that were called, in order. */
  readonly checkCalls: readonly string[];
}

export interface GuardedTrial extends ScenarioTrial {
  readonly code: number;
  /** The story without reads. */
  readonly deeds: readonly string[];
}

/** One pipe, then the rest; each bakes for a minute with two measurements. */
export function rolloutOf(wanted: Partial<Rollout> = {}): Rollout {
  return {
    waves: [{ pipes: 1 }, { share: 1 }],
    before: [],
    after: ['lag'],
    bakeMs: 60_000,
    intervalMs: 30_000,
    count: null,
    failureLimit: 0,
    inconclusiveLimit: 0,
    consecutiveErrorLimit: 0,
    onFailure: 'stop',
    ...wanted,
  };
}

/** A pipe whose settings change from 4 threads to 8 by default. */
export function movingPipe(
  name: string,
  wanted: Parameters<typeof desiredPipe>[0] = { settings: { db_max_threads: 8 } },
  shown: Parameters<typeof livePipe>[0] = { settings: { db_max_threads: 4 } },
): LivePair {
  const live = livePipe({ name, ...shown });
  return { ...pair(desiredPipe({ name, ...wanted }), live), live };
}

export function movingPipes(...names: readonly string[]): readonly LivePair[] {
  return names.map((name) => movingPipe(name));
}

/** Applies the plan of a scenario with this journal. */
export async function runScenario(scenario: Scenario, journal?: RunJournal): Promise<ScenarioTrial> {
  const { pipes, others = [], ofPipe = {}, says = {}, onAsk, onSleep, options = {} } = scenario;
  const clock = sleepyClock({ onSleep });
  const { reader, calls: checkCalls } = scriptChecks(clock, says, onAsk);
  const rollout = scenario.rollout ? rolloutOf(scenario.rollout) : null;
  const names = [...(rollout?.before ?? []), ...(rollout?.after ?? []), ...Object.values(ofPipe).flat()];
  const guards = { rollout, checks: checksNamed(names), ofPipe: new Map(Object.entries(ofPipe)) };
  const service = new FakeService(
    pipes.map(({ live }) => live),
    scenario.service,
  );
  const plan = planOf([...pipes, ...others]);
  const trial = await runPlan(plan, service, { guards, ...options }, clock, reader, journal);
  return { ...trial, service, checkCalls };
}

/** The same with a rollout by default. Every event and the run must match their schemas, and run_done must be last. */
export async function runGuarded(scenario: Scenario, journal?: RunJournal): Promise<GuardedTrial> {
  const trial = await runScenario({ rollout: {}, ...scenario }, journal);
  for (const event of trial.events) expect(findFaults('events', event)).toEqual([]);
  expect(findFaults('run', trial.run)).toEqual([]);
  expect(trial.events.findIndex(({ type }) => type === 'run_done')).toBe(trial.events.length - 1);
  const deeds = trial.story.filter((line) => !line.startsWith('GET '));
  return { ...trial, deeds, code: chooseExitCode({ kind: 'report', report: trial.run }) };
}

/** The actions of a pipe that is updated. */
export function updated(name: string): readonly string[] {
  return [`pipe_start ${name}`, `PUT ${name} 200`, `pipe_done ${name} applied`];
}

export function verdictsOf({ rollout }: Run): readonly string[] {
  return rollout?.waves.map(({ verdict }) => verdict) ?? [];
}

/** The codes of the diagnostics of a pipe. */
export function codesOf(run: Run, name: string): readonly string[] {
  return run.pipes.find((pipe) => pipe.name === name)?.diagnostics.map(({ code }) => code) ?? [];
}

/** The true values of a pipe, without nulls. */
export function setValues(live: LivePipe): { settings: JsonObject; scaling: Partial<LiveScaling> } {
  const shown = <T extends object>(values: T): T =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as T;
  return { settings: shown(valuesOf(live)), scaling: shown(live.scaling) };
}

/** The two interrupts, triggered by the test. */
export function interrupter() {
  const stop = new AbortController();
  const abort = new AbortController();
  return {
    signals: { stop: stop.signal, abort: abort.signal },
    first: () => stop.abort('SIGINT'),
    second: () => {
      stop.abort('SIGINT');
      abort.abort();
    },
  };
}
