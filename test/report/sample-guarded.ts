import type { CheckFinding, CheckResult, Verdict } from '../../src/model/check.ts';
import { diagnose } from '../../src/model/diagnostic.ts';
import type { Plan, PlannedPipe } from '../../src/model/plan.ts';
import type { Drift } from '../../src/model/report.ts';
import type { GateRecord, RolloutRecord } from '../../src/model/rollout.ts';
import { type RequestRecord, type Run, type RunPipe, summarizeRun } from '../../src/model/run.ts';
import { desiredPipe, driftOf, finding, livePipe, NOW, type Pair, pair, place, planOf } from '../plan/samples.ts';
import { runOf } from './sample-run.ts';

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
    pair(
      desiredPipe({ name, scaling: { replicas: { min: 2, max: 5 } } }),
      livePipe({ name, scaling: { ...SMALL, replicas } }),
    );
  const pairs = [
    scaled('clicks', 6),
    scaled('events', 3),
    scaled('orders', 1),
    pair(
      desiredPipe({ name: 'sessions', settings: { db_max_threads: 8 } }),
      livePipe({ name: 'sessions', settings: { db_max_threads: 4 } }),
    ),
    pair(desiredPipe({ name: 'uploads' }), livePipe({ name: 'uploads', scaling: SMALL })),
  ];
  return planOf(pairs, { environment: 'production', checks: FINDINGS });
}

