import { describe, expect, it, test } from 'vitest';
import type { CapacityTotals } from '../../src/model/plan.ts';
import { type Report, stateOf } from '../../src/model/report.ts';
import type { Rollout } from '../../src/model/rollout.ts';
import { type Run, summarizeRun } from '../../src/model/run.ts';
import { renderReport } from '../../src/report/render-report.ts';
import { briefReport } from '../../src/report/view-model/brief.ts';
import { listCapacityMoves } from '../../src/report/view-model/capacity.ts';
import { formatChange, formatFieldValue } from '../../src/report/view-model/change.ts';
import { describeRollout } from '../../src/report/view-model/rollout.ts';
import { assessReport } from '../../src/report/view-model/verdict.ts';
import { rolloutOf } from '../apply/guarded-run.ts';
import { alertedPlan, driftOfAlerts, FINDINGS } from './sample-checks.ts';
import {
  cleanDrift,
  cleanPlan,
  cleanRun,
  failedPlan,
  pricedPlan,
  refusedPlan,
  sampleDrift,
  samplePlan,
  sampleRun,
} from './sample-reports.ts';
import { blockedRun, passedRun, rolledBackRun, unhealthyRun } from './sample-runs.ts';

it.each(['text', 'markdown', 'html'] as const)(
  'says of a request that only a read confirmed it, as %s',
  async (format) => {
    const sample = sampleRun();
    const pipes = sample.pipes
      .filter(({ name }) => name === 'orders')
      .map((pipe) => ({
        ...pipe,
        requests: pipe.requests.map((record) => ({ ...record, outcome: 'found' as const })),
      }));
    const text = await renderReport({ ...sample, pipes, diagnostics: [] }, { format });
    expect(text).toMatch(/PUT settings(?:<[^>]*>|[^\w<])*confirmed only by a read/);
  },
);

