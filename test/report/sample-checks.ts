import type { CheckFinding, CheckResult, Verdict } from '../../src/model/check.ts';
import type { Plan } from '../../src/model/plan.ts';
import type { Drift } from '../../src/model/report.ts';
import { driftOf, finding, NOW, type Pair, pairOf, place, planOf } from '../plan/samples.ts';

const SMALL = { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 };

/** An alert that matches, one that someone changed, and one that could not be read. */
export const FINDINGS: readonly CheckFinding[] = [
  finding({ name: 'clicks-alert', alert: '65f4000000000000000000b2' }),
  finding({
    name: 'orders-alert',
    alert: '65f4000000000000000000b1',
    status: 'drifted',
    changes: [
      { path: 'threshold', before: 50000, after: 10000 },
      { path: 'thresholdType', before: 'below', after: 'above' },
      { path: 'interval', before: null, after: '5m' },
    ],
    location: place(61, 3),
  }),
  finding({
    name: 'returns-alert',
    alert: '65f4000000000000000000b3',
    status: 'error',
    reason: 'the alert is not there, or the access token may not see it (HTTP 404)',
    location: place(66, 3),
  }),
];

/** A plan that scales pipes, beside an alert that drifted and one that could not be read. */
export function alertedPlan(): Plan {
  const scaled = (name: string, replicas: number): Pair =>
    pairOf(name, { scaling: { replicas: { min: 2, max: 5 } } }, { scaling: { ...SMALL, replicas } });
  const pairs = [
    scaled('clicks', 6),
    scaled('events', 3),
    scaled('orders', 1),
    pairOf('sessions', { settings: { db_max_threads: 8 } }, { settings: { db_max_threads: 4 } }),
    pairOf('uploads', {}, { scaling: SMALL }),
  ];
  return planOf(pairs, { environment: 'production', checks: FINDINGS });
}

/** Every pipe and every given alert matches the configuration. */
export function driftOfAlerts(checks: readonly CheckFinding[] = FINDINGS): Drift {
  const pairs = ['clicks', 'orders', 'returns'].map((name) => pairOf(name));
  return driftOf(pairs, { environment: 'production', checks });
}

/** The result of a check; `reason` and a text `value` come from the service. */
export function result(name: string, verdict: Verdict, value: CheckResult['value'], reason: string): CheckResult {
  return {
    name,
    verdict,
    value,
    reason,
    samples: verdict === 'pass' ? 15 : 0,
    newest: null,
    groups: [],
    asOf: NOW.toISOString(),
  };
}
