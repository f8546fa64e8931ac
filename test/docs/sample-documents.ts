import type { ShownDocument } from '../../scripts/reference/documents-page.ts';
import { parseHistory } from '../../src/history/history-lines.ts';
import { ALL_TIME, summarizeHistory } from '../../src/history/summarize-history.ts';
import { diagnose } from '../../src/model/diagnostic.ts';
import type { HistoryLine } from '../../src/model/drift-history.ts';
import type { EndEntry, IntentEntry, OutcomeEntry } from '../../src/model/journal.ts';
import { addDigest } from '../../src/model/json/document.ts';
import type { RunEvent } from '../../src/model/run.ts';
import type { Recommendations } from '../../src/model/size/advice-report.ts';
import type { Backtest, BacktestRow } from '../../src/model/size/backtest-report.ts';
import { describeSeries } from '../../src/report/chart/series-report.ts';
import { describeAlert } from '../../src/report/compose/compose-alert.ts';
import { alertOf } from '../health/samples.ts';
import { desiredPipe, driftOf, idOf, livePipe, NOW, pair, planOf, SERVICE_ID } from '../plan/samples.ts';
import { result } from '../report/sample-guarded.ts';
import { runOf } from '../report/sample-run.ts';
import { sampleReport } from '../report/sample-series.ts';

const PAIRS = [
  pair(
    desiredPipe({ name: 'clicks', settings: { db_max_threads: 8 } }),
    livePipe({ name: 'clicks', settings: { db_max_threads: 4, db_max_insert_threads: 2 } }),
  ),
];

const PLAN = planOf(PAIRS);
const RUN = runOf(PLAN, null);

const PROBLEM = diagnose(
  'error',
  { code: 'unknown-key', summary: 'Unknown key `replcias`.', hint: 'Did you mean `replicas`?' },
  { file: 'pipeform.yaml', line: 14, column: 7, endLine: 14, endColumn: 15 },
);

const USAGE = diagnose('error', {
  code: 'usage',
  summary: '--timeout takes a duration greater than 0, up to 24h, not "soon".',
  hint: 'Write it like 500ms, 30s or 2m.',
});

const ADVICE = {
  kind: 'recommendations',
  formatVersion: 1,
  createdAt: '2026-11-20T10:00:00.000Z',
  tool: PLAN.tool,
  environment: null,
  period: { from: '2026-10-23T10:00:00.000Z', until: '2026-11-20T10:00:00.000Z', timezone: 'UTC' },
  summary: { total: 1, grow: 0, shrink: 0, schedule: 0, keep: 0, unknown: 1 },
  pipes: [
    {
      name: 'orders',
      service: 'analytics',
      serviceId: SERVICE_ID,
      id: idOf('orders'),
      location: { file: 'pipeform.yaml', line: 14, column: 3, endLine: 14, endColumn: 9 },
      verdict: 'unknown',
      now: { replicas: 2, cpuMillicores: 500, memoryGb: 2 },
      advised: null,
      windows: [],
      reason: 'The series have no group with its id or name.',
      isLimited: false,
      short: { now: null, advised: null, unseen: null },
      week: null,
      memory: null,
    },
  ],
  diagnostics: [],
} satisfies Recommendations;

const ROWS: readonly BacktestRow[] = [
  { sizes: 'as-it-was', cost: 412.5, short: 0.001, changesPerDay: 0.02 },
  { sizes: 'hindsight', cost: 340.2, short: 0.004, changesPerDay: 0 },
  { sizes: 'advice', cost: 301.75, short: 0.005, changesPerDay: 2.1 },
];

const BACKTEST = {
  kind: 'backtest',
  formatVersion: 1,
  createdAt: '2026-11-20T10:00:00.000Z',
  tool: PLAN.tool,
  environment: null,
  period: { from: '2026-10-23T10:00:00.000Z', until: '2026-11-20T10:00:00.000Z' },
  currency: 'USD',
  pipes: 2,
  days: 42,
  unknown: 0.01,
  rows: ROWS,
  worst: [{ name: 'orders', service: 'analytics', rows: ROWS }],
  skipped: [{ name: 'returns', service: 'analytics', reason: 'less than two weeks of it are known' }],
  diagnostics: [],
} satisfies Backtest;

