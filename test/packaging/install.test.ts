import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect } from 'vitest';
import { readToolVersion } from '../../src/model/version.ts';
import { makeFolder } from '../e2e/folder.ts';
import { openWorkspace } from '../e2e/harness.ts';
import { cleanEnvironment } from '../e2e/process.ts';
import { serve } from '../e2e/serve.ts';
import { inCi } from '../effort.ts';
import { execute, ROOT, unpack } from './pack.ts';

const VERSION = readToolVersion().version;

let tarball: string;
beforeAll(async () => {
  ({ tarball } = await unpack());
});

/** npm in an empty folder with an empty cache, and a registry that has a version 999.0.0 of every package. */
async function openNpm() {
  const [folder, cache] = await Promise.all([makeFolder(), makeFolder()]);
  const asked: string[] = [];
  const registry = await serve(({ method, url = '/' }, answer) => {
    asked.push(`${method} ${url}`);
    const name = decodeURIComponent(url.slice(1));
    const version = '999.0.0';
    const dist = { tarball: `http://${answer.req.headers.host}/newer.tgz` };
    answer.setHeader('content-type', 'application/json');
    answer.end(
      JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: { name, version, dist } } }),
    );
  });
  const env = cleanEnvironment(folder, {
    npm_config_cache: cache,
    npm_config_registry: registry,
    npm_config_audit: 'false',
    npm_config_update_notifier: 'false',
    npm_config_loglevel: 'error',
  });
  const npm = (...args: readonly string[]) =>
    execute('npm', [...args], { cwd: folder, env, shell: process.platform === 'win32' });
  return { folder, asked, npm };
}

// Each unpacks the package and runs npm: on a busy machine that takes longer than other tests may.
describe('the package that npm packs', { timeout: 300_000 }, () => {
  inCi('installs alone, asks no registry, and plans and applies the quickstart', async () => {
    const [{ folder, asked, npm }, { shell, writes }] = await Promise.all([openNpm(), openWorkspace()]);
    await npm('install', tarball);

    const modules = join(folder, 'node_modules');
    const installed = (await readdir(modules)).filter((name) => !name.startsWith('.'));
    expect([installed, asked]).toEqual([['pipeform'], []]);
    expect(await readdir(join(modules, 'pipeform'))).not.toContain('node_modules');
    const command = `"${process.execPath}" "${join(modules, 'pipeform/dist/bin.js')}"`;
    expect(await shell(`${command} plan --detailed-exitcode`)).toMatchObject({ code: 2, stderr: '' });
    expect(await shell(`${command} apply --auto-approve`)).toMatchObject({ code: 0 });
    expect(writes()).toHaveLength(5);
    expect(await shell(`${command} plan --detailed-exitcode`)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\nNo changes\. All 5 pipes match the configuration\.\n$/),
    });
  });

  inCi('installs alone with --global', async () => {
    const { folder, asked, npm } = await openNpm();
    await npm('install', '--global', '--prefix', folder, tarball);
    const modules = join(folder, process.platform === 'win32' ? 'node_modules' : 'lib/node_modules');
    expect([await readdir(modules), asked]).toEqual([['pipeform'], []]);
    const bin = join(modules, 'pipeform/dist/bin.js');
    expect((await execute(process.execPath, [bin, '--version'])).stdout).toBe(`${VERSION}\n`);
  });

  inCi('runs alone with npx', async () => {
    const { asked, npm } = await openNpm();
    const { stdout } = await npm('exec', '--yes', `--package=${tarball}`, '--', 'pipeform', '--version');
    expect([stdout, asked]).toEqual([`${VERSION}\n`, []]);
  });

  inCi('gets its packages in the versions of the lock file when npm builds it from a repository', async () => {
    // npm installs the dependencies of a git address with the lock file of the repository, and packs what `prepare` builds.
    const { asked, folder, npm } = await openNpm();
    await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
    await cp(join(ROOT, 'package-lock.json'), join(folder, 'package-lock.json'));
    await npm('install', '--package-lock-only', '--ignore-scripts');
    expect(asked).toEqual([]);
    expect(JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'))).toEqual(
      JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')),
    );
  });
});
