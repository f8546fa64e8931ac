import { EventEmitter, once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { loadFleet } from '../../src/sandbox/index.ts';
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
        'Organization: 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11',
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
      ...['--port', '0', '--fleet', '9', '--seed', '4', '--rate-limit', '2/10m', '--settle', '5m', '--latency', '1ms'],
      ...['--resource', 'streams', '--setting-prefix', 'own_', '--listing', 'summary'],
    ];
    const { code, stdout } = await run(options, async (url) => {
      const health = await read<{ organization: string }>(`${url}/_sandbox/health`);
      const { pipes } = await read<{ pipes: { id: string; serviceId: string }[] }>(`${url}/_sandbox/pipes`);
      expect(pipes).toHaveLength(9);
      const [{ id, serviceId } = { id: '', serviceId: '' }] = pipes;
      const list = `${url}/v1/organizations/${health.organization}/services/${serviceId}/streams`;
      const headers = {
        authorization: `Basic ${Buffer.from('sandbox:sandbox').toString('base64')}`,
        'content-type': 'application/json',
      };
      const listed = (await (await fetch(list, { headers })).json()) as { result: object[] };
      expect(Object.keys(listed.result[0] ?? {})).not.toContain('settings');
      const scaling = { method: 'PATCH', headers, body: '{"replicas":7}' };
      const scaled = (await (await fetch(`${list}/${id}/scaling`, scaling)).json()) as { result: object };
      expect(scaled.result).toMatchObject({ state: 'Modifying', settings: { own_max_threads: null } });
      const limited = await fetch(list, { headers });
      expect(limited.status).toBe(429);
    });
    expect(code).toBe(0);
    expect(stdout).toContain('Names: pipes under streams/, settings with own_ for db_\n');
  });

  test('passes on every option of the observability API', async () => {
    const options = ['--speed', '0', '--start-at', '2026-11-20T12:00:00Z', '--access-token', 'mine'];
    const { code } = await run(['--port', '0', '--workload', 'weekly:7', ...options], async (url) => {
      expect(await read(`${url}/_sandbox/clock`)).toEqual({
        ...{ now: Date.UTC(2026, 10, 20, 12), speed: 0, mode: 'stepped' },
      });
      const { pipes } = await read<{ pipes: { alert: { id: string } }[] }>(`${url}/_sandbox/fleet`);
      const headers = { authorization: 'Bearer mine' };
      const alert = await fetch(`${url}/api/v2/alerts/${pipes[0]?.alert.id}`, { headers });
      // The load of a workload is older than a day.
      const data = { state: 'OK', createdAt: '2026-09-21T00:00:00.000Z' };
      expect(await alert.json()).toMatchObject({ data });
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

  test('saves its pipes to the state file at the end, and starts with them', async () => {
    const options = ['--port', '0', '--state', 'saved/fleet.json'];
    const file = join(folder, 'saved', 'fleet.json');
    const visit = async (url: string) => {
      const { pipes } = await read<{ pipes: { id: string }[] }>(`${url}/_sandbox/pipes`);
      const before = await read<{ settings: object }>(`${url}/_sandbox/pipes/${pipes[0]?.id}`);
      await fetch(`${url}/_sandbox/pipes/${pipes[0]?.id}`, {
        ...{
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body: '{"settings":{"db_max_threads":9}}',
        },
      });
      return before.settings;
    };
    const found: object[] = [];
    for (const fleet of [['--fleet', '5'], []]) {
      const { code, stdout, stderr } = await run(
        [...options, ...fleet],
        async (url) => void found.push(await visit(url)),
      );
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain('(5 pipes, state in saved/fleet.json)');
    }
    expect(found).toEqual([
      expect.not.objectContaining({ db_max_threads: 9 }),
      expect.objectContaining({ db_max_threads: 9 }),
    ]);
    const { stderr } = await run([...options, '--fleet', '7']);
    expect(stderr).toBe('warning[sandbox]: the state file already has a fleet; --fleet is not used.\n');
    expect((await loadFleet(file)).pipes).toHaveLength(5);
  });

  test('reports a damaged state file and leaves it as it is', async () => {
    const file = join(folder, 'damaged.json');
    await writeFile(file, '{"pipes": [null]}');
    const { code, stderr } = await run(['--port', '0', '--state', 'damaged.json']);
    expect(code).toBe(1);
    expect(stderr).toContain(`error[sandbox]: fleet file ${file}: pipes[0]: id must be a uuid.\n`);
    expect(await readFile(file, 'utf8')).toBe('{"pipes": [null]}');
  });

  test('reports a state file that cannot be written', async () => {
    await writeFile(join(folder, 'file'), '');
    const { code, stderr } = await run(['--port', '0', '--state', 'file/fleet.json']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error\[sandbox\]: cannot write the fleet file \S+fleet\.json \(E\w+\)\.\n$/);
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
    [['--resource=a/b'], '--resource takes'],
    [['--setting-prefix=a b'], '--setting-prefix takes'],
    [['--listing=toString'], '"toString" is not a valid value for --listing.'],
    [['--latency=soon'], '--latency takes a duration up to 10m, not "soon".'],
    [['--settle=11m'], '--settle takes a duration up to 10m, not "11m".'],
    [['--rate-limit=10'], '--rate-limit takes N/DURATION such as 10/10s, not "10".'],
    [['--rate-limit=0/10s'], '--rate-limit takes N/DURATION such as 10/10s, not "0/10s".'],
    [['--key-id=a:b'], '--key-id takes a text without a colon.'],
    [['--key-secret='], '--key-secret needs a value.'],
    [['--access-token=a b'], '--access-token takes a text without spaces.'],
    [['--speed=3601'], '--speed takes a number from 0 to 3600, not "3601".'],
    [['--speed=-1'], '--speed takes a number from 0 to 3600, not "-1".'],
    [
      ['--workload=calm'],
      '--workload takes daily, weekly, bursts, growth, restarts, limited, mixed, or one of these with a seed, such as weekly:7, not "calm".',
    ],
    [['--start-at=noon'], '--start-at takes a time, not "noon".'],
    [['--start-at=2026-13-20T12:00:00Z'], '--start-at takes a time, not'],
  ])('refuses the value of %j', async (options, text) => {
    const { code, stdout, stderr } = await run(options);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.startsWith(`error[usage]: ${text}`)).toBe(true);
  });

  test.each([
    [['--port=0', '--host=203.0.113.1'], 'cannot listen on 203.0.113.1, port 0'],
    [['--fleet=missing.yaml'], 'cannot read the fleet file'],
    [['--faults=missing.yaml'], 'cannot read the fault plan '],
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

  test('refuses a fault plan with errors and shows the place of each', async () => {
    await writeFile(join(folder, 'mistaken.yaml'), 'faults:\n  - fault: { reset: befor }\n    afer: 1\n');
    const { code, stdout, stderr } = await run(['--port', '0', '--faults', 'mistaken.yaml']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.match(/^error\[sandbox\]: fault plan \S+mistaken\.yaml: /gm)).toHaveLength(2);
    expect(stderr).toContain('faults[0].fault.reset.when: expected before or after.');
    expect(stderr).toContain('faults[0].afer: unknown key; expected a map with operation, pipe, after,');
  });
});
