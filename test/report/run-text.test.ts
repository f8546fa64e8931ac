import { describe, expect, it } from 'vitest';
import { renderReportText } from '../../src/report/text/render-text.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { FakeService, type ServiceOptions } from '../apply/fake-service.ts';
import { runPlan } from '../apply/run-plan.ts';
import { desiredPipe, failure, idOf, livePipe, type Pair, pair, planOf } from '../plan/samples.ts';
import { blockedRun, passedRun, rolledBackRun, unhealthyRun } from './sample-guarded.ts';

const SMALL = { replicas: 2, replicaCpuMillicores: 250, replicaMemoryGb: 1 };

function update(name: string): Pair {
  return pair(
    desiredPipe({ name, settings: { db_max_threads: 8 }, scaling: { replicas: 3 } }),
    livePipe({ name, settings: { db_max_threads: 4, future_switch: true }, scaling: SMALL }),
  );
}

function livesOf(pairs: readonly Pair[]) {
  return pairs.flatMap(({ read }) => (read.ok ? [read.pipe] : []));
}

async function runOf(pairs: readonly Pair[], options: ServiceOptions, given: Parameters<typeof runPlan>[2] = {}) {
  const service = new FakeService(livesOf(pairs), options);
  const { run } = await runPlan(planOf(pairs), service, given);
  return renderReportText(run, createStyle('off'));
}

const CASES: Readonly<Record<string, () => Promise<string>>> = {
  applied: () => runOf([update('clicks'), update('orders')], {}),
  mixed: () =>
    runOf(
      [
        update('a-applied'),
        update('b-rejected'),
        update('c-partly'),
        update('d-moved'),
        update('e-found'),
        pair(
          desiredPipe({ name: 'f-protected', protect: true, scaling: { replicas: 3 } }),
          livePipe({ name: 'f-protected', scaling: SMALL }),
        ),
        pair(
          desiredPipe({ name: 'g-missing' }),
          failure('not-found', { status: 404, message: 'NOT_FOUND: no such pipe' }),
        ),
        pair(desiredPipe({ name: 'h-calm' }), livePipe({ name: 'h-calm' })),
        update('i-ignored'),
      ],
      {
        writes: ['none', 'none', 'rejected', 'none', 'rejected', 'lost-after-commit', 'none', 'none', 'ignored'],
        onRequest: ({ method, id, nth }, service) => {
          if (id === idOf('d-moved') && method === 'GET' && nth === 1) service.edit(id, { db_max_threads: 6 });
        },
      },
    ),
  stale: () =>
    runOf([update('orders')], {
      onRequest: ({ method, id, nth }, service) => {
        if (method === 'GET' && nth === 1)
          service.edit(id, { db_max_threads: 6, brand_new: { a: 1 } }, { replicas: 5 });
      },
    }),
  unknown: () =>
    runOf([update('orders')], { writes: ['late', 'late', 'late'], lateness: 1000 }, { waitTimeoutMs: 30_000 }),
  'not-waited-for': () =>
    runOf(
      [pair(desiredPipe({ scaling: { replicaMemoryGb: 2, replicaCpuMillicores: 500 } }), livePipe({ scaling: SMALL }))],
      { settling: { reads: 2, shows: 'zero' } },
      { waitTimeoutMs: 0 },
    ),
  interrupted: async () => {
    const stop = new AbortController();
    const names = Array.from({ length: 15 }, (_, index) => `pipe-${String(index).padStart(2, '0')}`);
    const onRequest = ({ method }: { readonly method: string }) => {
      if (method === 'PUT') stop.abort('SIGINT');
    };
    return runOf(names.map(update), { onRequest }, { stop: stop.signal });
  },
  'interrupted-twice': async () => {
    const stop = new AbortController();
    const abort = new AbortController();
    const onRequest = ({ method }: { readonly method: string }) => {
      if (method !== 'PATCH') return;
      stop.abort('SIGTERM');
      abort.abort();
    };
    return runOf(
      ['a', 'b'].map(update),
      { onRequest, writes: ['lost-before-commit'] },
      { stop: stop.signal, abort: abort.signal },
    );
  },
  'fail-fast': () => runOf(['a', 'b', 'c'].map(update), { writes: ['rejected'] }, { failFast: true }),
  passed: () => Promise.resolve(renderReportText(passedRun(), createStyle('off'))),
  'rolled-back': () => Promise.resolve(renderReportText(rolledBackRun(), createStyle('off'))),
  blocked: () => Promise.resolve(renderReportText(blockedRun(), createStyle('off'))),
  unhealthy: () => Promise.resolve(renderReportText(unhealthyRun(), createStyle('off'))),
  'refused-as-a-whole': async () => {
    const pairs = ['a', 'b', 'c'].map(update);
    const service = new FakeService([]);
    const plan = planOf(pairs, { policy: { maxChangedPipes: { count: 1 }, minPipes: 0 } });
    return renderReportText((await runPlan(plan, service)).run, createStyle('off'));
  },
};

describe('a run as text', () => {
  it.each(Object.entries(CASES))('%s', async (name, render) => {
    await expect(await render()).toMatchFileSnapshot(`golden/run/${name}.txt`);
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
