import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadFleet } from '../../src/config/load-fleet.ts';
import { createNodeFiles } from '../../src/config/resolve/file-system.ts';
import { HEAD } from '../config/memory-files.ts';
import { inCi, sample } from '../effort.ts';
import {
  countProcesses,
  loadAt,
  makeFolder,
  makeRepository,
  openFolder,
  pipe,
  pipesOf,
  ROOT,
  type TestFolder,
  threadsAt,
} from './repository.ts';

/** The fleet of the work tree, as it is on the disk. */
async function loadDisk({ path: cwd }: TestFolder) {
  return (await loadFleet({ cwd, file: null, environment: null, variables: {}, files: createNodeFiles() })).fleet;
}

describe('submodules', () => {
  const addSubmodule = ({ git }: TestFolder, { path }: TestFolder) => {
    const source = pathToFileURL(path).href;
    return git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', source, 'library');
  };

  async function withSubmodule(include: string): Promise<TestFolder> {
    const library = await makeRepository({ 'pipes/shared.yaml': pipe('shared', 9) });
    const folder = await makeRepository({ 'pipes/orders.yaml': pipe('orders', 1) });
    await addSubmodule(folder, library);
    await folder.commit({ 'pipeform.yaml': `${HEAD}include: ${include}\n` });
    return folder;
  }

  inCi.each(['["library/pipes/*.yaml"]', '["library/pipes/shared.yaml"]', '["library/**"]'])(
    '%s is an error',
    async (include) => {
      const folder = await withSubmodule(include);
      const disk = await loadDisk(folder);
      if (!include.includes('**')) expect(disk?.pipes.map(({ name }) => name)).toEqual(['shared']);
      const load = await loadAt('HEAD', folder.path);
      expect(load.diagnostics).toMatchObject([
        { code: 'base-invalid' },
        { code: 'base-incomplete', summary: expect.stringContaining('submodule "library"') },
        { code: 'invalid-include' },
      ]);
    },
  );

  inCi('warns about a wildcard that may reach into a submodule', async () => {
    const folder = await withSubmodule('["**/pipes/*.yaml"]');
    const load = await loadAt('HEAD', folder.path);
    expect(pipesOf(load)).toEqual(['orders']);
    expect(load).toMatchObject({
      isComplete: false,
      diagnostics: [
        { code: 'base-incomplete', severity: 'warning', summary: expect.stringContaining('submodule "library"') },
      ],
    });
    expect(await loadAt('HEAD~1', folder.path)).toMatchObject({
      isComplete: true,
      diagnostics: [
        { code: 'base-incomplete', summary: expect.stringContaining('Every change has the origin config.') },
      ],
    });
  });

  inCi('warns about a root document that was in a submodule', async () => {
    const folder = await withSubmodule('[]');
    await folder.git('rm', '--quiet', '--cached', 'library');
    await rm(join(folder.path, 'library'), { recursive: true });
    await folder.write({ 'library/pipeform.yaml': `${HEAD}${pipe('orders', 1)}` });
    const load = await loadAt('HEAD', join(folder.path, 'library'));
    expect(load.diagnostics).toMatchObject([
      { code: 'base-incomplete' },
      { code: 'base-incomplete', summary: expect.stringContaining('Every change has the origin conflict.') },
    ]);
  });

  inCi('a configuration in a submodule uses the history of the submodule', async () => {
    const library = await makeRepository({ 'pipeform.yaml': `${HEAD}${pipe('shared', 9, 3)}` });
    const folder = await makeRepository({ a: '' });
    await addSubmodule(folder, library);
    await folder.commit();
    expect(await threadsAt('HEAD', join(folder.path, 'library'))).toEqual({ shared: 3 });
  });
});

inCi('reports an object missing from the clone as a failure of git', async () => {
  const folder = await makeRepository({ 'pipeform.yaml': ROOT, 'pipes/orders.yaml': pipe('orders', 1) });
  const oid = await folder.git('rev-parse', 'HEAD:pipes/orders.yaml');
  await rm(join(folder.path, '.git/objects', oid.slice(0, 2), oid.slice(2)));
  expect((await loadAt('HEAD', folder.path)).diagnostics).toMatchObject([
    { code: 'git-failed', detail: expect.stringContaining(oid) },
  ]);
});