const at = (milliseconds: number): string => new Date(NOW.getTime() + milliseconds).toISOString();

const REQUEST = {
  method: 'PUT',
  path: '/v1/organizations/7c0e…/services/1d52…/pipes/0b0c…/settings',
  body: { db_max_threads: 8, db_max_insert_threads: 2 },
} as const;

const EVENTS: readonly RunEvent[] = [
  { type: 'run_start', at: at(0), run: RUN.id, pipes: 1, requests: 1 },
  { type: 'pipe_start', at: at(10), pipe: 'clicks' },
  { type: 'request', at: at(130), pipe: 'clicks', method: 'PUT', path: REQUEST.path, status: 200, attempt: 1 },
  { type: 'pipe_done', at: at(190), pipe: 'clicks', status: 'applied' },
];

const JOURNAL: readonly (IntentEntry | OutcomeEntry | EndEntry)[] = [
  { type: 'intent', at: at(20), pipe: 'clicks', purpose: 'update', ...REQUEST, before: { db_max_threads: 4 } },
  { type: 'outcome', at: at(130), pipe: 'clicks', method: 'PUT', outcome: 'accepted', status: 200, requestId: null },
  {
    type: 'end',
    at: at(200),
    id: RUN.id,
    startedAt: at(0),
    status: 'finished',
    interrupted: null,
    environment: null,
    commit: null,
    author: null,
    rollsBack: null,
    summary: RUN.summary,
  },
];

const CHECK_ID = `drift-${'3f'.repeat(8)}`;

const HISTORY: readonly HistoryLine[] = [
  {
    formatVersion: 1,
    ...{ id: CHECK_ID, at: at(0), command: 'drift', environment: null, pipes: 12, state: 'drifted' },
    details: { drifted: [{ name: 'clicks', fields: ['settings.db_max_threads'] }], unread: [], alerts: [] },
  },
  {
    formatVersion: 1,
    ...{
      id: `drift-${'9a'.repeat(8)}`,
      at: at(600_000),
      command: 'drift',
      environment: null,
      pipes: 12,
      state: 'drifted',
    },
    sameAs: CHECK_ID,
  },
  {
    formatVersion: 1,
    ...{ id: RUN.id, at: at(660_000), command: 'apply', environment: null, pipes: 12 },
    changed: [{ name: 'clicks', fields: ['settings.db_max_threads'] }],
    remediation: false,
  },
];

