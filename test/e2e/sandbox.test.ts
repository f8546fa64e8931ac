import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { editLive } from './control.ts';
import { makeFolder } from './folder.ts';
import { CREDENTIALS } from './harness.ts';
import { type Running, runCommand, startCommand } from './process.ts';

const ORDERS = '0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001';

async function startSandboxCommand(folder: string, line = ''): Promise<{ running: Running; url: string }> {
  const options = line.split(' ').filter((word) => word !== '');
  const running = startCommand(['sandbox', '--port', '0', ...options], { cwd: folder });
  const [, url = ''] = await running.says(/^Sandbox: (http:\/\/127\.0\.0\.1:\d+) .*\n[\s\S]*Stop with Ctrl-C\.\n/m);
  return { running, url };
}

async function readThreads(url: string): Promise<unknown> {
  const live = (await (await fetch(`${url}/_sandbox/pipes/${ORDERS}`)).json()) as { settings: Record<string, unknown> };
  return live.settings.db_max_threads;
}

describe.concurrent('pipeform sandbox', () => {
  test.each([
    ['SIGTERM', 0],
    ['SIGINT', 0],
  ] as const)('prints its address, serves, and exits cleanly on %s', async (signal, expected) => {
    const { running, url } = await startSandboxCommand(await makeFolder());
    expect(await readThreads(url)).toBe(4);
    running.signal(signal);
    expect(await running.ended).toMatchObject({ code: expected, stderr: '' });
    await expect(fetch(url)).rejects.toThrow();
  });

  test('its data in a folder survives kill -9', async () => {
    const folder = await makeFolder();
    const first = await startSandboxCommand(folder, '--state state');
    await editLive(first.url, ORDERS, { settings: { db_max_threads: 2 } });
    await editLive(first.url, ORDERS, { settings: { db_max_threads: 64 } });
    first.running.signal('SIGKILL');
    await first.running.ended;
    const second = await startSandboxCommand(folder, '--state state');
    expect(await readThreads(second.url)).toBe(64);
  });

  test('two sandboxes cannot share a folder', async () => {
    const folder = await makeFolder();
    await startSandboxCommand(folder, '--state state');
    const { code, stderr } = await runCommand(['sandbox', '--port', '0', '--state', 'state'], { cwd: folder });
    expect(code).toBe(1);
    expect(stderr).toContain('another sandbox');
  });

  test('the configuration that it writes for 40 pipes is valid, and a plan has no changes', async () => {
    const folder = await makeFolder();
    const { url } = await startSandboxCommand(folder, '--fleet 40 --seed 11 --write-config fleet');
    const cwd = join(folder, 'fleet');
    expect(await runCommand(['validate'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    expect(await runCommand(['plan', '--detailed-exitcode'], { cwd, env: CREDENTIALS })).toEqual({
      code: 0,
      stdout: 'No changes. All 40 pipes match the configuration.\n',
      // Progress, when the reads take longer than a second.
      stderr: expect.stringMatching(/^(?:Read(?:ing)? .*\n)*$/),
    });
    const log = (await (await fetch(`${url}/_sandbox/requests`)).json()) as { requests: { method: string }[] };
    expect(log.requests.map(({ method }) => method)).toEqual(Array.from({ length: 40 }, () => 'GET'));
  });

  test('requires the configured credentials', async () => {
    const folder = await makeFolder();
    const options = '--fleet 2 --write-config fleet --key-id me --key-secret hush-hush';
    const { running } = await startSandboxCommand(folder, options);
    const cwd = join(folder, 'fleet');
    expect((await runCommand(['plan'], { cwd, env: CREDENTIALS })).code).toBe(1);
    const env = { PIPEFORM_KEY_ID: 'me', PIPEFORM_KEY_SECRET: 'hush-hush' };
    expect((await runCommand(['plan'], { cwd, env })).code).toBe(0);
    running.signal('SIGTERM');
    expect((await running.ended).stdout).not.toContain('hush');
  });

  test('--help shows the choices and the default of each switch, and leaves their evidence to the documentation', async () => {
    const { code, stdout } = await runCommand(['sandbox', '--help'], { cwd: await makeFolder() });
    expect(code).toBe(0);
    const text = stdout.replace(/\s+/g, ' ');
    expect(text).toContain('the keys that it omits (merge, replace; default: merge)');
    expect(text).toContain('takes to settle (default: 300ms)');
    expect(text).not.toMatch(/observed|guess/);
    const page = await readFile(new URL('../../docs/reference/commands.md', import.meta.url), 'utf8');
    expect(page).toMatch(/In the contract:\*\* `--quantities number`/);
    expect(page).toMatch(/Guesses:\*\* `--put replace`/);
  });

  test.each([
    ['--put sometimes', 'merge'],
    ['--rate-limit lots', '10/10s'],
    ['--fleet nowhere.yaml', 'nowhere.yaml'],
    ['--prot 0', 'Did you mean --port?'],
  ])('reports a usage error and does not start: %s', async (line, words) => {
    const { code, stdout, stderr } = await runCommand(['sandbox', '--port', '0', ...line.split(' ')], {
      cwd: await makeFolder(),
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(words);
  });
});