it.each([
  ['text', /^Interrupted \(SIGTERM\)\. Rolled back 1 pipe, /m],
  ['markdown', /^### Rollback for `production` – .* Rolled back 1 pipe, /m],
  ['github', /^Rollback: .* Rolled back 1 pipe, /m],
  ['html', /<title>Rollback, production: .* Rolled back 1 pipe, /],
] as const)('a rollback is called one, and counts its pipes as rolled back, as %s', async (format, title) => {
  const text = await renderReport({ ...sampleRun(), rollsBack: '20261120T090000Z-000000' }, { format });
  expect(text).toMatch(title);
  expect(text).not.toMatch(/\d applied|[,:] applied|>Applied/);
});

describe('a field value', () => {
  it.each([
    ['settings.streaming_max_insert_wait_ms', 5000, '5s (5000)'],
    ['settings.db_min_insert_block_size_bytes', 67108864, '64MiB (67108864)'],
    ['settings.db_min_insert_block_size_bytes', 67108865, '67108865'],
    ['settings.db_max_threads', 8, '8'],
    ['settings.db_parallel_view_processing', false, 'false'],
    ['scaling.replicaCpuMillicores', 250, '250m'],
    ['scaling.replicaMemoryGb', 0.5, '0.5 GB'],
    ['settings.db_max_threads', null, 'unset'],
    ['settings.db_max_threads', 'many\u001b[2J', '"many\\u001b[2J"'],
    ['settings.future', { a: [1] }, '{"a":[1]}'],
    ['settings.future', 5, '5'],
  ] as const)('%s %j: %s', (path, value, text) => {
    expect(formatFieldValue(path, value, null)).toBe(text);
  });

  it('has the unit that the configuration declared', () => {
    const wait = { key: 'wait', type: 'integer', minimum: null, maximum: null, kinds: [], meaning: '' } as const;
    const api = { url: '', organization: '', settings: [{ ...wait, unit: 'milliseconds' }] } as const;
    expect(formatFieldValue('settings.wait', 5000, api)).toBe('5s (5000)');
  });
});

describe('capacity', () => {
  it('shows the change and its amount in the units of people, without binary fractions', () => {
    const totals = (replicas: number, cpuMillicores: number, memoryGb: number) => ({
      replicas,
      cpuMillicores,
      memoryGb,
    });
    const list = (before: CapacityTotals, after: CapacityTotals) =>
      listCapacityMoves({ before, after }).map((move) => [move.before, move.after, move.difference]);
    expect(list(totals(4, 1_000, 0.1 + 0.2), totals(6, 1_000, 0.1))).toEqual([
      ['4', '6', '+2'],
      ['1', '1 core', null],
      ['0.3', '0.1 GB', '-0.2'],
    ]);
    expect(list(totals(1_204, 8_250, 33), totals(1_203, 9_000, 36))).toEqual([
      ['1,204', '1,203', '-1'],
      ['8.25', '9 cores', '+0.75'],
      ['33', '36 GB', '+3'],
    ]);
    expect(list(totals(1, 316_875, 1_267.5), totals(1, 317_000, 1_267.5))).toEqual([
      ['1', '1', null],
      ['316.875', '317 cores', '+0.125'],
      ['1,268', '1,268 GB', null],
    ]);
  });
});

describe('words shared by all formats', () => {
  it('show the whole declared band, in the unit of the field', () => {
    const change = {
      path: 'scaling.replicaCpuMillicores',
      before: 2_000,
      after: 1_000,
      band: { min: 250, max: 1_000 },
      origin: null,
      location: { file: 'a.yaml', line: 1, column: 1, endLine: 1, endColumn: 2 },
    } as const;
    expect(formatChange({ kind: 'drift', api: null }, { ...change, band: null })).toBe('live 2000m, declared 1000m');
    expect(formatChange({ kind: 'drift', api: null }, change)).toBe('live 2000m, declared 250m to 1000m');
  });
});

const GUARDS = { before: ['alert'], after: ['lag', 'alert'], bakeMs: 300_000, onFailure: 'rollback' } as const;

test.each<[string, Partial<Rollout>, readonly number[], readonly string[]]>([
  [
    'everything',
    {},
    [1, 24, 1_200],
    [
      'Guarded rollout: 3 waves of 1, 24 and 1,200 pipes',
      '  before the first wave: alert',
      '  after each wave: lag, alert, checked every 30s for 5m',
      '  if a wave fails: the rollout stops and earlier values are restored',
    ],
  ],
  [
    'a count, in a longer bake',
    { count: 3, before: [], after: ['lag'], onFailure: 'stop' },
    [1],
    [
      'Guarded rollout: 1 wave of 1 pipe',
      '  after each wave: lag, checked every 30s, 3 times, in a bake of 5m',
      '  if a wave fails: the rollout stops',
    ],
  ],
  [
    'no bake',
    { before: [], after: ['lag'], bakeMs: 0 },
    [2, 2],
    [
      'Guarded rollout: 2 waves of 2 and 2 pipes',
      '  after each wave: lag, checked once',
      '  if a wave fails: the rollout stops and earlier values are restored',
    ],
  ],
  [
    'no checks, and many waves',
    { before: [], after: [], onFailure: 'stop' },
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [
      'Guarded rollout: 10 waves of 1, 2, 3, 4, 5, 6, 7, 8 and 2 more waves',
      '  after each wave: a wait of 5m, no check',
      '  if a wave fails: the rollout stops',
    ],
  ],
])('%s', (_, changed, sizes, lines) => {
  expect(describeRollout(rolloutOf({ ...GUARDS, ...changed }), sizes)).toBe(`${lines.join('\n')}\n`);
});

const DRIFTED = FINDINGS.filter(({ status }) => status === 'drifted');
const UNREAD = FINDINGS.filter(({ status }) => status === 'error');

/** Everything was rolled back: no pipe has failed. */
function wholeRollback(): Run {
  const run = rolledBackRun();
  const pipes = run.pipes.map((pipe) =>
    pipe.status === 'failed' ? { ...pipe, status: 'rolled-back' as const } : pipe,
  );
  return { ...run, pipes, summary: summarizeRun(pipes) };
}

/** The words are in the goldens; a page has a detail of its own, and a color. */
const VERDICTS: readonly (readonly [string, () => Report, string, string | null])[] = [
  ['a rollout that passed', passedRun, 'good', '3 waves passed. 12 update requests.'],
  [
    'a rollout that was rolled back in part',
    rolledBackRun,
    'bad',
    'Wave 2 of 3 failed. 1 health check did not pass. 6 update and 5 rollback requests.',
  ],
  [
    'a rollout that was rolled back',
    wholeRollback,
    'bad',
    'Wave 2 of 3 failed. 1 health check did not pass. 6 update and 5 rollback requests.',
  ],
  [
    'a rollout that was blocked',
    blockedRun,
    'bad',
    'Blocked by a health check. 1 health check did not pass. Nothing was sent.',
  ],
  [
    'a pipe that is not healthy after its update',
    unhealthyRun,
    'warn',
    '1 health check did not pass. 12 update requests.',
  ],
  ['an alert that drifted', () => driftOfAlerts(DRIFTED), 'warn', null],
  ['an alert that could not be read', () => driftOfAlerts(UNREAD), 'bad', null],
  ['a plan beside alerts that drifted', alertedPlan, 'act', null],
  [
    'a drift of several origins',
    sampleDrift,
    'bad',
    'This branch: 1 pipe. Differs from the base: 6. Conflicts: 1. In several: 1. 1 pipe is no longer managed.',
  ],
];

describe('the verdict', () => {
  it.each(VERDICTS)('on %s', (_, make, variant, detail) => {
    expect(assessReport(make())).toMatchObject({ variant, detail });
  });

  it('is good or calm only for a clean report, or for a complete and healthy run', () => {
    const reports = [cleanPlan, cleanDrift, cleanRun, samplePlan, sampleDrift, sampleRun].map((make) => make());
    for (const report of [...reports, ...VERDICTS.map(([, make]) => make())]) {
      const { variant } = assessReport(report);
      if (report.kind !== 'run') expect(variant === 'good' || variant === 'calm').toBe(stateOf(report) === 'clean');
      else if (stateOf(report) === 'incomplete') expect(['good', 'calm']).not.toContain(variant);
    }
  });
});

test('a chat shows what needs attention first, its reason or first fields, and how many more there are', async () => {
  const plans = [samplePlan(), refusedPlan(), failedPlan(), pricedPlan()];
  const reports = [...plans, sampleDrift(), cleanDrift(), sampleRun()];
  const texts = reports.map((report) => [assessReport(report).headline, ...briefReport(report)].join('\n'));
  await expect(`${texts.join('\n\n')}\n`).toMatchFileSnapshot('golden/brief.txt');
});
