import { describe, expect, it } from 'vitest';
import { sleepyClock } from './fake-clock.ts';
import { ok, PATH, PIPE, pipeBody, REQUEST_ID, reply, reset, serve, writerOf } from './local-service.ts';

const SETTINGS = { db_max_threads: 8 };

describe('a write', () => {
  it('sends one PUT for settings and one PATCH for scaling', async () => {
    const service = await serve(ok);
    const writer = writerOf(service.url);
    const accepted = { outcome: 'accepted', status: 200, requestId: REQUEST_ID, attempts: 1, durationMs: 0 };
    expect(await writer.replaceSettings(PIPE, SETTINGS)).toMatchObject(accepted);
    expect(await writer.changeScaling(PIPE, { replicas: 3 })).toMatchObject(accepted);
    expect(service.received).toMatchObject([
      { method: 'PUT', url: `${PATH}/settings`, body: '{"db_max_threads":8}' },
      { method: 'PATCH', url: `${PATH}/scaling`, body: '{"replicas":3}' },
    ]);
    expect(service.received[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'content-length': '20' });
  });

  it('shows what its response does: the pipe of a PATCH, the settings of a PUT', async () => {
    const service = await serve(
      reply(200, pipeBody({ settings: { db_max_threads: '8' }, scaling: { replicas: 3 } })),
      reply(200, { result: { db_max_threads: 8, other: null } }),
    );
    const writer = writerOf(service.url);
    const known = (values: object) => ({ status: 'known', values });
    expect(await writer.changeScaling(PIPE, { replicas: 3 })).toMatchObject({
      response: { settings: known({ db_max_threads: 8 }), pipe: { id: PIPE.id, scaling: { replicas: 3 } } },
    });
    expect(await writer.replaceSettings(PIPE, SETTINGS)).toMatchObject({
      response: { settings: known({ db_max_threads: 8, other: null }), unreadable: [], pipe: null },
    });
  });

  it.each([
    ['is not JSON', 'ok', 'absent'],
    ['is a page', '<html>', 'absent'],
    ['is empty', '', 'absent', 202],
    ['may have no body', '', 'absent', 204],
    ['has no result', { status: 200 }, 'absent'],
    ['is of another pipe', pipeBody({ id: '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d002', settings: { a: 1 } }), 'absent'],
    ['has no settings', pipeBody({ settings: undefined }), 'absent'],
    ['has null settings', pipeBody({ settings: null }), 'absent'],
    ['has a list of settings', pipeBody({ settings: [1] }), 'unusable'],
    ['has an integer too large to carry', JSON.stringify(pipeBody({ settings: { a: 2 ** 60 } })), 'unusable'],
  ])('is accepted and shows no settings when its response %s', async (_, body, settings, status = 200) => {
    const service = await serve(reply(status, body));
    expect(await writerOf(service.url).changeScaling(PIPE, { replicas: 3 })).toMatchObject({
      ...{ outcome: 'accepted', status },
      response: { settings: { status: settings } },
    });
  });

  it('is accepted when only the body of a 200 is lost', async () => {
    const service = await serve((response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{', () => response.socket?.resetAndDestroy());
    });
    expect(await writerOf(service.url).replaceSettings(PIPE, SETTINGS)).toMatchObject({ outcome: 'accepted' });
    expect(service.received).toHaveLength(1);
  });

  it.each([
    [302, 'wrong-address'],
    [400, 'rejected'],
    [401, 'credentials'],
    [404, 'not-found'],
    [405, 'rejected'],
    [409, 'busy'],
    [423, 'busy'],
    [425, 'busy'],
    [424, 'service-idle'],
  ])('is rejected with %i', async (status, kind) => {
    const service = await serve(reply(status, { error: 'no', requestId: 'r-1' }));
    const result = await writerOf(service.url).replaceSettings(PIPE, SETTINGS);
    expect(result).toMatchObject({ outcome: 'rejected', failure: { kind, status, requestId: 'r-1', attempts: 1 } });
    expect(service.received).toHaveLength(1);
  });

  it.each<[object, string, string, number, string]>([
    [{ status: 400, error: 'BAD' }, 'rejected', 'rejected', 400, 'BAD; the response itself had status 200'],
    [{ status: '403', message: 'no' }, 'rejected', 'not-allowed', 403, 'no; the response itself had status 200'],
    [{ statusCode: 409, detail: 'b' }, 'rejected', 'busy', 409, 'b; the response itself had status 200'],
    [{ status: 429, error: 'slow' }, 'rejected', 'rate-limited', 429, 'slow; the response itself had status 200'],
    [{ status: 503, error: 'down' }, 'lost', 'server', 503, 'down; the response itself had status 200'],
    [{ status: 1001, error: 'no' }, 'rejected', 'rejected', 200, 'no'],
    [{ error: { message: 'no' }, result: {} }, 'rejected', 'rejected', 200, 'no'],
    [{ status: 'error', errors: ['no'] }, 'rejected', 'rejected', 200, 'no'],
    [{ status: 'error', message: 'no' }, 'rejected', 'rejected', 200, 'no'],
    [{ success: false, message: 'no' }, 'rejected', 'rejected', 200, 'no'],
    [{ code: 400, message: 'no' }, 'rejected', 'rejected', 400, 'no; the response itself had status 200'],
  ])('with an error inside a 200 (%j) is %s', async (body, outcome, kind, status, message) => {
    const service = await serve(reply(200, body));
    const result = await writerOf(service.url).replaceSettings(PIPE, SETTINGS);
    expect(result).toMatchObject({ outcome, failure: { kind, status, message, attempts: 1 } });
  });

  it.each<[object]>([
    [{ status: 200, error: null }],
    [{ status: 'ok', error: '' }],
    [{ success: true, code: 0, result: {} }],
    [{ code: 20_000, result: {} }],
    [{ error: false, errors: [] }],
    [{ error: {}, errors: ['one of another pipe'], result: {} }],
  ])('without an error inside a 200 (%j) is accepted', async (body) => {
    const service = await serve(reply(200, body));
    expect(await writerOf(service.url).replaceSettings(PIPE, SETTINGS)).toMatchObject({ outcome: 'accepted' });
  });

  it.each([408, 500, 502, 503, 504])('is lost with %i, and never sent again', async (status) => {
    const service = await serve(reply(status, '', { 'retry-after': '1' }), ok);
    const result = await writerOf(service.url).changeScaling(PIPE, { replicas: 3 });
    expect(result).toMatchObject({ outcome: 'lost', failure: { method: 'PATCH', status, attempts: 1 } });
    expect(service.received).toHaveLength(1);
  });

  it.each(['000', '042', '101', '103', '199', '600', '999'])('is lost with %s, which says nothing', async (status) => {
    const head = `HTTP/1.1 ${status} Odd\r\nConnection: Upgrade\r\nUpgrade: odd\r\nContent-Length: 0\r\n\r\n`;
    const service = await serve((response) => response.socket?.end(head), ok);
    const result = await writerOf(service.url).changeScaling(PIPE, { replicas: 3 });
    expect(result).toMatchObject({ outcome: 'lost', failure: { method: 'PATCH', attempts: 1 } });
    expect(service.received).toHaveLength(1);
  });

  it('is lost when a kept-alive connection is reset', async () => {
    const service = await serve(ok, reset, ok);
    const writer = writerOf(service.url, { parallelism: 1 });
    await writer.replaceSettings(PIPE, SETTINGS);
    expect(await writer.replaceSettings(PIPE, SETTINGS)).toMatchObject({ outcome: 'lost', failure: { attempts: 1 } });
    expect(service.sockets()).toBe(1);
    expect(service.received).toHaveLength(2);
  });

  it('is lost with a timeout', async () => {
    const service = await serve(() => undefined);
    const result = await writerOf(service.url, { timeoutMs: 100 }).replaceSettings(PIPE, SETTINGS);
    expect(result).toMatchObject({ outcome: 'lost', failure: { kind: 'timeout', attempts: 1 } });
  });

  it('is lost when it is canceled in flight, and rejected before', async () => {
    const controller = new AbortController();
    const service = await serve(() => controller.abort());
    const writer = writerOf(service.url);
    const lost = await writer.replaceSettings(PIPE, SETTINGS, { signal: controller.signal });
    expect(lost).toMatchObject({ outcome: 'lost', failure: { kind: 'interrupted', attempts: 1 } });
    const unsent = await writer.replaceSettings(PIPE, SETTINGS, { signal: controller.signal });
    expect(unsent).toMatchObject({ outcome: 'rejected', failure: { kind: 'interrupted', attempts: 0 } });
    expect(service.received).toHaveLength(1);
  });

  it('is rejected by a 429, and every request then waits', async () => {
    const service = await serve(reply(429, { error: 'slow down' }, { 'retry-after': '2' }), ok);
    const clock = sleepyClock();
    const writer = writerOf(service.url, { clock });
    expect(await writer.replaceSettings(PIPE, SETTINGS)).toMatchObject({
      outcome: 'rejected',
      failure: { kind: 'rate-limited', status: 429, attempts: 1, message: 'slow down; the service asks to wait 2s' },
    });
    expect(clock.slept).toEqual([]);
    expect(await writer.replaceSettings(PIPE, SETTINGS)).toMatchObject({ outcome: 'accepted', durationMs: 2_000 });
    expect(clock.slept).toEqual([2_000]);
  });

  it('asks again before it is sent when the permit is granted, and is not sent when the answer is no', async () => {
    const service = await serve(ok);
    const clock = sleepyClock();
    const writer = writerOf(service.url, { clock, rateLimit: { requests: 1, perMilliseconds: 10_000 } });
    const askedAt: number[] = [];
    const write = (isAllowed: boolean) => {
      const beforeSend = async (): Promise<boolean> => {
        askedAt.push(clock.monotonicMs());
        return isAllowed;
      };
      return writer.replaceSettings(PIPE, SETTINGS, { beforeSend });
    };
    expect(await write(true)).toMatchObject({ outcome: 'accepted' });
    expect(await write(false)).toMatchObject({ outcome: 'rejected', failure: { kind: 'journal-failed', attempts: 0 } });
    expect(await write(true)).toMatchObject({ outcome: 'accepted' });
    expect(askedAt).toEqual([0, 10_000, 20_000]);
    expect(service.received).toHaveLength(2);
  });

  it('is rejected unsent at an interrupt while it is being journaled', async () => {
    const service = await serve(ok);
    const controller = new AbortController();
    const beforeSend = async (): Promise<boolean> => {
      controller.abort();
      return true;
    };
    const options = { signal: controller.signal, beforeSend };
    expect(await writerOf(service.url).replaceSettings(PIPE, SETTINGS, options)).toMatchObject({
      outcome: 'rejected',
      failure: { kind: 'interrupted', attempts: 0 },
    });
    expect(service.received).toEqual([]);
  });

  it('is rejected unsent when the rate limit grants no permit', async () => {
    const service = await serve(reply(429, '', { 'retry-after': '3600' }));
    const writer = writerOf(service.url);
    await writer.replaceSettings(PIPE, SETTINGS);
    expect(await writer.replaceSettings(PIPE, SETTINGS)).toMatchObject({
      outcome: 'rejected',
      failure: { kind: 'rate-limited', attempts: 0 },
    });
  });
});