/** Every pipe and every given alert matches the configuration. */
export function driftOfAlerts(checks: readonly CheckFinding[] = FINDINGS): Drift {
  const pairs = ['clicks', 'orders', 'returns'].map((name) => pair(desiredPipe({ name }), livePipe({ name })));
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

export function gate(
  last: CheckResult,
  about: Partial<Omit<GateRecord, 'counts'>> & { counts?: Partial<GateRecord['counts']> } = {},
): GateRecord {
  const { counts, ...rest } = about;
  return {
    name: last.name,
    moment: 'after',
    wave: null,
    pipe: null,
    gate: last.verdict === 'pass' ? 'open' : 'closed',
    last,
    values: typeof last.value === 'number' ? [last.value] : [null],
    ...rest,
    counts: { pass: 0, fail: 0, 'no-data': 0, error: 0, ...counts },
  };
}

const NAMES = ['clicks', 'events', 'orders', 'returns', 'sessions', 'uploads'];
const WAVES = [['clicks'], ['events', 'orders'], ['returns', 'sessions', 'uploads']];

function guardedPlan(): Plan {
  const pairs = NAMES.map((name) =>
    pair(
      desiredPipe({ name, settings: { db_max_threads: 8 }, scaling: { replicas: 3 } }),
      livePipe({ name, settings: { db_max_threads: 4 }, scaling: SMALL }),
    ),
  );
  return planOf(pairs, { environment: 'production' });
}

const OPENED = gate(result('orders-alert', 'pass', 'OK', 'the state is OK, 40s old'), {
  moment: 'before',
  counts: { pass: 1 },
});

function lagOf(wave: number, values: readonly (number | null)[]): GateRecord {
  const last = values.at(-1) ?? 0;
  const reason = last < 10_000 ? `the max is ${last}, which is < 10,000` : `the max is ${last}, and must be < 10,000`;
  return gate(result('orders-lag', last < 10_000 ? 'pass' : 'fail', last, reason), {
    wave,
    values,
    pass: { comparator: '<', value: 10_000 },
    counts: {
      pass: values.filter((value) => value !== null && value < 10_000).length,
      fail: values.filter((value) => value !== null && value >= 10_000).length,
      'no-data': values.filter((value) => value === null).length,
    },
  });
}

/** The run with each pipe changed, and with new counts. */
export function withPipes(run: Run, change: (pipe: RunPipe) => RunPipe): Run {
  const pipes = run.pipes.map(change);
  return { ...run, pipes, summary: summarizeRun(pipes) };
}

function guarded(run: Run, rollout: RolloutRecord, checks: readonly GateRecord[]): Run {
  return { ...run, finishedAt: new Date(NOW.getTime() + 690_000).toISOString(), rollout, checks };
}

type WaveRecord = RolloutRecord['waves'][number];

function waveOf(index: number, verdict: WaveRecord['verdict'], bakedMs = 0, reason: string | null = null): WaveRecord {
  return { wave: index + 1, pipes: WAVES[index] ?? [], verdict, reason, bakedMs };
}

/** Three waves with passing checks. */
export function passedRun(): Run {
  const waves = WAVES.map((_, index) => waveOf(index, 'passed', 300_000));
  return guarded(runEvery(guardedPlan()), { status: 'passed', onFailure: 'rollback', waves }, [
    OPENED,
    lagOf(1, [3_100, 3_300, 3_200, 3_900, 3_400]),
    lagOf(2, [3_400, 4_800, null, 5_100, 4_000]),
    lagOf(3, [4_000, 4_000, 4_000, 4_000, 4_000]),
  ]);
}

/** All updates applied, even of pipes that fail in the sample run. */
function runEvery(plan: Plan): Run {
  return withPipes(runOf(plan, null), (pipe) => ({
    ...pipe,
    status: 'applied',
    diagnostics: [],
    requests: requestsOf(plan, pipe.name, (request) => ({ ...sent(request), purpose: 'update' })),
  }));
}

function requestsOf(
  plan: Plan,
  name: string,
  record: (request: PlannedPipe['requests'][number]) => RequestRecord,
): readonly RequestRecord[] {
  return (plan.pipes.find((pipe) => pipe.name === name)?.requests ?? []).map(record);
}

function sent(request: PlannedPipe['requests'][number]): Omit<RequestRecord, 'purpose'> {
  return { ...request, outcome: 'accepted', httpStatus: 200, attempts: 1, requestId: null, durationMs: 120 };
}

/** The request that restores what this one changed. */
function reverse(
  request: PlannedPipe['requests'][number],
  { changes }: Pick<PlannedPipe, 'changes'>,
): PlannedPipe['requests'][number] {
  const section = request.method === 'PUT' ? 'settings.' : 'scaling.';
  const back = changes.filter(({ path }) => path.startsWith(section));
  const body = Object.fromEntries(back.map(({ path, before }) => [path.slice(section.length), before]));
  return { ...request, body };
}

function left(pipe: RunPipe): RunPipe {
  const summary = `Pipe ${pipe.name} was not attempted: the rollout stopped before this pipe.`;
  const words = { code: 'rollout-stopped', summary } as const;
  return {
    ...pipe,
    status: 'skipped',
    requests: pipe.requests.map((request) => ({ ...request, outcome: 'not-sent', httpStatus: null, attempts: 0 })),
    diagnostics: [diagnose('note', words, pipe.location)],
  };
}

/** The second wave failed; `events` could not be rolled back. */
export function rolledBackRun(): Run {
  const plan = guardedPlan();
  const reason = 'orders-lag failed once, failureLimit is 0: the max is 12400, and must be < 10,000';
  const run = withPipes(runEvery(plan), (pipe) => {
    if (WAVES[2]?.includes(pipe.name)) return left(pipe);
    const back = requestsOf(plan, pipe.name, (request) => ({ ...sent(reverse(request, pipe)), purpose: 'rollback' }));
    if (pipe.name !== 'events') return { ...pipe, status: 'rolled-back', requests: [...pipe.requests, ...back] };
    const refused = back.map((record): RequestRecord => ({ ...record, outcome: 'rejected', httpStatus: 400 }));
    const words = {
      code: 'rollback-incomplete',
      summary: 'Pipe events could not be rolled back.',
      detail: 'scaling.replicas: from 3 back to 2',
      hint: 'Run plan: it shows what is live now.',
    } as const;
    return {
      ...pipe,
      status: 'failed',
      requests: [...pipe.requests, ...refused],
      diagnostics: [diagnose('error', words, pipe.location)],
    };
  });
  const stopped = diagnose('error', {
    code: 'wave-failed',
    summary: 'Wave 2 of 3 failed and stopped the rollout; 1 of 3 pipes could not be restored.',
    detail: reason,
    hint: 'Check the pipes of the wave; rerun apply to continue.',
  });
  const waves = [waveOf(0, 'passed', 300_000), waveOf(1, 'failed', 90_000, reason), waveOf(2, 'not-started')];
  const checks = [OPENED, lagOf(1, [3_100, 3_300, 3_200, 3_900, 3_400]), lagOf(2, [4_200, null, 6_900, 9_100, 12_400])];
  return { ...guarded(run, { status: 'failed', onFailure: 'rollback', waves }, checks), diagnostics: [stopped] };
}

/** A check did not pass before the first wave: nothing was written. */
export function blockedRun(): Run {
  const run = withPipes(runEvery(guardedPlan()), (pipe) => left(pipe));
  const waves = WAVES.map((_, index) => waveOf(index, 'not-started'));
  const reason = 'the alert is silenced, so its state says nothing';
  const closed = gate(result('orders-alert', 'no-data', 'OK', reason), { moment: 'before', counts: { 'no-data': 1 } });
  const problem = diagnose('error', {
    code: 'check-not-passed',
    summary: 'Nothing was written: the check orders-alert does not pass before the first wave.',
    detail: `orders-alert had no data once, inconclusiveLimit is 0: ${reason}`,
    hint: 'See `pipeform check`; apply again when it passes, or with --no-rollout to go without checks.',
  });
  return { ...guarded(run, { status: 'blocked', onFailure: 'stop', waves }, [closed]), diagnostics: [problem] };
}

/** Without waves: a check of one pipe did not pass after its update. */
export function unhealthyRun(): Run {
  const words = {
    code: 'check-not-passed',
    summary: 'Pipe orders was updated, and its check lag does not pass.',
    detail: 'lag failed once, failureLimit is 0: the max is 12,400',
  } as const;
  const run = withPipes(runEvery(guardedPlan()), (pipe) =>
    pipe.name === 'orders' ? { ...pipe, diagnostics: [diagnose('error', words, pipe.location)] } : pipe,
  );
  const about = { pipe: 'orders', values: [12_400] };
  const checks = [
    gate(result('lag', 'pass', 4_000, 'the max is 4,000'), { ...about, moment: 'pipe-before', counts: { pass: 1 } }),
    gate(result('lag', 'fail', 12_400, 'the max is 12,400'), { ...about, moment: 'pipe-after', counts: { fail: 1 } }),
  ];
  return { ...run, checks };
}
