import { EventEmitter, once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { METRICS_SOURCE_ID } from '../../src/sandbox/index.ts';
import { fakeContext } from '../cli/fake-context.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-command-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the command until it prints its address, calls the visitor, and stops it. */
async function run(line: readonly string[], visit: (url: string) => Promise<void> | void = () => undefined) {
  const stop = new AbortController();
  const announced = new EventEmitter<{ url: [string | undefined] }>();
  const url = once(announced, 'url');
  const { context, stdout, stderr } = fakeContext({
    cwd: folder,
    stop: stop.signal,
    onStdout(written) {
      const found = /^Sandbox: (\S+)/m.exec(written)?.[1];
      if (found !== undefined) announced.emit('url', found);
    },
  });
  const ended = main(['sandbox', ...line], context);
  void ended.finally(() => announced.emit('url', undefined));
  try {
    const [address] = await url;
    if (address !== undefined) await visit(address);
  } finally {
    stop.abort();
  }
  return { code: await ended, stdout: stdout.text(), stderr: stderr.text() };
}

async function read<Shape>(address: string): Promise<Shape> {
  return (await (await fetch(address)).json()) as Shape;
}

describe('pipeform sandbox', () => {
  test('shows its address, its fleet, the credentials to use and how to stop it', async () => {
    const { code, stdout, stderr } = await run(['--port', '0'], async (url) => {
      expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200);
    });
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout.replace(/:\d{4,5}/g, ':PORT')).toBe(
      [
        'Sandbox: http://127.0.0.1:PORT (6 pipes, state in memory)',
        'Credentials: PIPEFORM_KEY_ID=sandbox PIPEFORM_KEY_SECRET=sandbox PIPEFORM_ACCESS_TOKEN=sandbox',
        'Console: http://127.0.0.1:PORT/',
        'Control: http://127.0.0.1:PORT/_sandbox/pipes, http://127.0.0.1:PORT/_sandbox/requests',
        'Stop with Ctrl-C.',
        '',
      ].join('\n'),
    );
  });

  test('does not print a given secret', async () => {
    const secrets = ['--key-secret', 'hush-hush', '--access-token', 'hush-token'];
    const { stdout } = await run(['--port', '0', '--key-id', 'me', ...secrets]);
    expect(stdout).toContain('PIPEFORM_KEY_ID=me');
    expect(stdout).toContain('PIPEFORM_ACCESS_TOKEN=<your --access-token>');
    expect(stdout).not.toContain('hush');
  });

  test('passes on every switch', async () => {
    const options = [
      ...['--port', '0', '--fleet', '9', '--seed', '4', '--unset', 'absent', '--quantities', 'kubernetes'],
      ...['--rate-limit', '1/10s', '--rate-limit-hint', 'reset', '--extra-setting', '--hidden-bounds'],
      ...['--idle-service', 'analytics', '--put', 'replace', '--null', 'reject', '--settle', '2s', '--latency', '1'],
    ];
    const { code } = await run(options, async (url) => {
      const health = await read<{ organization: string }>(`${url}/_sandbox/health`);
      const { pipes } = await read<{ pipes: { id: string; serviceId: string }[] }>(`${url}/_sandbox/pipes`);
      expect(pipes).toHaveLength(9);
      const path = `/v1/organizations/${health.organization}/services/${pipes[0]?.serviceId}/pipes/${pipes[0]?.id}`;
      const headers = { authorization: `Basic ${Buffer.from('sandbox:sandbox').toString('base64')}` };
      expect((await fetch(url + path, { headers })).status).toBe(424);
      const limited = await fetch(url + path, { headers });
      expect([limited.status, limited.headers.get('x-ratelimit-reset')]).toEqual([429, '10']);
    });
    expect(code).toBe(0);
  });

  test('passes on every option of the observability API', async () => {
    const options = [
      ...['--port', '0', '--speed', '0', '--start-at', '2026-11-20T12:00:00Z', '--access-token', 'mine', '--gaps'],
      ...['--observability-rate-limit', '2/1m', '--counts', 'number', '--row-order', 'shuffled'],
      ...['--empty-group', 'absent', '--alerts', 'silenced'],
    ];
    const { code } = await run(options, async (url) => {
      expect(await read(`${url}/_sandbox/clock`)).toEqual({
        ...{ now: Date.UTC(2026, 10, 20, 12), speed: 0, mode: 'stepped' },
      });
      const { pipes } = await read<{ pipes: { alert: { id: string } }[] }>(`${url}/_sandbox/fleet`);
      const headers = { authorization: 'Bearer mine', 'content-type': 'application/json' };
      const alert = await fetch(`${url}/api/v2/alerts/${pipes[0]?.alert.id}`, { headers });
      expect(await alert.json()).toMatchObject({ data: { state: 'OK', silenced: { by: 'sandbox' } } });
      const range = { startTime: Date.UTC(2026, 10, 20, 10), endTime: Date.UTC(2026, 10, 20, 12), granularity: '1m' };
      const series = [{ sourceId: METRICS_SOURCE_ID, aggFn: 'count', where: 'metric:lag' }];
      const answer = await fetch(`${url}/api/v2/charts/series`, {
        ...{ method: 'POST', headers, body: JSON.stringify({ ...range, series }) },
      });
      const { data } = (await answer.json()) as { data: Record<string, unknown>[] };
      expect(data.length).toBeLessThan(120);
      expect(data[0]).toEqual({ 'series_0.data': 12, ts_bucket: expect.any(Number) });
      const times = data.map((row) => Number(row.ts_bucket));
      expect(times).not.toEqual(times.toSorted((a, b) => a - b));
      expect((await fetch(`${url}/api/v2/alerts/x`, { headers })).status).toBe(429);
    });
    expect(code).toBe(0);
  });

  test('writes the configuration next to it, once', async () => {
    const options = ['--port', '0', '--fleet', '5', '--write-config', 'fresh'];
    const first = await run(options);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(await readFile(join(folder, 'fresh', 'pipeform.yaml'), 'utf8')).toContain('version: 1');
    const second = await run(options);
    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(/^error\[sandbox\]: the configuration is not written, since it would replace .*\n$/);
  });

  test('reports that a given fleet is ignored when the state folder has one', async () => {
    const options = ['--port', '0', '--state', 'state', '--fleet', '5'];
    expect((await run(options)).stderr).toBe('');
    const { stdout, stderr } = await run(options);
    expect(stderr).toBe('warning[sandbox]: the state folder already contains a fleet; --fleet is not used.\n');
    expect(stdout).toContain('(5 pipes, state in state)');
  });

  test('ends promptly with open connections', async () => {
    let closed: Promise<void> | undefined;
    const begun = performance.now();
    const { code } = await run(['--port', '0', '--latency', '5m'], async (url) => {
      const { hostname, port } = new URL(url);
      const socket = connect(Number(port), hostname);
      closed = new Promise((resolve) => socket.once('close', () => resolve()));
      socket.on('error', () => undefined);
      socket.write('GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n');
      while ((await read<{ requests: unknown[] }>(`${url}/_sandbox/requests`)).requests.length === 0);
    });
    await closed;
    expect(code).toBe(0);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  test('reports that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await run(['--port', String(port)]);
    other.close();
    expect(code).toBe(1);
    expect(stderr).toBe(
      `error[sandbox]: port ${port} on 127.0.0.1 is in use. Stop what uses it, such as another sandbox, or name another with --port (0: a free one).\n`,
    );
  });

  test.each([
    [['--port=70000'], '--port takes a whole number from 0 to 65535, not "70000".'],
    [['--port=4o10'], '--port takes a whole number from 0 to 65535, not "4o10".'],
    [['--fleet=0'], '--fleet takes a whole number from 1 to 100000, not "0".'],
    [['--fleet=5', '--seed=-1'], '--seed takes a whole number from 0 to 4294967295, not "-1".'],
    [['--put=overwrite'], '"overwrite" is not a valid value for --put.'],
    [['--unset=toString'], '"toString" is not a valid value for --unset.'],
    [['--latency=soon'], '--latency takes milliseconds or a duration such as 50ms or 2s, up to 10m, not "soon".'],
    [['--settle=11m'], '--settle takes milliseconds or a duration such as 50ms or 2s, up to 10m, not "11m".'],
    [['--rate-limit=10'], '--rate-limit takes N/DURATION such as 10/10s, not "10".'],
    [['--rate-limit=0/10s'], '--rate-limit takes N/DURATION such as 10/10s, not "0/10s".'],
    [['--key-id=a:b'], '--key-id takes a text without a colon.'],
    [['--key-secret='], '--key-secret needs a value.'],
    [['--access-token=a b'], '--access-token takes a text without spaces.'],
    [['--speed=3601'], '--speed takes a number from 0 to 3600, not "3601".'],
    [['--speed=-1'], '--speed takes a number from 0 to 3600, not "-1".'],
    [['--start-at=noon'], '--start-at takes a time, not "noon".'],
    [['--start-at=2026-13-20T12:00:00Z'], '--start-at takes a time, not'],
    [['--observability-rate-limit=100'], '--observability-rate-limit takes N/DURATION such as 10/10s, not "100".'],
    [['--row-order=time'], '"time" is not a valid value for --row-order.'],
    [['--alerts=noisy'], '"noisy" is not a valid value for --alerts.'],
  ])('refuses the value of %j', async (options, text) => {
    const { code, stdout, stderr } = await run(options);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.startsWith(`error[usage]: ${text}`)).toBe(true);
  });

  test.each([
    [['--port=0', '--host=203.0.113.1'], 'cannot listen on 203.0.113.1, port 0'],
    [['--port=0', '--idle-service=nowhere'], 'the fleet has no service nowhere to make idle.'],
    [['--fleet=missing.yaml'], 'cannot read the fleet file'],
    [['--faults=missing.yaml'], 'cannot read the fault plan missing.yaml (ENOENT).'],
  ])('refuses %j in one line', async (options, text) => {
    const { code, stdout, stderr } = await run(options);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.startsWith(`error[sandbox]: ${text}`)).toBe(true);
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  test('warns when other machines can reach it', async () => {
    const { stderr } = await run(['--port=0', '--host=0.0.0.0']);
    expect(stderr).toContain('warning[sandbox]: other machines can reach 0.0.0.0');
    for (const host of ['localhost', '127.0.0.2']) expect((await run(['--port=0', `--host=${host}`])).stderr).toBe('');
  });

  test('injects the faults of a file, and reports them', async () => {
    await writeFile(join(folder, 'faults.yaml'), 'faults:\n  - fault: { status: 418 }\n');
    const { stdout } = await run(['--port', '0', '--faults', 'faults.yaml'], async (url) => {
      const { faults } = await read<{ faults: object[] }>(`${url}/_sandbox/faults`);
      expect(faults).toMatchObject([{ fault: { status: { code: 418 } } }]);
    });
    expect(stdout).toMatch(/^Faults: faults\.yaml, http:\S+\/_sandbox\/faults$/m);
  });

  test('refuses a fault plan with errors and shows the position of each', async () => {
    await writeFile(join(folder, 'mistaken.yaml'), 'faults:\n  - fault: { reset: befor }\n    afer: 1\n');
    const { code, stdout, stderr } = await run(['--port', '0', '--faults', 'mistaken.yaml']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.match(/^error\[fault-plan\]: /gm)).toHaveLength(2);
    expect(stderr).toContain(' --> mistaken.yaml:2:21\n  |\n2 |   - fault: { reset: befor }\n');
    expect(stderr).toContain('faults[0].afer: unknown key; expected a map with operation, pipe, after,');
  });

  test('reports all problems at once', async () => {
    const { stderr } = await run(['--port=x', '--put=y', '--latency=z']);
    expect(stderr.match(/^error\[usage\]: /gm)).toHaveLength(3);
  });
});
