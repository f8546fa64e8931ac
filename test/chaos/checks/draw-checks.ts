import fc from 'fast-check';
import type { JsonObject } from '../../../src/model/json/json.ts';
import { alertIdOf, createQuickstartFleet } from '../../../src/sandbox/index.ts';
import { SWITCH_TABLE, type Switches } from '../../../src/sandbox/switches.ts';
import type { ClockStep } from '../../e2e/preload.ts';
import { anyBlow, anyClockSteps, type Blow, sampleOne } from '../draw-chaos.ts';
import { anyQueryFaults } from '../draw-faults.ts';
import type { Jump } from '../watch-writes.ts';
import { alertCheck, type KnownCheck, seriesCheck } from './known-check.ts';

/** All random choices of one `check` against a faulty service. */
export interface ChecksChaos {
  readonly seed: number;
  readonly checks: readonly KnownCheck[];
  readonly switches: Partial<Switches>;
  readonly faults: readonly JsonObject[];
  readonly blow: Blow | null;
  readonly clockSteps: readonly ClockStep[];
  readonly jump: Jump | null;
  readonly parallelism: number;
}

export const FLEET = createQuickstartFleet();
const ALERT = alertIdOf(FLEET.pipes[0]?.id ?? '');

const KNOWN: readonly KnownCheck[] = [
  seriesCheck('lag', 'metric:lag', [], '>=', 0),
  seriesCheck('lag-by-pipe', 'metric:lag', ['pipe'], '<', 10_000),
  seriesCheck('impossible', 'metric:arrivals', ['pipe'], '<', 0),
  seriesCheck('nothing', 'metric:nonsense', [], '<', 1),
  alertCheck('alert', ALERT, 'OK'),
  alertCheck('inverse', alertIdOf(FLEET.pipes[1]?.id ?? ''), 'ALERT'),
];

const choices = (name: 'alerts' | 'gaps' | 'rowOrder' | 'emptyGroup') => Object.keys(SWITCH_TABLE[name].choices ?? {});

const anySwitches = fc.record({
  alerts: fc.constantFrom('fresh', 'fresh', 'fresh', ...choices('alerts')),
  gaps: fc.constantFrom('none', 'none', ...choices('gaps')),
  rowOrder: fc.constantFrom(...choices('rowOrder')),
  emptyGroup: fc.constantFrom(...choices('emptyGroup')),
}) as unknown as fc.Arbitrary<Partial<Switches>>;

const anyChecks = fc.record({
  checks: fc.subarray([...KNOWN], { minLength: 1 }),
  switches: anySwitches,
  faults: anyQueryFaults,
  // Once the document is there, nothing is left to interrupt.
  blow: fc.option(
    anyBlow.map((blow): Blow => ({ ...blow, on: 'request' })),
    { freq: 2 },
  ),
  clockSteps: anyClockSteps,
  jump: fc.option(
    fc.record({
      on: fc.constant<Jump['on']>('request'),
      number: fc.constantFrom(1, 2, 3, 5),
      byMs: fc.constantFrom(40_000, 300_000, 7_200_000),
    }),
    { freq: 2 },
  ),
  parallelism: fc.constantFrom(1, 2, 8),
});

export function drawChecks(seed: number): ChecksChaos {
  return { seed, ...sampleOne(anyChecks, Math.imul(seed + 1, 0x27d4eb2f)) };
}
