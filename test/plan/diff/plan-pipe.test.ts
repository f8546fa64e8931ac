import { describe, expect, it } from 'vitest';
import type { FailureKind } from '../../../src/model/failure-kinds.ts';
import { codes, desiredPipe, failure, livePipe, ORGANIZATION, planOne, SERVICE_ID } from '../samples.ts';

describe('the live pipe under the id', () => {
  it('must have the declared name', () => {
    const desired = desiredPipe({ liveName: 'orders-prod', settings: { db_max_threads: 8 } });
    expect(planOne(desired, livePipe({ id: desired.id, name: 'orders-prod' })).status).toBe('update');
    const pipe = planOne(desired, livePipe({ name: 'orders', id: desired.id }));
    expect(pipe).toMatchObject({ status: 'refused', requests: [], liveName: 'orders' });
    expect(codes(pipe.diagnostics)).toEqual(['wrong-pipe']);
  });

  it('must be of the declared kind; both mismatches are reported at once', () => {
    const desired = desiredPipe({ liveName: 'other', source: 'kinesis', settings: { db_max_threads: 8 } });
    const pipe = planOne(desired, livePipe({ source: 'kafka' }));
    expect(pipe).toMatchObject({ status: 'refused', requests: [], source: 'kafka' });
    expect(codes(pipe.diagnostics)).toEqual(['wrong-pipe', 'wrong-pipe']);
  });

  it('may have an unknown kind or none', () => {
    for (const source of ['pubsub', null]) {
      expect(planOne(desiredPipe({ settings: { db_max_threads: 8 } }), livePipe({ source })).status).toBe('update');
    }
  });
});

describe('a field that the kind does not support', () => {
  it.each([
    ['kafka', { settings: { object_storage_concurrency: 2 } }],
    ['kafka', { scaling: { concurrency: 2 } }],
    ['objectStorage', { settings: { streaming_max_insert_wait_ms: 5000 } }],
    ['objectStorage', { scaling: { replicas: 2 } }],
    ['postgres', { scaling: { replicaCpuMillicores: 500 } }],
    ['kinesis', { settings: { object_storage_use_cluster_function: true } }],
  ])('is refused on %s: %o', (source, managed) => {
    const pipe = planOne(desiredPipe(managed), livePipe({ source }));
    expect(pipe).toMatchObject({ status: 'refused', requests: [] });
    expect(codes(pipe.diagnostics)).toEqual(['field-not-for-kind']);
  });

  it('is refused by the declared kind when the service returned none', () => {
    const desired = desiredPipe({ source: 'kafka', scaling: { concurrency: 2 } });
    expect(planOne(desired, livePipe({ source: null })).status).toBe('refused');
  });

  it('is reported once per field, at its position', () => {
    const desired = desiredPipe({ settings: { object_storage_concurrency: 2 }, scaling: { concurrency: 2 } });
    const lines = planOne(desired, livePipe()).diagnostics.map(({ line }) => line);
    expect(lines).toEqual([
      desired.settings.object_storage_concurrency?.location.line,
      desired.scaling.concurrency?.location.line,
    ]);
  });
});

describe('the live state', () => {
  it.each<[string | null, string[], string[]?]>([
    ['Running', []],
    ['Paused', []],
    ['Completed', ['pipe-completed'], []],
    ['Hibernating', []],
    [null, []],
    ['Modifying', ['pipe-in-transition']],
    ['Snapshot', ['pipe-in-transition']],
    ['Degraded', ['pipe-in-trouble']],
    ['InternalError', ['pipe-in-trouble']],
  ])('%s', (state, expected, ofUnchanged = expected) => {
    const settings = { db_max_threads: 8 };
    const changing = planOne(desiredPipe({ settings }), livePipe({ state, settings: { db_max_threads: 4 } }));
    const unchanged = planOne(desiredPipe({ settings }), livePipe({ state, settings }));
    expect([changing.status, unchanged.status]).toEqual(['update', 'unchanged']);
    expect(changing.state).toBe(state);
    expect([changing, unchanged].map(({ diagnostics }) => codes(diagnostics))).toEqual([expected, ofUnchanged]);
  });
});

describe('a managed scaling value that cannot be read', () => {
  it('is an error, and no other value of the pipe is sent', () => {
    const live = livePipe({
      scaling: { replicas: 'unreadable' },
      unreadable: [{ path: 'scaling.replicas', found: 'two' }],
    });
    const pipe = planOne(desiredPipe({ settings: { db_max_threads: 8 }, scaling: { replicas: 2 } }), live);
    expect(pipe).toMatchObject({ status: 'error', requests: [] });
    expect(codes(pipe.diagnostics)).toEqual(['unreadable-value']);
  });

  it('is ignored when it is not managed', () => {
    const live = livePipe({ unreadable: [{ path: 'scaling.replicas', found: 'two' }] });
    expect(planOne(desiredPipe({ settings: { db_max_threads: 8 } }), live).status).toBe('update');
  });
});

it('names the declaration of a setting that the service shows with another type, after those of the contract', () => {
  const shown = ['settings.read_committed', 'settings.db_max_threads'] as const;
  const live = livePipe({ unreadable: shown.map((path) => ({ path, found: 'on' })) });
  const pipe = planOne(desiredPipe({ settings: { read_committed: 1, db_max_threads: 8 } }), live);
  expect(pipe.diagnostics).toMatchObject([
    { code: 'unreadable-value', summary: expect.stringContaining('settings.db_max_threads') },
    {
      code: 'unreadable-value',
      detail: expect.not.stringContaining('contract'),
      hint: expect.stringContaining('`type` under `api.settings`'),
    },
  ]);
});

describe('a pipe that could not be read', () => {
  it.each<[FailureKind, string]>([
    ['not-found', 'pipe-not-found'],
    ['wrong-address', 'wrong-address'],
    ['wrong-pipe', 'wrong-pipe'],
    ['credentials', 'credentials-rejected'],
    ['service-idle', 'service-idle'],
    ['rate-limited', 'rate-limited'],
    ['rejected', 'request-rejected'],
    ['server', 'server-error'],
    ['network', 'network-error'],
    ['timeout', 'network-error'],
    ['invalid-response', 'invalid-response'],
    ['interrupted', 'interrupted'],
  ])('because of %s', (kind, code) => {
    const desired = desiredPipe({ source: 'kafka' });
    const pipe = planOne(desired, failure(kind));
    expect(pipe).toMatchObject({ status: 'error', liveName: null, source: 'kafka', state: null, basis: null });
    expect(pipe.diagnostics).toMatchObject([{ severity: 'error', code, line: desired.location.line }]);
    expect(pipe.diagnostics[0]?.hint).toBeTruthy();
  });

  it('shows the request, the answer and the attempts, with the request id separate', () => {
    const about = { status: 503, message: 'UNAVAILABLE: try later', requestId: 'r-1', attempts: 4 };
    const { diagnostics, requestId } = planOne(desiredPipe(), failure('server', about));
    expect(requestId).toBe('r-1');
    expect(diagnostics[0]?.detail).toBe(
      `GET /v1/organizations/${ORGANIZATION}/services/${SERVICE_ID}/pipes/${desiredPipe().id} returned 503 after 4 attempts`,
    );
    const [silent] = planOne(desiredPipe(), failure('timeout')).diagnostics;
    expect(silent?.detail).toMatch(/ got no response$/);
  });
});
