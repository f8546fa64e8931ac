import type { ApplyPlanOptions } from '../../src/apply/ports.ts';
import type { Check } from '../../src/model/check.ts';
import type { Alert } from '../../src/model/observability/reader.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Run } from '../../src/model/run.ts';
import { sleepyClock } from '../api/fake-clock.ts';
import { FakeService, type ServiceOptions } from '../apply/fake-service.ts';
import { rolloutOf } from '../apply/guarded-run.ts';
import { runPlan } from '../apply/run-plan.ts';
import { alertCheck, alertOf, answerAlert, answerRows, fakeReader, MINUTE, seriesCheck } from '../health/samples.ts';
import { type Pair, pairOf, planOf } from '../plan/samples.ts';
import { RUN_ID } from './forged-run.ts';

interface Applying extends Partial<ApplyPlanOptions> {
  readonly service?: ServiceOptions;
  /** The values of each check of a series, in order; null for none. */
  readonly lags?: readonly (number | null)[];
  readonly alert?: Partial<Alert>;
}

/** A plan of these pipes, applied to them in memory. */
export async function applied(pairs: readonly Pair[], plan: Plan, applying: Applying = {}): Promise<Run> {
  const { service, lags = [], alert, ...given } = applying;
  const clock = sleepyClock();
  const left = [...lags];
  const reader = fakeReader({
    now: () => clock.now(),
    series: async ({ endMs }) => {
      const value = left.shift() ?? null;
      return answerRows(value === null ? [] : [{ group: [], bucketMs: endMs - MINUTE, values: [value] }]);
    },
    alert: async () => answerAlert(alertOf({ updatedAt: new Date(clock.now()).toISOString(), ...alert })),
  });
  const lives = pairs.flatMap(({ read }) => (read.ok ? [read.pipe] : []));
  const { run } = await runPlan(plan, new FakeService(lives, service), { runId: RUN_ID, ...given }, clock, reader);
  return run;
}

const SIX = ['clicks', 'events', 'orders', 'returns', 'sessions', 'uploads'].map((name) =>
  pairOf(
    name,
    { settings: { db_max_threads: 8 }, scaling: { replicas: 3 } },
    { settings: { db_max_threads: 4 }, scaling: { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 } },
  ),
);
const CHECKS = new Map<string, Check>([
  ['orders-lag', seriesCheck({ windowMs: MINUTE })],
  ['orders-alert', alertCheck()],
  ['lag', seriesCheck({ name: 'lag', windowMs: MINUTE })],
]);
const WAVES = rolloutOf({
  ...{ waves: [{ pipes: 1 }, { share: 0.5 }, { share: 1 }], before: ['orders-alert'], after: ['orders-lag'] },
  ...{ bakeMs: 300_000, intervalMs: 60_000, inconclusiveLimit: 1, onFailure: 'rollback' },
});

/** Six pipes in three waves, with an alert before the first wave and a lag after each. */
function rolledOut(applying: Applying): Promise<Run> {
  const guards = { rollout: WAVES, checks: CHECKS, ofPipe: new Map<string, readonly string[]>() };
  return applied(SIX, planOf(SIX, { environment: 'production' }), { guards, ...applying });
}

const FIRST_WAVE = [3_100, 3_300, 3_200, 3_900, 3_400];
const [PASSED, ROLLED_BACK, BLOCKED, UNHEALTHY] = await Promise.all([
  rolledOut({ lags: [...FIRST_WAVE, 3_400, 4_800, null, 5_100, ...Array(6).fill(4_000)] }),
  // The first request that restores `events` is the ninth write.
  rolledOut({
    lags: [...FIRST_WAVE, 4_200, null, 6_900, 9_100, 12_400],
    service: { writes: [...Array(8).fill('none'), 'rejected'] },
  }),
  rolledOut({ alert: { silenced: 'for the night' } }),
  rolledOut({
    lags: [4_000, 12_400],
    guards: { rollout: null, checks: CHECKS, ofPipe: new Map([['orders', ['lag']]]) },
  }),
]);

/** Three waves with passing checks. */
export const passedRun = (): Run => PASSED;

/** The second wave failed; `events` could not be rolled back. */
export const rolledBackRun = (): Run => ROLLED_BACK;

/** A check did not pass before the first wave: nothing was written. */
export const blockedRun = (): Run => BLOCKED;

/** Without waves: a check of one pipe did not pass after its update. */
export const unhealthyRun = (): Run => UNHEALTHY;
