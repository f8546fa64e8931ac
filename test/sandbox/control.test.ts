import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { call, control, get, named, patch, pathOf, planOf, put, start, stillClock } from './harness.ts';

describe('the control address', () => {
  test('shows its health and lists the pipes without credentials', async () => {
    const sandbox = await start();
    expect((await control(sandbox, 'health')).json).toEqual({
      status: 'ok',
      organization: sandbox.fleet.organization,
      pipes: 6,
    });
    const { json } = await control(sandbox, 'pipes');
    expect(json.pipes).toHaveLength(6);
    expect(json.pipes).toContainEqual(
      expect.objectContaining({ name: 'crm-replica', kind: 'postgres', state: 'Running' }),
    );
  });

  test('shows the true state during a scaling update', async () => {
    const sandbox = await start({ clock: () => 0 });
    await patch(sandbox, 'orders-prod', { replicas: 6 });
    const { json } = await control(sandbox, `pipes/${named(sandbox, 'orders-prod').id}`);
    expect(json).toMatchObject({ state: 'Running', scaling: { replicas: 6 }, settling: { before: { replicas: 2 } } });
  });

  test('edits a pipe immediately', async () => {
    const sandbox = await start();
    const before = named(sandbox, 'orders-prod');
    const { status } = await control(sandbox, `pipes/${before.id}`, 'PATCH', {
      settings: { db_max_threads: null, db_max_insert_threads: 8, of_its_own: 'kept' },
      scaling: { replicas: 7 },
      state: 'Degraded',
      name: 'orders-renamed',
    });
    expect(status).toBe(200);
    const { result } = (await get(sandbox, 'orders-renamed')).json;
    expect(result).toMatchObject({ state: 'Degraded', scaling: { replicas: 7, replicaMemoryGb: 1 } });
    expect(result?.settings).toMatchObject({ db_max_threads: null, db_max_insert_threads: 8, of_its_own: 'kept' });
    expect(result?.updatedAt).not.toBe(before.updatedAt);
  });

  test('writes an extra key of a pipe, which survives a merge', async () => {
    const sandbox = await start();
    await control(sandbox, `pipes/${named(sandbox, 'orders-prod').id}`, 'PATCH', { settings: { of_its_own: true } });
    expect((await put(sandbox, 'orders-prod', { db_max_threads: 1 })).json.result?.of_its_own).toBe(true);
    expect((await put(sandbox, 'orders-prod', { of_its_own: false })).json.result?.of_its_own).toBe(false);
  });

  test('ends a running scaling update', async () => {
    const sandbox = await start({ clock: () => 0 });
    await patch(sandbox, 'orders-prod', { replicas: 6 });
    await control(sandbox, `pipes/${named(sandbox, 'orders-prod').id}`, 'PATCH', { scaling: { replicas: 3 } });
    expect((await get(sandbox, 'orders-prod')).json.result).toMatchObject({
      state: 'Running',
      scaling: { replicas: 3 },
    });
  });

  test.each([
    [{ settings: { db_max_threads: 65 } }, 'db_max_threads must be between 0 and 64'],
    [{ scaling: { concurrency: 2 } }, 'concurrency does not apply to kafka pipes'],
    [{ state: '' }, 'state must be a text'],
    [{ name: 4 }, 'name must be a text'],
    [{ settings: [] }, 'settings must be an object'],
    [{ id: 'x' }, 'id cannot be edited'],
    [{}, 'the body names no key'],
  ])('refuses the edit %o', async (edit, text) => {
    const sandbox = await start();
    const before = named(sandbox, 'orders-prod');
    const { status, json } = await control(sandbox, `pipes/${before.id}`, 'PATCH', edit);
    expect(status).toBe(400);
    expect(json.error).toContain(text);
    expect(named(sandbox, 'orders-prod')).toBe(before);
  });

  test('an unknown pipe, path or method is a 404', async () => {
    const sandbox = await start();
    for (const [path, method] of [
      ['pipes/00000000-0000-4000-8000-000000000000', 'GET'],
      ['nothing', 'GET'],
      ['pipes', 'POST'],
    ] as const) {
      expect((await control(sandbox, path, method)).status).toBe(404);
    }
  });

  test('reset restores the fleet, clears the logs and the rate limit, and restarts the faults', async () => {
    const faults = planOf('{ status: { code: 500, when: after } }', 'operation: put, count: 1');
    const limit = { rateLimit: { requests: 2, perMs: 1000 } };
    const sandbox = await start({ clock: () => 0, switches: limit, faults });
    expect((await put(sandbox, 'orders-prod', { db_max_threads: 1 })).status).toBe(500);
    expect((await put(sandbox, 'orders-prod', { db_max_threads: 2 })).status).toBe(200);
    expect((await get(sandbox, 'orders-prod')).status).toBe(429);
    expect((await control(sandbox, 'reset', 'POST')).status).toBe(200);
    expect([sandbox.requests(), sandbox.commits()]).toEqual([[], []]);
    expect((await get(sandbox, 'orders-prod')).json.result?.settings?.db_max_threads).toBe(4);
    expect((await put(sandbox, 'orders-prod', { db_max_threads: 1 })).status).toBe(500);
  });
});

