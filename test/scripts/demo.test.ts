import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../e2e/folder.ts';
import { inCi, sample } from '../effort.ts';

/** The demo after its first output, when its sandbox is running. */
async function startDemo() {
  const temporary = await makeFolder();
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
  return { child, ended, left: () => readdir(temporary) };
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
    const { child, ended, left } = await startDemo();
    child.stdout.resume();
    child.kill(signal);
    const { code, output } = await ended;
    expect(code).toBe(expected);
    expect(output).not.toMatch(/^\s+at /m);
    expect(await left()).toEqual([]);
  });

  inCi('when its reader exits', async () => {
    const { child, ended, left } = await startDemo();
    child.stdout.destroy();
    expect(await ended).toEqual({ code: 0, output: '' });
    expect(await left()).toEqual([]);
  });
});
