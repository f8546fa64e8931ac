import { describe, expect, it } from 'vitest';
import { desiredPipe, livePipe, planOne } from './samples.ts';

// That it has every live value and the desired ones is a property of any pipe (`properties.test.ts`).
describe('the body of a settings update', () => {
  it('lists the keys in the order of the contract, unknown ones last', () => {
    const live = livePipe({ settings: { zeta: 1, alpha: [1, { deep: null }], db_max_threads: 4 } });
    const pipe = planOne(
      desiredPipe({ settings: { db_parallel_view_processing: false, streaming_max_insert_wait_ms: 5000 } }),
      live,
    );
    expect(JSON.stringify(pipe.requests[0]?.body)).toBe(
      '{"streaming_max_insert_wait_ms":5000,"db_max_threads":4,"db_parallel_view_processing":false,"alpha":[1,{"deep":null}],"zeta":1}',
    );
  });

  it('includes unmanaged values of the wrong type unchanged', () => {
    const live = livePipe({
      settings: { db_max_threads: 'many', db_max_insert_threads: 1 },
      unreadable: [{ path: 'settings.db_max_threads', found: 'many' }],
    });
    const pipe = planOne(desiredPipe({ settings: { db_max_insert_threads: 2 } }), live);
    expect(pipe.requests[0]?.body).toEqual({ db_max_threads: 'many', db_max_insert_threads: 2 });
  });
});

describe('settings that cannot be compared', () => {
  it('are an error when the service shows no settings', () => {
    const pipe = planOne(desiredPipe({ settings: { db_max_threads: 8 } }), livePipe({ settings: null }));
    expect(pipe).toMatchObject({ status: 'error', requests: [], diagnostics: [{ code: 'unreadable-value' }] });
  });

  it('are ignored when only scaling is managed', () => {
    const pipe = planOne(
      desiredPipe({ scaling: { replicas: 3 } }),
      livePipe({ settings: null, scaling: { replicas: 2 } }),
    );
    expect(pipe.requests.map(({ method, body }) => [method, body])).toEqual([['PATCH', { replicas: 3 }]]);
  });

  it('are reported for a managed value of the wrong type, at its position', () => {
    const live = livePipe({
      settings: { db_max_threads: 'many' },
      unreadable: [{ path: 'settings.db_max_threads', found: 'many' }],
    });
    const desired = desiredPipe({ settings: { db_max_threads: 8 } });
    const pipe = planOne(desired, live);
    expect(pipe).toMatchObject({ status: 'error', requests: [], diagnostics: [{ code: 'unreadable-value' }] });
    expect(pipe.diagnostics[0]?.line).toBe(desired.settings.db_max_threads?.location.line);
    expect(pipe.diagnostics[0]?.summary).toContain('"many"');
  });

  it('are warned about for postgres pipes, which may refuse them', () => {
    const live = livePipe({ source: 'postgres', settings: { db_max_threads: 4 } });
    const pipe = planOne(desiredPipe({ settings: { db_max_threads: 8 } }), live);
    expect(pipe).toMatchObject({
      status: 'update',
      diagnostics: [{ severity: 'warning', code: 'field-not-for-kind' }],
    });
  });
});