const ALERT = alertOf({
  ...{ id: '65f4000000000000000000b1', message: 'Orders are late.', source: 'tile', channelType: 'webhook' },
  ...{ dashboard: '65f4000000000000000000d1', tileId: 't1' },
  ...{ createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-11-20T09:59:40Z' },
});

const LOCATION = { file: 'pipes/orders.yaml', line: 10, column: 7, endLine: 10, endColumn: 17 };

const PULL = {
  kind: 'pull',
  formatVersion: 1,
  pipes: [
    {
      name: 'clicks',
      service: 'analytics',
      serviceId: SERVICE_ID,
      id: idOf('clicks'),
      liveName: 'clicks',
      source: 'kafka',
      status: 'differs',
      changes: [
        { path: 'settings.db_max_threads', declared: 8, live: 4, origin: null, side: 'live', location: LOCATION },
      ],
      leftOut: [],
    },
  ],
  files: [
    {
      file: 'pipes/orders.yaml',
      status: 'written',
      isNew: false,
      diff: '--- a/pipes/orders.yaml\n+++ b/pipes/orders.yaml\n@@ -10,1 +10,1 @@\n-      db_max_threads: 8\n+      db_max_threads: 4\n',
    },
  ],
  diagnostics: [],
};

const { total: _total, requests: _requests, ...COUNTS } = RUN.summary;

/** Every document that is printed or saved, in the order of the page, each with a valid sample. */
export const DOCUMENTS: readonly ShownDocument[] = [
  { name: 'plan', sample: addDigest(PLAN) },
  { name: 'drift', sample: addDigest(driftOf(PAIRS)) },
  { name: 'run', sample: addDigest(RUN) },
  { name: 'events', sample: EVENTS },
  { name: 'validation', sample: { kind: 'validation', diagnostics: [PROBLEM] } },
  {
    name: 'checks',
    sample: {
      kind: 'checks',
      formatVersion: 1,
      checks: [result('orders-lag', 'pass', 1_204, 'max of the last 15m is 1,204, which is < 10,000')],
      diagnostics: [],
    },
  },
  { name: 'series', sample: describeSeries(sampleReport({ buckets: 3 })) },
  { name: 'alert', sample: describeAlert(ALERT, [], NOW.getTime()) },
  {
    name: 'runs',
    sample: {
      kind: 'runs',
      formatVersion: 1,
      runs: [
        {
          id: RUN.id,
          startedAt: RUN.startedAt,
          finishedAt: RUN.finishedAt,
          durationMs: 4200,
          status: 'finished',
          environment: 'production',
          commit: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
          author: 'octocat',
          counts: COUNTS,
          rollsBack: null,
          running: false,
        },
      ],
    },
  },
  {
    name: 'init',
    sample: {
      kind: 'init',
      formatVersion: 1,
      files: [
        { file: 'pipeform.yaml', status: 'written' },
        { file: '.gitignore', status: 'exists' },
      ],
      diagnostics: [],
    },
  },
  {
    name: 'fmt',
    sample: {
      kind: 'fmt',
      formatVersion: 1,
      files: [
        { file: 'pipeform.yaml', status: 'unchanged' },
        { file: 'pipes/orders.yaml', status: 'formatted' },
      ],
      diagnostics: [],
    },
  },
  {
    name: 'history',
    sample: summarizeHistory(parseHistory(HISTORY.map((line) => JSON.stringify(line)).join('\n')).entries, ALL_TIME),
  },
  { name: 'recommendations', sample: ADVICE },
  { name: 'backtest', sample: BACKTEST },
  {
    name: 'doctor',
    sample: {
      kind: 'doctor',
      formatVersion: 1,
      checks: [
        { name: 'node', status: 'pass', summary: '22.12.0', detail: null, hint: null },
        {
          name: 'clock',
          status: 'fail',
          summary: 'this machine is 5m ahead of the service',
          detail: null,
          hint: 'Synchronize the clock of this machine.',
        },
      ],
    },
  },
  {
    name: 'fields',
    sample: {
      kind: 'fields',
      formatVersion: 1,
      fields: [
        {
          path: 'settings.db_max_threads',
          meaning: 'Most threads that process files at the same time.',
          type: 'integer',
          minimum: 0,
          maximum: 64,
          unit: 'count',
          kinds: ['kafka', 'objectStorage', 'kinesis', 'postgres'],
          isDeclared: false,
        },
      ],
    },
  },
  {
    name: 'pipe-values',
    sample: {
      kind: 'pipe-values',
      formatVersion: 1,
      name: 'orders',
      environment: null,
      location: LOCATION,
      values: [
        {
          ...{ path: 'settings.db_max_threads', value: 8, unit: 'count', expression: '${THREADS:-8}' },
          ...{ origin: 'preset', from: 'kafka-small', location: LOCATION },
        },
      ],
    },
  },
  {
    name: 'section',
    sample: {
      kind: 'section',
      formatVersion: 1,
      path: 'rollout.bake',
      meaning: 'How long to evaluate the checks after each wave.',
      expected: 'a duration such as 5m',
      examples: ['5m'],
      default: null,
      keys: [],
    },
  },
  {
    name: 'diagnostic-code',
    sample: {
      kind: 'diagnostic-code',
      formatVersion: 1,
      code: 'duplicate-definition',
      cause: 'A key is defined twice in one map.',
      cure: 'Keep one of the two.',
    },
  },
  { name: 'pull', sample: PULL },
  { name: 'error', sample: { kind: 'error', formatVersion: 1, diagnostics: [USAGE] } },
  { name: 'journal', sample: JOURNAL },
  { name: 'history-line', sample: HISTORY },
];
