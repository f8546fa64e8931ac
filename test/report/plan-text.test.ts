import { describe, expect, it } from 'vitest';
import { emptyPlan } from '../../src/plan/plan-fleet.ts';
import { renderReportText } from '../../src/report/text/render-text.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { desiredPipe, failure, livePipe, NOW, type Pair, pair, place, planOf, TOOL } from '../plan/samples.ts';
import { alertedPlan } from './sample-guarded.ts';
import { pricedPlan, samplePlan } from './sample-reports.ts';

const SMALL = { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 };

const many = (count: number): readonly Pair[] =>
  Array.from({ length: count }, (_, index) => {
    const name = `pipe-${String(index).padStart(2, '0')}`;
    return pair(
      desiredPipe({ name, settings: { db_max_threads: 8 } }),
      livePipe({ name, settings: { db_max_threads: index % 2 === 0 ? 4 : 8 } }),
    );
  });

const unchanged = pair(
  desiredPipe({ name: 'calm', settings: { db_max_threads: 8 } }),
  livePipe({ name: 'calm', settings: { db_max_threads: 8 }, scaling: SMALL }),
);

const CASES: Readonly<Record<string, () => Parameters<typeof planOf>>> = {
  'no-changes': () => [
    [
      unchanged,
      ...many(1).map(({ desired }) => pair(desired, livePipe({ name: 'pipe-00', settings: { db_max_threads: 8 } }))),
    ],
  ],
  'one-pipe-no-changes': () => [[unchanged]],
  'no-pipes': () => [[]],
  'one-setting': () => [
    [unchanged, pair(desiredPipe({ settings: { db_max_threads: 8 } }), livePipe({ settings: { db_max_threads: 4 } }))],
  ],
  'every-sort-of-change': () => [
    [
      unchanged,
      pair(
        desiredPipe({
          name: 'clicks',
          liveName: 'clicks-prod',
          source: 'kafka',
          settings: {
            streaming_max_insert_wait_ms: 5000,
            db_max_threads: 16,
            db_max_insert_threads: null,
            db_min_insert_block_size_bytes: 268435456,
            db_parallel_view_processing: true,
          },
          scaling: { replicas: 4, replicaCpuMillicores: 500, replicaMemoryGb: 2 },
        }),
        livePipe({
          id: desiredPipe({ name: 'clicks' }).id,
          name: 'clicks-prod',
          settings: {
            streaming_max_insert_wait_ms: 10000,
            db_max_threads: 8,
            db_max_insert_threads: 4,
            db_min_insert_block_size_bytes: 134217728,
            db_max_download_threads: 4,
            db_parallel_distributed_insert_select: 2,
            kafka_some_future_switch: true,
          },
          scaling: SMALL,
        }),
      ),
      pair(
        desiredPipe({
          name: 'uploads',
          settings: {
            object_storage_polling_interval_ms: 60000,
            object_storage_max_insert_bytes: 10737418240,
            object_storage_use_cluster_function: false,
          },
          scaling: { concurrency: 2 },
        }),
        livePipe({
          name: 'uploads',
          source: 'objectStorage',
          settings: { object_storage_max_insert_bytes: 10737418000 },
          scaling: { concurrency: 8 },
        }),
      ),
    ],
  ],
  bands: () => [
    [
      pair(
        desiredPipe({ name: 'above', scaling: { replicas: { min: 2, max: 6 } } }),
        livePipe({ name: 'above', scaling: { ...SMALL, replicas: 9 } }),
      ),
      pair(
        desiredPipe({ name: 'below', scaling: { replicas: { min: 2, max: 6 } } }),
        livePipe({ name: 'below', scaling: { ...SMALL, replicas: 1 } }),
      ),
      pair(
        desiredPipe({ name: 'inside', scaling: { replicas: { min: 2, max: 6 } } }),
        livePipe({ name: 'inside', scaling: { ...SMALL, replicas: 5 } }),
      ),
    ],
  ],
  refused: () => [
    [
      pair(
        desiredPipe({ name: 'a-protected', protect: true, settings: { db_max_threads: 8 } }),
        livePipe({ name: 'a-protected', settings: { db_max_threads: 4 } }),
      ),
      pair(
        desiredPipe({ name: 'b-factor', scaling: { replicas: 10 } }),
        livePipe({ name: 'b-factor', scaling: SMALL }),
      ),
      pair(
        desiredPipe({ name: 'c-name', liveName: 'orders-prod', settings: { db_max_threads: 8 } }),
        livePipe({ name: 'orders-test', id: desiredPipe({ name: 'c-name' }).id }),
      ),
      pair(
        desiredPipe({ name: 'd-kind', source: 'kafka', settings: { db_max_threads: 8 } }),
        livePipe({ name: 'd-kind', source: 'postgres' }),
      ),
      pair(
        desiredPipe({ name: 'e-field', settings: { object_storage_concurrency: 4 }, scaling: { concurrency: 4 } }),
        livePipe({ name: 'e-field' }),
      ),
      unchanged,
    ],
    { policy: { maxReplicaFactor: 3 } },
  ],
  'refused-as-a-whole': () => [many(12), { policy: { maxChangedPipes: { share: 0.3 } } }],
  unreadable: () => [
    [
      pair(
        desiredPipe({ name: 'a-idle', source: 'kafka' }),
        failure('service-idle', {
          status: 424,
          message: 'FAILED_DEPENDENCY: The service is not running. Current state: idle',
          requestId: '5b3e7e0c-0f9e-4d4f-9a0e-0d9c6a1f2b3c',
        }),
      ),
      pair(
        desiredPipe({ name: 'b-missing' }),
        failure('not-found', { status: 404, message: 'NOT_FOUND: no such pipe' }),
      ),
      pair(desiredPipe({ name: 'c-silent' }), failure('timeout', { attempts: 4 })),
      pair(
        desiredPipe({ name: 'd-value', settings: { db_max_threads: 8 } }),
        livePipe({
          name: 'd-value',
          unreadable: [{ path: 'settings.db_max_threads', found: { of: 'another', sort: [1] } }],
        }),
      ),
      pair(
        desiredPipe({ name: 'e-settings', settings: { db_max_threads: 8 } }),
        livePipe({ name: 'e-settings', settings: null }),
      ),
      pair(
        desiredPipe({ name: 'f-stranger' }),
        failure('wrong-pipe', {
          status: 200,
          message: 'requested pipe 1 of service 2, but received pipe 3 of service 2',
        }),
      ),
      unchanged,
    ],
  ],
  'unreadable-all-alike': () => [
    Array.from({ length: 17 }, (_, index) =>
      pair(
        desiredPipe({ name: `pipe-${String(index + 1).padStart(2, '0')}` }),
        failure('network', { attempts: 5, message: 'connection refused (ECONNREFUSED)' }),
      ),
    ),
  ],
  'not-attempted': () => [
    [
      unchanged,
      ...Array.from({ length: 5 }, (_, index) =>
        pair(
          desiredPipe({ name: `pipe-${index + 1}` }),
          index < 2
            ? failure('credentials', { status: 401, message: 'Unauthorized' })
            : failure('circuit-open', {
                attempts: 0,
                cause: { kind: 'credentials', status: 401, message: 'Unauthorized' },
              }),
        ),
      ),
    ],
  ],
  warnings: () => [
    [
      pair(
        desiredPipe({ name: 'a-moving', settings: { db_max_threads: 8 } }),
        livePipe({ name: 'a-moving', state: 'Modifying', settings: { db_max_threads: 4 } }),
      ),
      pair(
        desiredPipe({ name: 'b-degraded', settings: { db_max_threads: 8 } }),
        livePipe({ name: 'b-degraded', state: 'Degraded', settings: { db_max_threads: 8 } }),
      ),
      pair(
        desiredPipe({ name: 'c-settling', scaling: { replicas: 2, replicaCpuMillicores: 500 } }),
        livePipe({ name: 'c-settling', state: 'Modifying', scaling: { replicas: 2, replicaCpuMillicores: 0 } }),
      ),
      pair(
        desiredPipe({ name: 'd-postgres', settings: { db_max_threads: 8 } }),
        livePipe({ name: 'd-postgres', source: 'postgres', state: 'Snapshot' }),
      ),
      pair(
        desiredPipe({ name: 'e-odd', settings: { db_max_threads: 8 } }),
        livePipe({ name: 'e-odd', source: 'pubsub', state: 'Hibernating' }),
      ),
    ],
  ],
  mixed: () => [
    [
      unchanged,
      pair(
        desiredPipe({ name: 'orders', settings: { db_max_threads: 8 } }),
        livePipe({ settings: { db_max_threads: 4 } }),
      ),
      pair(
        desiredPipe({ name: 'payments', protect: true, scaling: { replicas: 4 } }),
        livePipe({ name: 'payments', scaling: SMALL }),
      ),
      pair(desiredPipe({ name: 'returns' }), failure('not-found', { status: 404, message: 'NOT_FOUND: no such pipe' })),
    ],
  ],
  shrinking: () => [
    [
      pair(
        desiredPipe({
          settings: { db_max_threads: 2 },
          scaling: { replicas: 1, replicaCpuMillicores: 125, replicaMemoryGb: 0.5 },
        }),
        livePipe({
          settings: { db_max_threads: 8 },
          scaling: { replicas: 3, replicaCpuMillicores: 1000, replicaMemoryGb: 4 },
        }),
      ),
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
  return pair(
    desiredPipe({ name, settings: { db_max_threads: 8 }, acknowledge }),
    livePipe({ name, settings: { db_max_threads: threads } }),
  );
}

describe('a plan as text', () => {
  it.each(Object.entries(CASES))('%s', async (name, given) => {
    await expect(renderReportText(planOf(...given()), createStyle('off'))).toMatchFileSnapshot(
      `golden/plan/${name}.txt`,
    );
  });

  it('shows where each change comes from, what is acknowledged, the base and the notes', async () => {
    const text = renderReportText(samplePlan(), createStyle('off'));
    await expect(text).toMatchFileSnapshot('golden/plan/attributed.txt');
  });

  it('shows what each pipe and all of them cost', async () => {
    await expect(renderReportText(pricedPlan(), createStyle('off'))).toMatchFileSnapshot('golden/plan/priced.txt');
  });

  it('does not report a pipe with an acknowledged difference as in sync', async () => {
    const text = renderReportText(planOf([unchanged, known('orders', 32)]), createStyle('off'));
    await expect(text).toMatchFileSnapshot('golden/plan/acknowledged.txt');
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

  it('shows alerts that differ from their declaration', async () => {
    const text = renderReportText(alertedPlan(), createStyle('off'));
    await expect(text).toMatchFileSnapshot('golden/plan/alerted.txt');
  });

  it('is one empty line when no pipe could be read', () => {
    expect(renderReportText(emptyPlan(null, [], { now: NOW, tool: TOOL }), createStyle('off'))).toBe('\n');
  });

  it('keeps request bodies within 100 columns', () => {
    const lines = Object.values(CASES).flatMap((given) => {
      const text = renderReportText(planOf(...given()), createStyle('off'), { requests: true });
      return text.split('\n').filter((line) => /^ {4}\d\. |^ {9}"/.test(line));
    });
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
  });
});
