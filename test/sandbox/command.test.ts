import { EventEmitter, once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runSandbox, type SandboxCommandOptions, sandboxOptions } from '../../src/cli/commands/sandbox.ts';
import { readSandboxOptions } from '../../src/cli/options/sandbox-options.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { METRICS_SOURCE_ID } from '../../src/sandbox/index.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-command-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the command until it announces itself, visits it, and stops it. */
async function run(options: SandboxCommandOptions, visit: (url: string) => Promise<void> | void = () => undefined) {
  const stop = new AbortController();
  const written = { stdout: '', stderr: '' };
  const announced = new EventEmitter<{ url: [string | undefined] }>();
  const url = once(announced, 'url');
  const stdout = {
    write(text: string) {
      written.stdout += text;
      const found = /^Sandbox: (\S+)/m.exec(written.stdout)?.[1];
      if (found !== undefined) announced.emit('url', found);
    },
  };
  const stderr = {
    write(text: string) {
      written.stderr += text;
    },
  };
  const ended = runSandbox(options, {
    columns: null,
    stdout,
    stderr,
    signal: stop.signal,
    cwd: folder,
    format: 'text',
    style: createStyle('off'),
  });
  void ended.finally(() => announced.emit('url', undefined));
  try {
    const [address] = await url;
    if (address !== undefined) await visit(address);
  } finally {
    stop.abort();
  }
  return { code: await ended, ...written };
}

async function read<Shape>(address: string): Promise<Shape> {
  return (await (await fetch(address)).json()) as Shape;
}

/** The options as commander reads them from a command line. */
function parse(...line: string[]): SandboxCommandOptions {
  const command = new Command().exitOverride();
  for (const { flags, description, default: standard } of sandboxOptions) {
    command.addOption(new Option(flags, description).default(standard));
  }
  return command.parse(line, { from: 'user' }).opts();
}

