import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { basic, call, get, named, pathOf, start } from './harness.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

describe('authentication', () => {
  test.each([
    ['nothing', ''],
    ['another scheme', 'Bearer sandbox'],
    ['a wrong secret', basic('sandbox', 'wrong')],
    ['a wrong id', basic('wrong', 'sandbox')],
    ['invalid base64', 'Basic §'],
    ['no colon', `Basic ${Buffer.from('sandbox').toString('base64')}`],
  ])('%s is a 401 that changes nothing', async (_name, authorization) => {
    const sandbox = await start();
    const path = pathOf(sandbox, named(sandbox, 'orders-prod'), 'settings');
    const headers = { authorization: encodeURI(authorization) };
    const {
      status,
      json,
      headers: answered,
    } = await call(sandbox, path, {
      method: 'PUT',
      body: { db_max_threads: 1 },
      headers,
    });
    expect(status).toBe(401);
    expect(json).toMatchObject({ status: 401, error: expect.stringMatching(/^UNAUTHORIZED: /) });
    expect(answered.get('www-authenticate')).toMatch(/^Basic /);
    expect(named(sandbox, 'orders-prod').settings.db_max_threads).toBe(4);
  });

  test('the credentials can be set, and the scheme is case-insensitive', async () => {
    const sandbox = await start({ credentials: { keyId: 'me', keySecret: 'a:b ü' } });
    const path = pathOf(sandbox, named(sandbox, 'orders-prod'));
    const authorization = basic('me', 'a:b ü').replace('Basic', 'bAsIc');
    expect((await call(sandbox, path, { headers: { authorization } })).status).toBe(200);
    expect((await call(sandbox, path)).status).toBe(401);
  });
});

describe('addresses', () => {
  test.each(['organizations', 'services', 'pipes'])(
    'a malformed id in %s is a 400, an unknown one a 404',
    async (part) => {
      const sandbox = await start();
      const path = pathOf(sandbox, named(sandbox, 'orders-prod'));
      const replaced = (id: string) => path.replace(new RegExp(`(${part}/)[^/]+`), `$1${id}`);
      const malformed = await call(sandbox, replaced('not-a-uuid'));
      expect(malformed.status).toBe(400);
      expect(malformed.json.error).toBe(`BAD_REQUEST: ${part.slice(0, -1)}Id must be a uuid.`);
      const unknown = await call(sandbox, replaced(NOBODY));
      expect(unknown.status).toBe(404);
      expect(unknown.json.error).toBe(`NOT_FOUND: the ${part.slice(0, -1)} does not exist.`);
      expect(unknown.json.requestId).toHaveLength(36);
    },
  );

  test('a pipe is not found under another service of the fleet', async () => {
    const sandbox = await start();
    const other = await start({
      fleet: { ...sandbox.fleet, services: { ...sandbox.fleet.services, other: NOBODY } },
    });
    const pipe = { ...named(other, 'orders-prod'), serviceId: NOBODY };
    expect((await call(other, pathOf(other, pipe))).status).toBe(404);
  });

  test.each([
    '/v1',
    '/v2/organizations',
    '/v1/organizations/x/services/y/pipes',
    '/v1/organizations/x',
    '//_sandbox/pipes',
    '/api/v2/charts/series',
    '/api/v2/alerts',
    '/api/v1/alerts/x',
  ])('%s is an HTML 404', async (path) => {
    const { status, headers, text } = await call(await start(), path);
    expect(status).toBe(404);
    expect(headers.get('content-type')).toContain('text/html');
    expect(text).toContain('404 Not Found');
  });

  test('other methods on known paths are a 405 that lists the allowed ones', async () => {
    const sandbox = await start();
    const pipe = named(sandbox, 'orders-prod');
    for (const [operation, allowed] of [
      ['', 'GET'],
      ['settings', 'PUT'],
      ['scaling', 'PATCH'],
    ] as const) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (method === allowed) continue;
        const { status, headers } = await call(sandbox, pathOf(sandbox, pipe, operation), { method });
        expect({ operation, method, status, allow: headers.get('allow') }).toEqual({
          operation,
          method,
          status: 405,
          allow: allowed,
        });
      }
    }
    expect(named(sandbox, 'orders-prod')).toBe(pipe);
  });
});

describe('bodies', () => {
  const send = (sandbox: Sandbox, body: string, headers: Record<string, string> = {}) =>
    call(sandbox, pathOf(sandbox, named(sandbox, 'orders-prod'), 'settings'), { method: 'PUT', body, headers });

  test.each([
    ['', 'the body is empty'],
    ['{}', 'the body names no key'],
    ['{"db_max_threads": 4', 'the body is not valid JSON'],
    ['[]', 'the body must be a JSON object'],
    ['null', 'the body must be a JSON object'],
    ['4', 'the body must be a JSON object'],
  ])('%j is a 400', async (body, text) => {
    const { status, json } = await send(await start(), body);
    expect(status).toBe(400);
    expect(json.error).toContain(`BAD_REQUEST: ${text}`);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'the content type %j is a 415',
    async (type) => {
      const { status, json } = await send(await start(), '{"db_max_threads": 4}', { 'content-type': type });
      expect(status).toBe(415);
      expect(json.error).toMatch(/^UNSUPPORTED_MEDIA_TYPE: /);
    },
  );

  test('a content type with parameters is accepted', async () => {
    const { status } = await send(await start(), '{"db_max_threads": 4}', {
      'content-type': 'Application/JSON; charset=utf-8',
    });
    expect(status).toBe(200);
  });

  test('a large body is a 413, with a declared length and without, and the service continues', async () => {
    const sandbox = await start();
    const large = JSON.stringify({ padding: 'x'.repeat(70_000) });
    expect((await send(sandbox, large)).status).toBe(413);
    // Without a Content-Length the size is known only while reading.
    expect((await send(sandbox, large, { 'transfer-encoding': 'chunked' })).status).toBe(413);
    expect((await get(sandbox, 'orders-prod')).status).toBe(200);
  });
});
