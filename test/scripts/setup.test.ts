import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let clone: string;
beforeEach(async () => {
  clone = await mkdtemp(join(tmpdir(), 'setup-test-'));
  for (const folder of ['scripts', 'scripts/manual', 'src', 'tmp', 'bin']) await mkdir(join(clone, folder));
  await copyFile(join(import.meta.dirname, '../../scripts/setup.mjs'), join(clone, 'scripts/setup.mjs'));
  for (const file of ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json']) {
    await writeFile(join(clone, file), '{}');
  }
  await writeFile(
    join(clone, 'scripts/build.mjs'),
    "import { mkdirSync, writeFileSync } from 'node:fs';\nmkdirSync('dist', { recursive: true });\nwriteFileSync('dist/bin.js', '');\n",
  );
});
afterEach(() => rm(clone, { recursive: true }));

/** Puts a stand-in for npm on the path: it records that it ran, then does what `body` says. */
async function installNpm(body: string): Promise<void> {
  const file = join(clone, 'bin/npm');
  await writeFile(file, `#!/bin/sh\necho $$ >> ${clone}/npm-runs\n${body}\n`);
  await chmod(file, 0o755);
}

const INSTALL = 'mkdir -p node_modules && sleep 0.3 && touch node_modules/.package-lock.json';

function startSetup(environment: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [join(clone, 'scripts/setup.mjs')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      TMPDIR: join(clone, 'tmp'),
      PATH: `${join(clone, 'bin')}${delimiter}${process.env.PATH}`,
      ...environment,
    },
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const ended = once(child, 'close').then(([code]) => ({ code, output }));
  return { child, ended };
}

async function npmRuns(): Promise<readonly number[]> {
  const text = await readFile(join(clone, 'npm-runs'), 'utf8').catch(() => '');
  return text.trim().split('\n').filter(Boolean).map(Number);
}

describe.skipIf(process.platform === 'win32')('setup', () => {
  test('runs npm once when started several times at the same time, and all succeed', async () => {
    await installNpm(INSTALL);
    const results = await Promise.all([startSetup(), startSetup(), startSetup()].map(({ ended }) => ended));
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(await npmRuns()).toHaveLength(1);
    expect(await readdir(join(clone, 'tmp'))).toEqual([]);
  });

  test('prints that it is done when run by hand, also when there was nothing to do', async () => {
    await installNpm(INSTALL);
    const ready = /^Ready: `node dist\/bin\.js` is the command\..*\n$/m;
    expect((await startSetup({ npm_lifecycle_event: 'setup' }).ended).output).toMatch(ready);
    expect((await startSetup({ npm_lifecycle_event: 'setup' }).ended).output).toMatch(/^Ready: [^\n]+\n$/);
    expect((await startSetup({ npm_lifecycle_event: 'test' }).ended).output).toBe('');
  });

  test('takes over from a killed run', async () => {
    await installNpm('exec sleep 60');
    const killed = startSetup();
    await once(killed.child.stderr, 'data');
    await expect.poll(npmRuns).toHaveLength(1);
    killed.child.kill('SIGKILL');
    const [orphan] = await npmRuns();
    process.kill(Number(orphan), 'SIGKILL');
    await killed.ended;
    await installNpm(INSTALL);
    const results = await Promise.all([startSetup(), startSetup()].map(({ ended }) => ended));
    expect(results.map(({ code }) => code)).toEqual([0, 0]);
    expect(await readdir(join(clone, 'tmp'))).toEqual([]);
  });

  test('ends npm on an interrupt, releases the lock and prints nothing more', async () => {
    await installNpm('trap "" TERM; while :; do sleep 0.1; done');
    const { child, ended } = startSetup();
    await expect.poll(npmRuns).toHaveLength(1);
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 143, output: 'Installing the dependencies …\n' });
    const [npm] = await npmRuns();
    expect(() => process.kill(Number(npm), 0)).toThrow('ESRCH');
    expect(await readdir(join(clone, 'tmp'))).toEqual([]);
  });

  test('prints the error of npm on failure, without a stack trace', async () => {
    await installNpm('echo no such registry >&2; exit 7');
    const { code, output } = await startSetup().ended;
    expect(code).toBe(1);
    expect(output).toBe(
      'Installing the dependencies …\nno such registry\n\nInstalling the dependencies failed (npm ended with 7).\n',
    );
  });
});