describe('pipeform sandbox', () => {
  test('says where it is, what is in it, which credentials to use and how to stop it', async () => {
    const { code, stdout, stderr } = await run(parse('--port', '0'), async (url) => {
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

  test('does not print a secret that was chosen', async () => {
    const secrets = ['--key-secret', 'hush-hush', '--access-token', 'hush-token'];
    const { stdout } = await run(parse('--port', '0', '--key-id', 'me', ...secrets));
    expect(stdout).toContain('PIPEFORM_KEY_ID=me');
    expect(stdout).toContain('PIPEFORM_ACCESS_TOKEN=<your --access-token>');
    expect(stdout).not.toContain('hush');
  });

  test('hands every switch on', async () => {
    const options = parse(
      ...['--port', '0', '--fleet', '9', '--seed', '4', '--unset', 'absent', '--quantities', 'kubernetes'],
      ...['--rate-limit', '1/10s', '--rate-limit-hint', 'reset', '--extra-setting', '--hidden-bounds'],
      ...['--idle-service', 'analytics', '--put', 'replace', '--null', 'reject', '--settle', '2s', '--latency', '1'],
    );
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

  test('hands every option of the observability API on', async () => {
    const options = parse(
      ...['--port', '0', '--speed', '0', '--start-at', '2026-11-20T12:00:00Z', '--access-token', 'mine', '--gaps'],
      ...['--observability-rate-limit', '2/1m', '--counts', 'number', '--row-order', 'shuffled'],
      ...['--empty-group', 'absent', '--alerts', 'silenced'],
    );
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

  test('writes the configuration beside it, once', async () => {
    const options = parse('--port', '0', '--fleet', '5', '--write-config', 'fresh');
    const first = await run(options);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(await readFile(join(folder, 'fresh', 'pipeform.yaml'), 'utf8')).toContain('version: 1');
    const second = await run(options);
    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(/^error\[sandbox\]: the configuration is not written, since it would replace .*\n$/);
  });

  test('says that a fleet is not used when the state folder holds one', async () => {
    const options = parse('--port', '0', '--state', 'state', '--fleet', '5');
    expect((await run(options)).stderr).toBe('');
    const { stdout, stderr } = await run(options);
    expect(stderr).toBe('warning[sandbox]: the state folder holds a fleet already; --fleet is not used.\n');
    expect(stdout).toContain('(5 pipes, state in state)');
  });

  test('ends promptly with open connections', async () => {
    let closed: Promise<void> | undefined;
    const begun = performance.now();
    const { code } = await run(parse('--port', '0', '--latency', '5m'), async (url) => {
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

  test('says that the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    const { code, stderr } = await run(parse('--port', String(port)));
    other.close();
    expect(code).toBe(1);
    expect(stderr).toBe(
      `error[sandbox]: port ${port} on 127.0.0.1 is in use. Name another with --port, or 0 for a free one.\n`,
    );
  });

  test.each([
    [{ port: '70000' }, '--port takes a whole number from 0 to 65535, not "70000".'],
    [{ port: '4o10' }, '--port takes a whole number from 0 to 65535, not "4o10".'],
    [{ fleet: '0' }, '--fleet takes a whole number from 1 to 100000, not "0".'],
    [{ fleet: '5', seed: '-1' }, '--seed takes a whole number from 0 to 4294967295, not "-1".'],
    [{ put: 'overwrite' }, '--put takes merge, replace, not "overwrite".'],
    [{ unset: 'toString' }, '--unset takes null, absent, default, not "toString".'],
    [{ latency: 'soon' }, '--latency takes milliseconds or a duration such as 50ms or 2s, up to 10m, not "soon".'],
    [{ settle: '11m' }, '--settle takes milliseconds or a duration such as 50ms or 2s, up to 10m, not "11m".'],
    [{ rateLimit: '10' }, '--rate-limit takes N/DURATION such as 10/10s, not "10".'],
    [{ rateLimit: '0/10s' }, '--rate-limit takes N/DURATION such as 10/10s, not "0/10s".'],
    [{ keyId: 'a:b' }, '--key-id takes a text without a colon.'],
    [{ keySecret: '' }, '--key-secret takes a text.'],
    [{ accessToken: 'a b' }, '--access-token takes a text without spaces.'],
    [{ speed: '3601' }, '--speed takes a number from 0 to 3600, not "3601".'],
    [{ speed: '-1' }, '--speed takes a number from 0 to 3600, not "-1".'],
    [{ startAt: 'noon' }, '--start-at takes a time with its zone such as 2026-11-20T12:00:00Z, not "noon".'],
    [{ startAt: '2026-13-20T12:00:00Z' }, '--start-at takes a time with its zone'],
    [{ observabilityRateLimit: '100' }, '--observability-rate-limit takes N/DURATION such as 10/10s, not "100".'],
    [{ rowOrder: 'time' }, '--row-order takes series, merged, shuffled, not "time".'],
    [{ alerts: 'noisy' }, '--alerts takes fresh, stale, errored, silenced, disabled, unjudged, sparse, not "noisy".'],
    [{ port: '0', host: '203.0.113.1' }, 'cannot listen on 203.0.113.1, port 0'],
    [{ port: '0', idleService: ['nowhere'] }, 'the fleet has no service nowhere to put to sleep.'],
    [{ fleet: 'missing.yaml' }, 'cannot read the fleet file'],
    [{ faults: 'missing.yaml' }, 'cannot read the fault plan missing.yaml (ENOENT).'],
  ])('refuses %o in one line', async (options, text) => {
    const { code, stdout, stderr } = await run(options);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr.startsWith(`error[sandbox]: ${text}`)).toBe(true);
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  test.each([
    ['127.0.0.1', 0],
    ['::1', 0],
    ['localhost', 0],
    ['0.0.0.0', 1],
    ['192.168.3.4', 1],
  ])('the host %s is worth %d warnings', (host, count) => {
    const read = readSandboxOptions({ host });
    expect('warnings' in read && read.warnings).toHaveLength(count);
  });

  test('injects the faults of a file, and says so', async () => {
    await writeFile(join(folder, 'faults.yaml'), 'faults:\n  - fault: { status: 418 }\n');
    const { stdout } = await run(parse('--port', '0', '--faults', 'faults.yaml'), async (url) => {
      const { faults } = await read<{ faults: object[] }>(`${url}/_sandbox/faults`);
      expect(faults).toMatchObject([{ fault: { status: { code: 418 } } }]);
    });
    expect(stdout).toMatch(/^Faults: faults\.yaml, http:\S+\/_sandbox\/faults$/m);
  });

  test('refuses a fault plan with mistakes and shows the position of each', async () => {
    await writeFile(join(folder, 'mistaken.yaml'), 'faults:\n  - fault: { reset: befor }\n    afer: 1\n');
    const { code, stdout, stderr } = await run(parse('--port', '0', '--faults', 'mistaken.yaml'));
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.match(/^error\[fault-plan\]: /gm)).toHaveLength(2);
    expect(stderr).toContain(' --> mistaken.yaml:2:21\n  |\n2 |   - fault: { reset: befor }\n');
    expect(stderr).toContain('help: Did you mean after?');
  });

  test('tells all problems at once', async () => {
    const { stderr } = await run({ port: 'x', put: 'y', latency: 'z' });
    expect(stderr.match(/^error\[sandbox\]: /gm)).toHaveLength(3);
  });
});