describe('unusual places', () => {
  const FILES = { 'fleet/pipeform.yaml': ROOT, 'fleet/pipes/orders.yaml': pipe('orders', 1, 4) };

  inCi('a working folder that is a link into the repository', async () => {
    const folder = await makeRepository(FILES);
    const outside = await makeFolder();
    await symlink(join(folder.path, 'fleet'), join(outside.path, 'way in'));
    expect(await threadsAt('HEAD', join(outside.path, 'way in'))).toEqual({ orders: 4 });
    expect(await threadsAt('HEAD', outside.path, { file: 'way in/pipeform.yaml' })).toEqual({ orders: 4 });
  });

  const LINKS: readonly (readonly [string, string, string, string | null])[] = [
    ['an included file', 'fleet/pipes/users.yaml', '../../shared/users.yaml', null],
    ['a folder that a pattern reaches', 'fleet/pipes/team', '../../shared', null],
    ['the root document', 'fleet/main.yaml', '../fleet/pipeform.yaml', 'main.yaml'],
  ];
  test.each(sample(LINKS))('a link in place of %s is an error that names it', async (_, path, target, file) => {
    const folder = await makeRepository({
      ...FILES,
      'fleet/pipeform.yaml': `${HEAD}include: ["pipes/**/*.yaml"]\n`,
      'shared/users.yaml': pipe('users', 2),
    });
    await symlink(target, join(folder.path, path));
    await folder.commit();
    const load = await loadAt('HEAD', join(folder.path, 'fleet'), { file });
    expect(load).toMatchObject({
      ok: false,
      diagnostics: [
        {
          code: 'base-invalid',
          severity: 'error',
          summary: expect.stringContaining(`"${path}" is a symbolic link at HEAD (`),
          hint: expect.stringContaining('Replace the link'),
        },
      ],
    });
  });

  test('links that no pattern can mean are ignored, as on disk', async () => {
    const folder = await makeRepository({ ...FILES, 'fleet/pipeform.yaml': `${HEAD}include: ["**/o*.yaml"]\n` });
    const targets = { broken: 'nowhere', again: 'broken', outside: '/etc/hostname', same: 'pipes/orders.yaml' };
    for (const [name, target] of Object.entries(targets)) await symlink(target, join(folder.path, 'fleet', name));
    await folder.commit();
    expect(await threadsAt('HEAD', join(folder.path, 'fleet'))).toEqual({ orders: 4 });
  });

  inCi('a folder of the root document that was a link', async () => {
    const folder = await makeRepository({ 'real/pipeform.yaml': ROOT, 'real/pipes/orders.yaml': pipe('orders', 1, 4) });
    await symlink('real', join(folder.path, 'fleet'));
    await folder.commit();
    await rm(join(folder.path, 'fleet'));
    await folder.commit(FILES);
    expect(await loadAt('HEAD~1', join(folder.path, 'fleet'))).toMatchObject({
      ok: false,
      diagnostics: [{ code: 'base-invalid', summary: expect.stringContaining('"fleet" is a symbolic link') }],
    });
  });

  inCi('a linked work tree with an unusual name', async () => {
    const folder = await makeRepository(FILES);
    const outside = await makeFolder();
    const path = join(outside.path, 'it\'s a "tree" – größe\nand a line');
    await folder.git('worktree', 'add', '--quiet', '-b', 'side', path);
    await openFolder(path).commit({ 'fleet/pipes/orders.yaml': pipe('orders', 1, 7) });
    expect(await threadsAt('main', join(path, 'fleet'))).toEqual({ orders: 4 });
    expect(await threadsAt('HEAD', join(path, 'fleet'))).toEqual({ orders: 7 });
    expect(await threadsAt('side', join(folder.path, 'fleet'))).toEqual({ orders: 7 });
  });

  inCi('line ends and byte-order marks of other systems, and unusual names', async () => {
    const folder = await makeRepository({
      'pipeform.yaml': `\ufeff${ROOT}`.replaceAll('\n', '\r\n'),
      'pipes/a "quoted" größe 漢字\t.yaml': pipe('orders', 1, 4).replaceAll('\n', '\r\n'),
    });
    expect(await threadsAt('HEAD', folder.path)).toEqual({ orders: 4 });
  });
});

inCi('loads the same fleet from the disk and the commit, with a fixed number of processes', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`pipes/t${index % 20}/p${index}.yaml`, pipe(`pipe-${index}`, index)]),
  );
  const folder = await makeRepository({ 'pipeform.yaml': ROOT, ...files });
  const disk = await loadDisk(folder);
  const started = await countProcesses(async (git) => {
    const load = await loadAt('HEAD', folder.path, { git });
    const places = JSON.stringify(load.ok && load.pipes).replaceAll('"HEAD:', '"');
    expect(places).toBe(JSON.stringify(disk?.pipes));
  });
  // The repository, the reference, others of its name, its commit, the tree, the root document, and pattern matches.
  expect(started).toBe(7);
});
