import { describe, expect, it } from 'vitest';
import type { Run } from '../../src/model/run.ts';
import { renderReportText } from '../../src/report/text/render-text.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { FakeService, type ServiceOptions } from '../apply/fake-service.ts';
import { runPlan } from '../apply/run-plan.ts';
import { desiredPipe, failure, idOf, livePipe, type Pair, pair, pairOf, planOf } from '../plan/samples.ts';
import { blockedRun, passedRun, rolledBackRun, unhealthyRun } from './sample-runs.ts';

const SMALL = { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 };

function update(name: string): Pair {
  return pairOf(
    name,
    { settings: { db_max_threads: 8 }, scaling: { replicas: 3 } },
    { settings: { db_max_threads: 4, future_switch: true }, scaling: SMALL },
  );
}

const render = (run: Run): string => renderReportText(run, createStyle('off'));

function livesOf(pairs: readonly Pair[]) {
  return pairs.flatMap(({ read }) => (read.ok ? [read.pipe] : []));
}

async function textOf(pairs: readonly Pair[], options: ServiceOptions, given: Parameters<typeof runPlan>[2] = {}) {
  const service = new FakeService(livesOf(pairs), options);
  const { run } = await runPlan(planOf(pairs), service, given);
  return render(run);
}

const CASES: Readonly<Record<string, () => Promise<string>>> = {
  mixed: () =>
    textOf(
      [
        update('a-applied'),
        update('b-rejected'),
        update('c-partly'),
        update('d-moved'),
        update('e-found'),
        pairOf('f-protected', { protect: true, scaling: { replicas: 3 } }, { scaling: SMALL }),
        pair(
          desiredPipe({ name: 'g-missing' }),
          failure('not-found', { status: 404, message: 'NOT_FOUND: no such pipe' }),
        ),
        pairOf('h-calm'),
        update('i-ignored'),
      ],
      {
        writes: ['none', 'none', 'rejected', 'none', 'rejected', 'lost-after-commit', 'none', 'none', 'ignored'],
        onRequest: ({ method, id, nth }, service) => {
          if (id === idOf('d-moved') && method === 'GET' && nth === 1) service.edit(id, { db_max_threads: 6 });
        },
      },
    ),
  unknown: () =>
    textOf([update('orders')], { writes: ['late', 'late', 'late'], lateness: 1000 }, { waitTimeoutMs: 30_000 }),
  'not-waited-for': () =>
    textOf(
      [pair(desiredPipe({ scaling: { replicaMemoryGb: 2, replicaCpuMillicores: 500 } }), livePipe({ scaling: SMALL }))],
      { settling: { reads: 2, shows: 'zero' } },
      { waitTimeoutMs: 0 },
    ),
  'interrupted-twice': async () => {
    const stop = new AbortController();
    const abort = new AbortController();
    const onRequest = ({ method }: { readonly method: string }) => {
      if (method !== 'PATCH') return;
      stop.abort('SIGTERM');
      abort.abort();
    };
    return textOf(
      ['a', 'b'].map(update),
      { onRequest, writes: ['lost-before-commit'] },
      { stop: stop.signal, abort: abort.signal },
    );
  },
};

/** The last line says what became of all pipes. */
const ENDS: readonly (readonly [string, () => Promise<string>, string])[] = [
  ['applied', () => textOf(['clicks', 'orders'].map(update), {}), 'Applied 2 pipes: 4 update requests in 0s.'],
  [
    'all stale',
    () =>
      textOf([update('orders')], {
        onRequest: ({ method, id, nth }, service) => {
          if (method === 'GET' && nth === 1) service.edit(id, { db_max_threads: 6 });
        },
      }),
    'No pipe was updated, 1 stale. Nothing was sent.',
  ],
  [
    'stopped after the first failure',
    () => textOf(['a', 'b', 'c'].map(update), { writes: ['rejected'] }, { failFast: true }),
    'No pipe was updated, 1 failed, 2 not attempted: 1 update request in 0s.',
  ],
  [
    'interrupted',
    () => {
      const stop = new AbortController();
      const onRequest = ({ method }: { readonly method: string }) => {
        if (method === 'PUT') stop.abort('SIGINT');
      };
      return textOf(Array.from('abcdefghijklmno', update), { onRequest }, { stop: stop.signal });
    },
    'Interrupted (SIGINT). Applied 1 pipe, 14 not attempted: 2 update requests in 0s.',
  ],
  [
    'refused as a whole',
    async () => {
      const plan = planOf(['a', 'b', 'c'].map(update), { policy: { maxChangedPipes: { count: 1 }, minPipes: 0 } });
      return render((await runPlan(plan, new FakeService([]))).run);
    },
    'No pipe was updated, 3 refused. Nothing was sent.',
  ],
];

describe('a run as text', () => {
  it.each(Object.entries(CASES))('%s', async (name, make) => {
    await expect(await make()).toMatchFileSnapshot(`golden/run/${name}.txt`);
  });

  it.each([
    ['passed', passedRun],
    ['rolled-back', rolledBackRun],
    ['blocked', blockedRun],
    ['unhealthy', unhealthyRun],
  ] as const)('a guarded rollout: %s', async (name, make) => {
    await expect(render(make())).toMatchFileSnapshot(`golden/run/${name}.txt`);
  });

  it.each(ENDS)('ends with what was done: %s', async (_, make, end) => {
    expect((await make()).trimEnd().split('\n').at(-1)).toBe(end);
  });

  it('uses words instead of marks and drawings for a screen reader', () => {
    const seen = renderReportText(rolledBackRun(), createStyle('off'), { glyphs: 'unicode' });
    const heard = renderReportText(rolledBackRun(), createStyle('off'), { glyphs: 'words' });
    expect(seen).toMatch(/[✓✗▁-█]/);
    expect(heard).not.toMatch(/[✓✗–▁-█]/);
    expect(heard.replaceAll(/ /g, '')).toBe(seen.replaceAll(/ limit [▁-█]|OVER TIME| |[✓✗–▁-█]/g, ''));
  });

  it('draws with ASCII characters on demand', () => {
    const text = renderReportText(rolledBackRun(), createStyle('off'), { glyphs: 'ascii' });
    expect(text).toMatch(/^[\x20-\x7e\n]*$/);
    expect(text).toMatch(/[_.~=+*#-]{3,} limit/);
  });
});
