import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/model/json/json.ts';
import { desiredPipe, livePipe, planOne } from './samples.ts';

type Shown = JsonValue | 'absent';

function settingsBody(wanted: number | boolean | null | 'unmanaged', shown: Shown) {
  const settings: Record<string, JsonValue> = { future_switch: true, db_max_download_threads: 3 };
  if (shown !== 'absent') settings.db_max_threads = shown;
  const managed = wanted === 'unmanaged' ? {} : { db_max_threads: wanted };
  // A second change ensures that there is a body.
  const pipe = planOne(desiredPipe({ settings: { ...managed, db_max_insert_threads: 2 } }), livePipe({ settings }));
  return pipe.requests.find(({ method }) => method === 'PUT')?.body;
}

const REST = { db_max_insert_threads: 2, db_max_download_threads: 3, future_switch: true };

describe('the body of a settings update', () => {
  it.each<[string, number | boolean | null | 'unmanaged', Shown, JsonValue | 'left out']>([
    ['managed, differs', 8, 4, 8],
    ['managed, equal', 8, 8, 8],
    ['managed, live null', 8, null, 8],
    ['managed, live absent', 8, 'absent', 8],
    ['managed zero over a value', 0, 4, 0],
    ['managed zero, equal', 0, 0, 0],
    ['desired unset, live set', null, 4, null],
    ['desired unset, live zero', null, 0, null],
    ['desired unset, live null', null, null, 'left out'],
    ['desired unset, live absent', null, 'absent', 'left out'],
    ['unmanaged, live set', 'unmanaged', 4, 4],
    ['unmanaged, live zero', 'unmanaged', 0, 0],
    ['unmanaged, live false', 'unmanaged', false, false],
    ['unmanaged, live null', 'unmanaged', null, 'left out'],
    ['unmanaged, live absent', 'unmanaged', 'absent', 'left out'],
  ])('%s', (_, wanted, shown, expected) => {
    expect(settingsBody(wanted, shown)).toEqual(expected === 'left out' ? REST : { ...REST, db_max_threads: expected });
  });

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

  it('includes a key named like an Object.prototype property', () => {
    const settings = JSON.parse('{"__proto__":7,"constructor":1,"db_max_threads":4}') as Record<string, JsonValue>;
    const pipe = planOne(desiredPipe({ settings: { db_max_threads: 8 } }), livePipe({ settings }));
    expect(JSON.stringify(pipe.requests[0]?.body)).toBe('{"db_max_threads":8,"__proto__":7,"constructor":1}');
  });

  it('is a single null when nothing else is set', () => {
    const pipe = planOne(
      desiredPipe({ settings: { db_max_threads: null } }),
      livePipe({ settings: { db_max_threads: 4 } }),
    );
    expect(pipe.requests.map(({ body }) => body)).toEqual([{ db_max_threads: null }]);
  });

  it('is not sent when every managed key is in sync', () => {
    const settings = { db_max_threads: 8, db_max_insert_threads: null };
    const pipe = planOne(desiredPipe({ settings }), livePipe({ settings: { db_max_threads: 8, other: 1 } }));
    expect(pipe).toMatchObject({ status: 'unchanged', changes: [], requests: [] });
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
