import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inCi, sample } from '../effort.ts';

let temporary: string;
beforeEach(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'demo-test-'));
});
afterEach(() => rm(temporary, { recursive: true }));

/** The demo after its first output, when its sandbox is running. */
async function startDemo() {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../scripts/demo.mjs')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: temporary },
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  // The sandbox and the commands also hold stderr: both streams end when every process has ended.
  const ended = once(child, 'close').then(([code]) => ({ code, output }));
  await once(child.stdout, 'data');
  return { child, ended };
}

describe.skipIf(process.platform === 'win32')('the demo leaves nothing behind', () => {
  test.each(
    sample([
      ['SIGINT', 130],
      ['SIGTERM', 143],
      ['SIGHUP', 129],
      ['SIGQUIT', 131],
    ] as const),
  )('after %s', async (signal, expected) => {
    const { child, ended } = await startDemo();
    child.stdout.resume();
    child.kill(signal);
    const { code, output } = await ended;
    expect(code).toBe(expected);
    expect(output).not.toMatch(/^\s+at /m);
    expect(await readdir(temporary)).toEqual([]);
  });

  inCi('when its reader exits', async () => {
    const { child, ended } = await startDemo();
    child.stdout.destroy();
    expect(await ended).toEqual({ code: 0, output: '' });
    expect(await readdir(temporary)).toEqual([]);
  });
});
