import { describe, expect, it } from 'vitest';
import { emptyPlan } from '../../src/plan/plan-fleet.ts';
import { renderReportText } from '../../src/report/text/render-text.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { desiredPipe, livePipe, NOW, type Pair, pair, pairOf, place, planOf, TOOL } from '../plan/samples.ts';
import { alertedPlan } from './sample-checks.ts';
import { pricedPlan, samplePlan } from './sample-reports.ts';

const SMALL = { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 };

const many = (count: number): readonly Pair[] =>
  Array.from({ length: count }, (_, index) => {
    const name = `pipe-${String(index).padStart(2, '0')}`;
    return pairOf(name, { settings: { db_max_threads: 8 } }, { settings: { db_max_threads: index % 2 === 0 ? 4 : 8 } });
  });

const unchanged = pairOf(
  'calm',
  { settings: { db_max_threads: 8 } },
  { settings: { db_max_threads: 8 }, scaling: SMALL },
);

/** Each problem of a pipe, below it; what the sample plan has is not here. */
const PROBLEMS: Readonly<Record<string, () => Parameters<typeof planOf>>> = {
  refused: () => [
    [
      pairOf('b-factor', { scaling: { replicas: 10 } }, { scaling: SMALL }),
      pair(
        desiredPipe({ name: 'c-name', liveName: 'orders-prod', settings: { db_max_threads: 8 } }),
        livePipe({ name: 'orders-test', id: desiredPipe({ name: 'c-name' }).id }),
      ),
      pairOf('d-kind', { source: 'kafka', settings: { db_max_threads: 8 } }, { source: 'postgres' }),
      pairOf('e-field', { settings: { object_storage_concurrency: 4 }, scaling: { concurrency: 4 } }),
    ],
    { policy: { maxReplicaFactor: 3 } },
  ],
  unreadable: () => [
    [
      pairOf(
        'd-value',
        { settings: { db_max_threads: 8 } },
        { unreadable: [{ path: 'settings.db_max_threads', found: { of: 'another', sort: [1] } }] },
      ),
      pairOf('e-settings', { settings: { db_max_threads: 8 } }, { settings: null }),
    ],
  ],
  warnings: () => [
    [
      pairOf('a-moving', { settings: { db_max_threads: 8 } }, { state: 'Modifying', settings: { db_max_threads: 4 } }),
      pairOf('b-degraded', { settings: { db_max_threads: 8 } }, { state: 'Degraded', settings: { db_max_threads: 8 } }),
      pairOf(
        'c-settling',
        { scaling: { replicas: 2, replicaCpuMillicores: 500 } },
        { state: 'Modifying', scaling: { replicas: 2, replicaCpuMillicores: 0 } },
      ),
      pairOf('d-postgres', { settings: { db_max_threads: 8 } }, { source: 'postgres', state: 'Snapshot' }),
      pairOf('e-odd', { settings: { db_max_threads: 8 } }, { source: 'pubsub', state: 'Hibernating' }),
    ],
  ],
};

function known(name: string, threads: number): Pair {
  const acknowledge = [
    {
      path: 'settings.db_max_threads',
      reason: 'raised for the sale',
      until: '2026-12-01',
      location: place(30),
    },
  ] as const;
  return pairOf(name, { settings: { db_max_threads: 8 }, acknowledge }, { settings: { db_max_threads: threads } });
}

/** The last line says what all pipes have in common. */
const ENDS: readonly (readonly [string, string, Parameters<typeof planOf>])[] = [
  ['no pipe', 'No pipes to plan for. Nothing to do.', [[]]],
  ['one pipe', 'No changes. The pipe matches the configuration.', [[unchanged]]],
  ['some pipes', 'No changes. All 2 pipes match the configuration.', [[unchanged, known('orders', 8)]]],
  [
    'an acknowledged difference',
    'No changes. 1 pipe has acknowledged drift, 1 pipe matches the configuration.',
    [[unchanged, known('orders', 32)]],
  ],
  [
    'a refused plan',
    'Plan refused: 6 pipes would be updated (6 changes, 6 requests), 6 unchanged. Nothing will be sent.',
    [many(12), { policy: { maxChangedPipes: { share: 0.3 } } }],
  ],
];

describe('a plan as text', () => {
  it.each(Object.entries(PROBLEMS))('shows problems: %s', async (name, given) => {
    await expect(renderReportText(planOf(...given()), createStyle('off'))).toMatchFileSnapshot(
      `golden/plan/${name}.txt`,
    );
  });

  it.each(ENDS)('ends with what is to do: %s', (_, end, given) => {
    const lines = renderReportText(planOf(...given), createStyle('off'))
      .trimEnd()
      .split('\n');
    expect(lines.at(-1)).toBe(end);
  });

  it.each([
    ['attributed', samplePlan],
    ['priced', pricedPlan],
    ['alerted', alertedPlan],
  ] as const)('%s', async (name, make) => {
    await expect(renderReportText(make(), createStyle('off'))).toMatchFileSnapshot(`golden/plan/${name}.txt`);
  });

  it('names the shard and the merge base', () => {
    const plan = planOf(many(4));
    const scope = plan.scope === null ? null : { ...plan.scope, fleet: 1000, shard: { index: 2, total: 4 } };
    const base = { ref: 'origin/main...', commit: '1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d' };
    const text = renderReportText({ ...plan, scope, base }, createStyle('off'));
    expect(text).toMatch(/^.*, compared with the merge base with origin\/main \(1a2b3c4d5e6f\)\n/);
    expect(text).toContain('\n  Part          shard 2 of 4: 4 of 1,000 pipes\nPlan: 2 pipes');
  });

  it('names the environments when none is chosen', () => {
    const plan = samplePlan();
    const scope = plan.scope === null ? null : { ...plan.scope, environments: ['production', 'staging'] };
    expect(renderReportText({ ...plan, environment: null, scope }, createStyle('off'))).toMatch(
      /^No environment is chosen: the configuration has production, staging\. Organization /,
    );
  });

  it('shows the first notes of many and counts the rest', () => {
    const [note] = samplePlan().diagnostics;
    if (note === undefined) throw new Error('the sample plan has no note');
    const diagnostics = Array.from({ length: 12 }, (_, index) => ({ ...note, summary: `Note ${index}.` }));
    const text = renderReportText({ ...planOf([unchanged]), diagnostics }, createStyle('off'));
    expect(text.match(/^note\[no-longer-managed\]: Note \d\.$/gm)).toHaveLength(5);
    expect(text).toContain('\nand 7 more notes\n');
  });

  it('is one empty line when no pipe could be read', () => {
    expect(renderReportText(emptyPlan(null, [], { now: NOW, tool: TOOL }), createStyle('off'))).toBe('\n');
  });

  it('keeps request bodies within 100 columns', () => {
    const text = renderReportText(samplePlan(), createStyle('off'), { requests: true });
    const lines = text.split('\n').filter((line) => /^ {4}\d\. |^ {9}"/.test(line));
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
  });
});
