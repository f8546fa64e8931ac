import fc, { type Arbitrary } from 'fast-check';
import type { JsonObject } from '../../src/model/json/json.ts';
import type { ClockStep } from '../e2e/preload.ts';
import type { Switches } from '../odd-service/start.ts';
import { anySwitches, obligingSwitches } from '../properties/any-switches.ts';
import { type PipeCase, type Scenario, scenarioOf } from '../properties/scenario.ts';
import { fits } from '../properties/write-config.ts';
import { anyEdit, anyFaults, anyOddFaults } from './draw-faults.ts';

/** The signal to the apply while it runs. */
export interface Blow {
  readonly signal: 'SIGKILL' | 'SIGINT' | 'SIGTERM';
  /** The n-th request or write received, the n-th commit or the n-th event on stdout. */
  readonly on: 'request' | 'write' | 'commit' | 'event';
  readonly number: number;
  readonly delayMs: number;
  /** Interrupt again to stop immediately. */
  readonly times: 1 | 2;
}

/** All random choices of one run. */
export interface Chaos {
  readonly seed: number;
  /** `mild`: every desired value can be reached once the faults end. `thorny`: some never can. */
  readonly temper: 'mild' | 'thorny';
  readonly scenario: Scenario;
  /** As in a fault plan. */
  readonly faults: readonly JsonObject[];
  readonly blow: Blow | null;
  readonly way: 'fresh' | 'saved';
  /** Edits of others between the saved plan and the apply, by pipe id. */
  readonly edits: readonly { readonly id: string; readonly edit: JsonObject }[];
  readonly rollout: JsonObject | null;
  readonly parallelism: number;
  readonly waiting: readonly string[];
  readonly failing: readonly string[];
  readonly allowances: 'given' | 'kept';
  /** The first command after the faults end. */
  readonly afterwards: 'apply' | 'rollback';
  /** The wall clock steps while the apply runs. */
  readonly clockSteps: readonly ClockStep[];
}

const MAX_PIPES = 12;
const FEWEST_PIPES = 3;

const seldom = <T>(weight: number, arbitrary: Arbitrary<T>): Arbitrary<T | null> =>
  fc.oneof({ weight, arbitrary: fc.constant(null) }, { weight: 1, arbitrary });

/** Short enough that a run ends in seconds. */
const quick = (switches: Arbitrary<Switches>): Arbitrary<Switches> =>
  fc
    .record({
      switches,
      settleMs: fc.integer({ min: 1, max: 300 }),
      rateLimit: seldom(
        5,
        fc.record({ requests: fc.integer({ min: 10, max: 40 }), perMs: fc.integer({ min: 300, max: 900 }) }),
      ),
    })
    .map(({ switches: given, settleMs, rateLimit }) => {
      return { ...given, rateLimit, settleMs: given.settleMs === 0 ? 0 : settleMs };
    });

export const anyBlow: Arbitrary<Blow> = fc.record({
  signal: fc.constantFrom('SIGKILL', 'SIGKILL', 'SIGKILL', 'SIGINT', 'SIGTERM'),
  on: fc.constantFrom('request', 'write', 'write', 'write', 'commit', 'commit', 'event'),
  number: fc.constantFrom(1, 1, 2, 2, 3, 4, 5, 8, 13, 21),
  delayMs: fc.constantFrom(0, 0, 0, 1, 2, 5, 20),
  times: fc.constantFrom(1, 1, 2),
});

const rollout: Arbitrary<JsonObject> = fc.record({
  waves: fc.constantFrom([1, '50%', '100%'], ['50%', '100%'], [2]),
  onFailure: fc.constantFrom('rollback', 'rollback', 'stop'),
  bake: fc.constant('10ms'),
  interval: fc.constant('10ms'),
});