describe('the request log', () => {
  test('has every request of the API in order, with its body and its result', async () => {
    const clock = stillClock();
    const sandbox = await start({ clock: clock.read });
    const pipe = named(sandbox, 'orders-prod');
    const first = await get(sandbox, 'orders-prod');
    clock.move(1500);
    await put(sandbox, 'orders-prod', { db_max_threads: 6 });
    await put(sandbox, 'orders-prod', 'no json');
    await call(sandbox, '/nowhere');
    await control(sandbox, 'health');
    const { json } = await control(sandbox, 'requests');
    expect(json.dropped).toBe(0);
    expect(json.requests).toMatchObject([
      {
        at: '2026-11-20T10:00:00.000Z',
        method: 'GET',
        path: pathOf(sandbox, pipe),
        pipeId: pipe.id,
        requestId: first.json.requestId,
        body: null,
        status: 200,
      },
      { at: '2026-11-20T10:00:01.500Z', method: 'PUT', pipeId: pipe.id, body: { db_max_threads: 6 }, status: 200 },
      { method: 'PUT', path: pathOf(sandbox, pipe, 'settings'), body: 'no json', status: 400 },
      { method: 'GET', path: '/nowhere', pipeId: null, status: 404 },
    ]);
  });

  test('shows only the latest entries when asked to', async () => {
    const sandbox = await start();
    for (const path of ['/one', '/two', '/three']) await call(sandbox, path);
    const { json } = await control(sandbox, 'requests?latest=2');
    expect(json).toMatchObject({ requests: [{ path: '/two' }, { path: '/three' }], dropped: 0 });
    for (const latest of ['0', '-1', '1.5', 'all', '']) {
      expect((await control(sandbox, `requests?latest=${latest}`)).status).toBe(400);
    }
  });

  test('is cleared on demand', async () => {
    const sandbox = await start();
    await get(sandbox, 'orders-prod');
    await control(sandbox, 'requests', 'DELETE');
    expect((await control(sandbox, 'requests')).json).toEqual({ requests: [], dropped: 0 });
  });

  test('never contains credentials, right or wrong', async () => {
    const sandbox = await start({ credentials: { keyId: 'right-id', keySecret: 'right-secret' } });
    for (const text of ['right-id:right-secret', 'wrong-id:wrong-secret']) {
      const authorization = `Basic ${Buffer.from(text).toString('base64')}`;
      await call(sandbox, pathOf(sandbox, named(sandbox, 'orders-prod')), { headers: { authorization } });
    }
    const { text } = await control(sandbox, 'requests');
    expect(text).toContain('"status":401');
    for (const secret of ['right-', 'wrong-', 'Basic', Buffer.from('right-id').toString('base64').slice(0, 8)]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('requests from a browser', () => {
  const send = async (sandbox: Sandbox, method: 'GET' | 'POST', headers: Readonly<Record<string, string>>) =>
    (await call(sandbox, `/_sandbox/${method === 'GET' ? 'pipes' : 'reset'}`, { method, headers })).status;

  test.each([
    [{ host: 'rebound.example' }],
    [{ host: 'rebound.example:4010' }],
    [{ host: 'localhost.rebound.example' }],
    [{ host: '127.0.0.1.rebound.example' }],
    [{ origin: 'http://page.example' }],
    [{ origin: 'https://localhost' }],
    [{ origin: 'null' }],
  ])('are refused with %o', async (headers) => {
    const sandbox = await start();
    for (const method of ['GET', 'POST'] as const) expect(await send(sandbox, method, headers)).toBe(403);
  });

  test.each(['localhost', 'LOCALHOST:80', '127.0.0.1:4010', '[::1]:4010', '192.168.3.4'])(
    'are accepted for the host %s',
    async (host) => {
      const sandbox = await start();
      expect(await send(sandbox, 'GET', { host })).toBe(200);
      expect(await send(sandbox, 'POST', { host, origin: `http://${host}` })).toBe(200);
    },
  );
});
