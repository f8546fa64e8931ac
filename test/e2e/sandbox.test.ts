import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Recommendations } from '../../src/model/size/advice-report.ts';
import { sample } from '../effort.ts';
import { makeFolder } from './folder.ts';
import { CREDENTIALS } from './harness.ts';
import { type Running, runHere, startCommand } from './process.ts';

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
  test.each(sample(['SIGTERM', 'SIGINT'] as const))(
    'prints its address, serves, and exits cleanly on %s',
    async (signal) => {
      const { running, url } = await startSandboxCommand(await makeFolder());
      expect(await readThreads(url)).toBe(4);
      running.signal(signal);
      expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
      await expect(fetch(url)).rejects.toThrow();
    },
  );

  test('the configuration that it writes for 40 pipes is valid, and a plan has no changes', async () => {
    const folder = await makeFolder();
    const { url } = await startSandboxCommand(folder, '--fleet 40 --seed 11 --write-config fleet');
    const cwd = join(folder, 'fleet');
    expect(await runHere(['validate'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    expect(await runHere(['plan', '--detailed-exitcode'], { cwd, env: CREDENTIALS })).toEqual({
      code: 0,
      stdout: expect.stringMatching(/\nNo changes\. All 40 pipes match the configuration\.\n$/),
      // Progress, when the reads take longer than a second.
      stderr: expect.stringMatching(/^(?:Read(?:ing)? .*\n)*$/),
    });
    const log = (await (await fetch(`${url}/_sandbox/requests`)).json()) as { requests: { method: string }[] };
    expect(log.requests.map(({ method }) => method)).toEqual(Array.from({ length: 40 }, () => 'GET'));
  });

  test('the configuration that it writes for a workload gives advice for all streams at once', async () => {
    const folder = await makeFolder();
    await startSandboxCommand(folder, '--fleet 8 --workload weekly:3 --write-config fleet');
    const cwd = join(folder, 'fleet');
    const { code, stdout } = await runHere(['recommend', '--format', 'json'], { cwd, env: CREDENTIALS });
    const { pipes, cost } = JSON.parse(stdout) as Recommendations;
    expect({ code, cost }).toEqual({
      code: 0,
      cost: { currency: 'USD', now: expect.any(Number), advised: expect.any(Number) },
    });
    const reasons = pipes.filter(({ verdict }) => verdict === 'unknown').map(({ reason }) => reason);
    expect(reasons.filter((reason) => !/^An object-storage pipe|^A pipe of kind postgres/.test(reason))).toEqual([]);
    expect(reasons.length).toBeLessThan(pipes.length);
  });
});
