import { spawnSync } from 'node:child_process';
import { chmod, copyFile, mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeFolder, writeFiles } from '../e2e/folder.ts';
import { inCi } from '../effort.ts';

let clone: string;
beforeEach(async () => {
  clone = await makeFolder();
  for (const folder of ['schema', 'bin']) await mkdir(join(clone, folder));
  const build =
    "import { mkdirSync, rmSync } from 'node:fs';\nfor (const made of ['dist', 'generated']) {\n" +
    '  rmSync(made, { recursive: true, force: true });\n  mkdirSync(made);\n}\n';
  const empty = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', 'src/bin.ts'];
  await writeFiles(clone, { 'scripts/build.mjs': build, ...Object.fromEntries(empty.map((file) => [file, '{}'])) });
  await copyFile(join(import.meta.dirname, '../../scripts/setup.mjs'), join(clone, 'scripts/setup.mjs'));
});

/** Puts a stand-in for npm on the path, which does what `body` says. */
async function installNpm(body: string): Promise<void> {
  const file = join(clone, 'bin/npm');
  await writeFile(file, `#!/bin/sh\n${body}\n`);
  await chmod(file, 0o755);
}

const INSTALL = 'mkdir -p node_modules && touch node_modules/.package-lock.json';

function setUp(event = 'test') {
  const PATH = `${join(clone, 'bin')}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, PATH, npm_lifecycle_event: event };
  const { status, stderr } = spawnSync(process.execPath, [join(clone, 'scripts/setup.mjs')], { env, encoding: 'utf8' });
  return { status, stderr };
}

/** A time after all that was written so far. */
async function touchLater(path: string): Promise<void> {
  const later = new Date(Date.now() + 60_000);
  await utimes(join(clone, path), later, later);
}

describe.skipIf(process.platform === 'win32')('setup', () => {
  test('installs and builds what is missing, also the compiled validators alone, and nothing the second time', async () => {
    await installNpm(INSTALL);
    expect(setUp()).toEqual({ status: 0, stderr: 'Installing the dependencies …\nBuilding …\n' });
    expect(setUp()).toEqual({ status: 0, stderr: '' });
    await rm(join(clone, 'generated'), { recursive: true });
    expect(setUp('setup').stderr).toMatch(/^Building …\nReady: `node dist\/bin\.js` is the command\.[^\n]+\n$/);
  });

  inCi('builds again when a source is newer, and installs again when the lock file is', async () => {
    await installNpm(INSTALL);
    setUp();
    await touchLater('src/bin.ts');
    expect(setUp().stderr).toBe('Building …\n');
    await touchLater('package-lock.json');
    expect(setUp().stderr).toMatch(/^Installing/);
  });

  test('shows the error of npm, and builds nothing', async () => {
    await installNpm('echo no such registry >&2; exit 7');
    expect(setUp()).toEqual({
      status: 1,
      stderr: 'Installing the dependencies …\nno such registry\nInstalling the dependencies failed.\n',
    });
    await expect(readFile(join(clone, 'dist'))).rejects.toThrow('ENOENT');
  });
});