/** The run of a seed: the same on every machine. */
export function drawChaos(seed: number): Chaos {
  // Adjacent seeds would start alike.
  const drawn = sampleOne(anyChaos, Math.imul(seed + 1, 0x9e3779b1));
  // Drawn separately, so that the other draws of a seed do not change.
  const odd = sampleOne(anyOddFaults(drawn.scenario.cases), Math.imul(seed + 1, 0x85ebca6b));
  const clockSteps = sampleOne(anyClockSteps, Math.imul(seed + 1, 0xc2b2ae35));
  return { seed, ...drawn, faults: [...odd, ...drawn.faults], clockSteps };
}

export function sampleOne<T>(arbitrary: Arbitrary<T>, seed: number): T {
  const [drawn] = fc.sample(arbitrary, { seed, numRuns: 1 });
  if (drawn === undefined) throw new Error('nothing was drawn');
  return drawn;
}

const HOUR_MS = 3_600_000;

const clockStep: Arbitrary<ClockStep> = fc.record({
  byMs: fc.constantFrom(-20, -1_000, -1_000, -HOUR_MS, HOUR_MS),
  afterRequests: fc.constantFrom(1, 2, 3, 5, 8, 13, 21, 34),
});

export const anyClockSteps: Arbitrary<readonly ClockStep[]> = fc.oneof(
  fc.constant([]),
  fc.array(clockStep, { minLength: 1, maxLength: 2 }),
);

const temper = fc.constantFrom<Chaos['temper'][]>('mild', 'mild', 'mild', 'mild', 'thorny');

const anyChaos: Arbitrary<Omit<Chaos, 'seed' | 'clockSteps'>> = temper.chain((chosen) =>
  (chosen === 'mild' ? mildScenario : thornyScenario).chain((scenario) => {
    const ids = scenario.cases.filter(({ exists }) => exists).map(({ live }) => live.id);
    return fc.record({
      temper: fc.constant(chosen),
      scenario: fc.constant(scenario),
      faults: anyFaults(scenario.cases),
      blow: fc.option(anyBlow, { freq: 2 }),
      way: fc.constantFrom('fresh', 'fresh', 'saved'),
      edits: fc.array(fc.record({ id: fc.constantFrom(...ids), edit: anyEdit }), { maxLength: 3 }),
      rollout: seldom(3, rollout),
      parallelism: fc.constantFrom(1, 2, 4, 8),
      waiting: fc.constantFrom<(readonly string[])[]>(
        ['--wait-timeout', '1s'],
        ['--wait-timeout', '1s'],
        ['--no-wait'],
      ),
      failing: fc.constantFrom<(readonly string[])[]>([], [], [], ['--fail-fast']),
      allowances: fc.constantFrom<Chaos['allowances'][]>('given', 'given', 'kept'),
      afterwards: fc.constantFrom<Chaos['afterwards'][]>('apply', 'apply', 'rollback'),
    });
  }),
);

const sizable = (switches: Arbitrary<Switches>) =>
  scenarioOf(MAX_PIPES, quick(switches)).filter(
    ({ cases, fleet }) => cases.length >= FEWEST_PIPES && fleet.pipes.length > 0,
  );
const thornyScenario = sizable(anySwitches);
const mildScenario = sizable(obligingSwitches).map((scenario): Scenario => {
  const cases = scenario.cases.map(soften);
  return {
    ...scenario,
    cases,
    fleet: { ...scenario.fleet, pipes: cases.map(({ live }) => live) },
    policy: { ...scenario.policy, maxChangedPipes: null },
  };
});

/** The same pipe without values that no update can reach. */
function soften(pipe: PipeCase): PipeCase {
  const { x_huge: _, ...settings } = pipe.live.settings;
  const declarations = pipe.declarations.filter(
    (declaration) =>
      declaration.ignored || (pipe.kind !== 'postgres' && fits({ ...pipe, declarations: [declaration] }, pipe.kind)),
  );
  const correct = (claim: PipeCase['claims']['name']) => (claim === 'wrong' ? 'right' : claim);
  return {
    ...pipe,
    live: { ...pipe.live, settings },
    declarations,
    exists: true,
    claims: { name: correct(pipe.claims.name), source: correct(pipe.claims.source) },
  };
}
