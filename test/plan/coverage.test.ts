import { expect, it } from 'vitest';
import type { ListResult } from '../../src/model/client.ts';
import type { DesiredPipe, Policy } from '../../src/model/fleet.ts';
import { desiredPipe, failure, fleetOf, idOf, livePipe, pair, planOf, SERVICE_ID } from './samples.ts';
import { reviewed } from './saved/review.ts';

const BILLING = '2d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c02';
const orders = desiredPipe({ name: 'orders' });
const invoices = desiredPipe({ name: 'invoices', service: 'billing', serviceId: BILLING });
const gone = desiredPipe({ name: 'gone' });

const shows = (...names: readonly string[]): ListResult => {
  const pipes = names.map((name) => livePipe({ name, id: idOf(name).toUpperCase() }));
  return { ok: true, pipes, more: null, attempts: 1 };
};
const fails = (...about: Parameters<typeof failure>): ListResult => ({ ok: false, failure: failure(...about) });

function planWith(
  analytics: ListResult,
  billing: ListResult,
  policy: Partial<Policy> = {},
  lost = failure('not-found'),
) {
  const reads = [
    pair(orders, livePipe({ name: 'orders' })),
    pair(invoices, livePipe({ name: 'invoices', serviceId: BILLING })),
    pair(gone, lost),
  ];
  const listings = [
    { service: 'billing', serviceId: BILLING, list: billing },
    { service: 'analytics', serviceId: SERVICE_ID, list: analytics },
  ];
  return planOf(reads, { policy, listings });
}

it('counts each live pipe once, whatever the case of its id, and orders services by name', () => {
  const { coverage } = planWith(shows('orders', 'zebra', 'apples', 'zebra', 'orders'), shows('invoices'));
  expect(coverage).toEqual([
    {
      service: 'analytics',
      serviceId: SERVICE_ID,
      managed: 1,
      unmanaged: [
        { id: idOf('apples'), name: 'apples' },
        { id: idOf('zebra'), name: 'zebra' },
      ],
      gone: ['gone'],
    },
    { service: 'billing', serviceId: BILLING, managed: 1, unmanaged: [], gone: [] },
  ]);
});

it('does not count a pipe as gone that something before the service does not find', () => {
  const { coverage } = planWith(shows('orders'), shows('invoices'), {}, failure('not-found', { fault: 'no-json' }));
  expect(coverage.map((service) => service.gone)).toEqual([[], []]);
});

it('names the first unmanaged pipes of each service, and refuses the plan only by policy', () => {
  const names = Array.from({ length: 12 }, (_, index) => `extra-${index + 10}`);
  const { diagnostics } = planWith(shows('orders', ...names), shows('invoices'));
  expect(diagnostics).toMatchObject([
    {
      severity: 'warning',
      code: 'unmanaged-pipes',
      summary: expect.stringContaining('12 live pipes of service analytics'),
    },
  ]);
  expect(diagnostics[0]?.detail).toMatch(/^extra-10 \(.*extra-19 \(\S+\) and 2 more\.$/);
  const policies = ['ignore', 'refuse'] as const;
  const severities = policies.map((unmanaged) =>
    planWith(shows('orders', 'extra'), shows('invoices'), { unmanaged }).diagnostics.map(({ severity }) => severity),
  );
  expect(severities).toEqual([[], ['error']]);
});

it('shows a name of several lines on one line', () => {
  const pipes = [livePipe({ name: 'orders' }), livePipe({ name: 'a\nPlan: 0 to update', id: idOf('extra') })];
  const { diagnostics } = planWith({ ok: true, pipes, more: null, attempts: 1 }, shows('invoices'));
  expect(diagnostics[0]?.detail).toBe(`a\\nPlan: 0 to update (${idOf('extra')}).`);
});

it('does not refuse a saved plan for a pipe that the configuration has by now', () => {
  const plan = planWith(shows('orders', 'extra'), shows('invoices'), { unmanaged: 'warn' });
  const codesOf = (...more: readonly DesiredPipe[]) =>
    reviewed(plan, fleetOf([orders, invoices, gone, ...more], { unmanaged: 'refuse' })).diagnostics.flatMap(
      ({ severity, code }) => (severity === 'error' ? [code] : []),
    );
  expect(codesOf()).toEqual(['unmanaged-pipes']);
  expect(codesOf(desiredPipe({ name: 'extra' }))).toEqual([]);
});

it('reports a list that failed once, and not one that was interrupted', () => {
  const { coverage, diagnostics } = planWith(fails('interrupted'), fails('server', { status: 500 }));
  expect(coverage).toEqual([]);
  expect(diagnostics).toMatchObject([
    { code: 'server-error', summary: 'Server error (http://127.0.0.1:4010 returned 500).' },
  ]);
});
