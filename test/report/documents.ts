import type { AdvisedPipe, Recommendations, WeekOfPipe } from '../../src/model/size/advice-report.ts';
import type { Backtest, BacktestRow } from '../../src/model/size/backtest-report.ts';
import type { Block } from '../../src/report/block.ts';
import { composeAlert, describeAlert } from '../../src/report/compose/compose-alert.ts';
import { composeBacktest } from '../../src/report/compose/compose-backtest.ts';
import { composeChecks } from '../../src/report/compose/compose-checks.ts';
import { composeHistory } from '../../src/report/compose/compose-history.ts';
import { composeRecommendations } from '../../src/report/compose/compose-recommendations.ts';
import { composeRuns } from '../../src/report/compose/compose-runs.ts';
import { alertOf } from '../health/samples.ts';
import { idOf, NOW, place, SERVICE_ID, TOOL } from '../plan/samples.ts';
import { result } from './sample-checks.ts';
import { hostileHistory } from './sample-history.ts';

const rowsOf = (cost: number, short: number): readonly BacktestRow[] => [
  { sizes: 'as-it-was', cost, short: 0.001, changesPerDay: 0.02 },
  { sizes: 'hindsight', cost: cost * 0.83, short: 0.002, changesPerDay: 0 },
  { sizes: 'advice', cost: cost * 0.716, short, changesPerDay: 2.1 },
];

/** `pipe`: a name of others. */
export function backtestOf(about: Partial<Backtest> = {}, pipe = 'orders'): Backtest {
  return {
    ...{ kind: 'backtest', formatVersion: 1, createdAt: '2026-11-20T10:07:00.000Z', tool: TOOL },
    environment: 'production',
    period: { from: '2026-10-16T10:00:00.000Z', until: '2026-11-20T10:00:00.000Z' },
    ...{ currency: 'USD', pipes: 40, days: 835.5, unknown: 0.0054, rows: rowsOf(1_204.5, 0.0042) },
    worst: [
      { name: pipe, service: 'analytics', rows: rowsOf(131.4, 0.0312) },
      { name: 'clicks', service: 'analytics', rows: rowsOf(87.6, 0.0124) },
    ],
    skipped: [{ name: pipe, service: 'analytics', reason: 'Less than three weeks of its demand are known.' }],
    diagnostics: [],
    ...about,
  };
}

const SIZE = { replicas: 4, cpuMillicores: 1_000, memoryGb: 4 };
const HOURS = { from: '07:00', until: '19:00' };

/** Busy on workdays, unknown in the night to Sunday. */
const weekOf = (night: number, day: number, lift: number) =>
  Array.from({ length: 168 }, (_, hour) => {
    if (hour >= 140 && hour < 152) return null;
    const noon = Math.max(0, Math.sin((((hour % 24) - 6) / 14) * Math.PI));
    return Math.round(night + (hour < 120 ? day * noon : 0) + lift * (hour % 5));
  });
export const WEEK: WeekOfPipe = {
  peak: weekOf(600, 2_200, 25),
  usual: weekOf(420, 1_900, 0),
  now: Array(168).fill(4_000),
  advised: Array.from({ length: 168 }, (_, hour) => (hour < 120 && hour % 24 >= 7 && hour % 24 < 19 ? 3_000 : 1_000)),
};

export function advised(name: string, about: Partial<AdvisedPipe>): AdvisedPipe {
  return {
    ...{ name, service: 'analytics', serviceId: SERVICE_ID, id: idOf(name), location: place(3, 3) },
    ...{ verdict: 'unknown', now: SIZE, advised: null, windows: [], isLimited: false },
    ...{ week: null, memory: null, short: { now: null, advised: null, unseen: null } },
    reason: 'The series have no group with its id or name.',
    ...about,
  };
}

export function adviceOf(pipes: readonly AdvisedPipe[], about: Partial<Recommendations> = {}): Recommendations {
  const count = (verdict: AdvisedPipe['verdict']) => pipes.filter((pipe) => pipe.verdict === verdict).length;
  return {
    ...{ kind: 'recommendations', formatVersion: 1, createdAt: '2026-11-20T10:07:00.000Z', tool: TOOL },
    environment: 'production',
    period: { from: '2026-10-23T10:00:00.000Z', until: '2026-11-20T10:00:00.000Z', timezone: 'Europe/Berlin' },
    summary: {
      ...{ total: pipes.length, grow: count('grow'), shrink: count('shrink'), schedule: count('schedule') },
      ...{ keep: count('keep'), unknown: count('unknown') },
    },
    pipes,
    diagnostics: [],
    ...about,
  };
}

export function sampleAdvice(
  name = 'orders',
  reason = 'Demand of workdays needs 3 replicas; outside of it, one is enough.',
) {
  const window = { days: [1, 2, 3, 4, 5], hours: HOURS, timezone: 'Europe/Berlin', replicas: 3 };
  return adviceOf(
    [
      advised('clicks', { verdict: 'keep', advised: SIZE, short: { now: 0.001, advised: 0.001, unseen: 0.002 } }),
      advised(name, {
        ...{ verdict: 'schedule', advised: { ...SIZE, replicas: 1 }, windows: [window], reason, week: WEEK },
        ...{ short: { now: 0, advised: 0.004, unseen: 0.006 }, cost: { now: 175.2, advised: 75.09 } },
        memory: { used: 1.2345, now: 4, advised: 4 },
      }),
      advised('payments', {
        ...{ verdict: 'grow', advised: { replicas: 6, cpuMillicores: 1_000, memoryGb: 6 } },
        week: { ...WEEK, advised: Array(168).fill(6_000) },
        ...{ reason: 'Demand exceeds the capacity on workdays.', short: { now: 0.021, advised: 0, unseen: null } },
        ...{ cost: { now: 175.2, advised: 306.6 }, memory: { used: 3.9, now: 4, advised: 6 } },
      }),
      advised('returns', {}),
      advised('stock', {
        ...{ verdict: 'keep', advised: SIZE, isLimited: true },
        reason:
          'Messages waited for 25% of the last 28 days, but throughput was 101.5% of that before the last update.',
      }),
    ],
    { cost: { currency: 'USD', now: 350.4, advised: 381.69 } },
  );
}

const LISTING = {
  id: '20261120T100000Z-1f4a2c',
  startedAt: NOW.toISOString(),
  finishedAt: null,
  durationMs: null,
  status: 'failed',
  counts: { applied: 1_200, unchanged: 0, failed: 3, unknown: 0, stale: 1, refused: 0, skipped: 12, 'rolled-back': 0 },
  rollsBack: '20261120T090000Z-000000',
  running: false,
} as const;

/** Every document but a report, with a text of others in each place that may have one. */
export const DOCUMENTS: Readonly<Record<string, (text: string) => readonly Block[]>> = {
  alert: (text) => {
    const alert = { id: text, name: text, message: text, state: text, source: text, note: text, updatedAt: text };
    return composeAlert(describeAlert(alertOf(alert), [text], NOW.getTime()));
  },
  backtest: (text) => composeBacktest(backtestOf({}, text)),
  checks: (text) => composeChecks([result(text, 'fail', text, text), result(text, 'no-data', null, text)], []),
  history: (text) => composeHistory(hostileHistory(text)),
  recommendations: (text) => composeRecommendations(sampleAdvice(text, text)),
  runs: (text) => {
    const runs = [{ ...LISTING, environment: text, commit: text, author: text }];
    return composeRuns({ kind: 'runs', formatVersion: 1, runs });
  },
};
