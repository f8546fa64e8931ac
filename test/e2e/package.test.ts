import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { afterTests } from './clean-up.ts';
import { openWorkspace } from './harness.ts';

const execute = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Packs as `npm pack` does and unpacks where node finds the dependencies of the repository, so that nothing is downloaded. */
async function unpack(): Promise<{ readonly folder: string; readonly files: readonly string[] }> {
  const cache = join(ROOT, 'node_modules/.cache/pipeform');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'pack-'));
  afterTests(() => rm(folder, { recursive: true }));
  const pack = ['pack', '--ignore-scripts', '--json', '--silent', '--pack-destination', folder];
  const { stdout } = await execute('npm', pack, { cwd: ROOT, shell: process.platform === 'win32' });
  const [packed] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  await execute('tar', ['-xzf', packed.filename], { cwd: folder });
  return { folder: join(folder, 'package'), files: packed.files.map(({ path }) => path) };
}

test('the package that npm packs plans and applies the quickstart, and holds no more than it needs', async () => {
  const { folder, files } = await unpack();
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { bin: { pipeform: string } };
  const { shell, writes } = await openWorkspace();
  const command = `${process.execPath} ${join(folder, manifest.bin.pipeform)}`;

  expect(await shell(`${command} plan --detailed-exitcode`)).toMatchObject({ code: 2, stderr: '' });
  expect(await shell(`${command} apply --auto-approve`)).toMatchObject({ code: 0 });
  expect(writes()).toHaveLength(5);
  expect(await shell(`${command} plan --detailed-exitcode`)).toMatchObject({
    code: 0,
    stdout: 'No changes. All 5 pipes are as the configuration says.\n',
  });

  const unneeded = files.filter(
    (file) => !/^(?:dist|schema)\/|^(?:README|CHANGELOG)\.md$|^LICENSE$|^package\.json$/.test(file),
  );
  expect(unneeded).toEqual([]);
  expect(files.filter((file) => /\.map$|\.tsx?$/.test(file) && !file.endsWith('.d.ts'))).toEqual([]);
});
