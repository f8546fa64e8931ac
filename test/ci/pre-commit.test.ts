import { cp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../e2e/folder.ts';
import { jobEnvironment, ROOT, run, type ShellEnd } from './shell.ts';
import { readYaml } from './workflow.ts';

interface Hook {
  readonly id: string;
  readonly name: string;
  readonly entry: string;
  readonly language: string;
  readonly always_run?: boolean;
  readonly files?: string;
  readonly pass_filenames: boolean;
}

const [hook] = readYaml<readonly [Hook]>('.pre-commit-hooks.yaml');

describe('the pre-commit hook', () => {
  let folder: string;
  let env: Readonly<Record<string, string>>;
  beforeAll(async () => {
    folder = await makeFolder();
    env = await jobEnvironment(folder);
    await cp(join(ROOT, 'examples/quickstart'), folder, { recursive: true });
    await run(['git', 'init', '-q'], folder, env);
  });

  /** Like pre-commit: selects matching staged files, without deleted ones, and runs the entry, with the names only when configured. */
  async function commit(message: string): Promise<ShellEnd | 'not run'> {
    await run(['git', 'add', '--all'], folder, env);
    const list = ['git', 'diff', '--staged', '--name-only', '--no-ext-diff', '--diff-filter=ACMRTUXB'];
    const { stdout } = await run(list, folder, env);
    const names = stdout.split('\n').filter((name) => name !== '' && new RegExp(hook.files ?? '').test(name));
    await run(['git', '-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '-qm', message], folder, env);
    if (names.length === 0 && hook.always_run !== true) return 'not run';
    return run([...hook.entry.split(' '), ...(hook.pass_filenames ? names : [])], folder, env);
  }

  test('accepts a valid configuration and rejects an invalid one, also when a file is only deleted', async () => {
    const write = (text: string) => writeFile(join(folder, 'pipes/more.yaml'), text);
    await write('pipes: {}\n');
    expect(await commit('valid')).toMatchObject({ code: 0 });
    await write('pipes: []\n');
    expect(await commit('invalid')).toMatchObject({ code: 1, stdout: expect.stringContaining('pipes/more.yaml:1') });
    await write('pipes: {}\n');
    await commit('valid');
    await rm(join(folder, 'pipes'), { recursive: true });
    expect(await commit('deleted')).toMatchObject({ code: 1, stdout: expect.stringContaining('No file matches') });
  });

  test('keeps build output out of `npm pack`, which prints only the name of the archive', async () => {
    const [home, source] = [await makeFolder(), await makeFolder()];
    const { name, version } = readYaml<{ name: string; version: string }>('package.json');
    await cp(join(ROOT, '.npmrc'), join(source, '.npmrc'));
    const manifest = { name, version, scripts: { prepare: 'echo building' } };
    await writeFile(join(source, 'package.json'), JSON.stringify(manifest));
    // pre-commit reads all of it as the name of the file to install.
    const quiet = { npm_config_update_notifier: 'false', npm_config_offline: 'true' };
    const packed = await run(['npm', 'pack'], source, { PATH: process.env.PATH ?? '', HOME: home, ...quiet });
    expect(packed).toMatchObject({ code: 0, stdout: `${name}-${version}.tgz\n` });
    // Its table of contents, and neither a warning nor the output of the build.
    expect(packed.stderr.split('\n').filter((line) => line !== '' && !line.startsWith('npm notice'))).toEqual([]);
    expect((await readdir(source)).sort()).toEqual(['.npmrc', 'package.json', `${name}-${version}.tgz`]);
  });

  test('is configured as in the example, with an entry that the package installs', () => {
    const { repos } = readYaml<{ repos: readonly { hooks: readonly object[] }[] }>(
      'examples/ci/pre-commit/.pre-commit-config.yaml',
    );
    const { bin } = readYaml<{ bin: Record<string, string> }>('package.json');
    const { id, name, entry, always_run, pass_filenames } = hook;
    const local = { id, name, language: 'system', entry, always_run, pass_filenames };
    expect(repos).toEqual([{ repo: 'local', hooks: [local] }]);
    expect(Object.keys(bin)).toContain(hook.entry.split(' ')[0]);
    expect(hook.language).toBe('node');
  });
});
