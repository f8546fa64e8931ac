import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HEAD } from '../config/memory-files.ts';
import { inCi } from '../effort.ts';
import { codesOf, loadAt, makeFolder, makeRepository, pipe, pipesOf, ROOT, threadsAt } from './repository.ts';

test('loads the fleet of the commit, with places that name the commit', async () => {
  const folder = await makeRepository({ 'fleet/pipeform.yaml': ROOT, 'fleet/pipes/orders.yaml': pipe('orders', 1, 4) });
  const commit = await folder.git('rev-parse', 'HEAD');
  await folder.git('tag', 'v1');
  await folder.commit({ 'fleet/pipes/orders.yaml': pipe('orders', 1, 8), 'fleet/pipes/users.yaml': pipe('users', 2) });
  const load = await loadAt('v1', join(folder.path, 'fleet'));
  expect(load).toMatchObject({ ok: true, base: { ref: 'v1', commit }, diagnostics: [] });
  expect(load.ok && load.pipes).toMatchObject([
    {
      name: 'orders',
      location: { file: 'v1:fleet/pipes/orders.yaml', line: 2 },
      settings: { db_max_threads: { value: 4, location: { file: 'v1:fleet/pipes/orders.yaml' } } },
    },
  ]);
  expect(await threadsAt('HEAD', join(folder.path, 'fleet/pipes'))).toEqual({ orders: 8, users: 1 });
});

inCi('a merge base excludes later commits of main; its places name the commit', async () => {
  const folder = await makeRepository({ 'pipeform.yaml': ROOT, 'pipes/orders.yaml': pipe('orders', 1, 1) });
  const fork = await folder.git('rev-parse', 'HEAD');
  await folder.git('switch', '--quiet', '-c', 'branch');
  await folder.commit({ 'pipes/orders.yaml': pipe('orders', 1, 2) });
  await folder.git('switch', '--quiet', 'main');
  await folder.commit({ 'pipes/orders.yaml': pipe('orders', 1, 3) });
  await folder.git('switch', '--quiet', 'branch');
  expect(await threadsAt('main', folder.path)).toEqual({ orders: 3 });
  expect(await threadsAt('main...', folder.path)).toEqual({ orders: 1 });
  const load = await loadAt('main...', folder.path);
  expect(load.ok && load.pipes[0]?.location.file).toBe(`${fork.slice(0, 12)}:pipes/orders.yaml`);
});

describe('finds files and pipes that were moved since', () => {
  inCi('an included file that was renamed, and a pipe that is now in another file', async () => {
    const folder = await makeRepository({
      'pipeform.yaml': ROOT,
      'pipes/a.yaml': pipe('orders', 1, 4),
      'pipes/b.yaml': '# none\npolicy: {}\n',
    });
    await folder.git('mv', 'pipes/a.yaml', 'pipes/c.yaml');
    await folder.commit({ 'pipes/b.yaml': pipe('orders', 1, 5), 'pipes/c.yaml': '# moved\npolicy: {}\n' });
    expect(await threadsAt('HEAD~1', folder.path)).toEqual({ orders: 4 });
    expect(await threadsAt('HEAD', folder.path)).toEqual({ orders: 5 });
  });

  inCi.each([
    ['committed', true],
    ['staged only', false],
  ])('a root document that was renamed with its folder: %s', async (_, committed) => {
    const folder = await makeRepository({
      'old name/fleet.yaml': ROOT,
      'old name/pipes/orders.yaml': pipe('orders', 1, 4),
    });
    await folder.git('tag', 'before');
    await mkdir(join(folder.path, 'new'));
    await folder.git('mv', 'old name/fleet.yaml', 'new/pipeform.yaml');
    await folder.git('mv', 'old name/pipes', 'new/pipes');
    await folder.write({
      'new/pipeform.yaml': `${ROOT}# now elsewhere\n`,
      'new/pipes/orders.yaml': pipe('orders', 1, 5),
    });
    if (committed) await folder.commit();
    // A hook of git may get the index of another folder.
    const load = await loadAt('before', join(folder.path, 'new'), { git: { GIT_INDEX_FILE: 'none' } });
    expect(load.ok && load.pipes[0]?.location.file).toBe('before:old name/pipes/orders.yaml');
    expect(await threadsAt('before', join(folder.path, 'new'))).toEqual({ orders: 4 });
  });

  inCi('a new configuration, and one that was never added', async () => {
    const folder = await makeRepository({ 'README.md': 'nothing yet\n' });
    await folder.git('tag', 'before');
    await folder.write({ 'pipeform.yaml': ROOT, 'pipes/orders.yaml': pipe('orders', 1) });
    for (const step of ['untracked', 'committed']) {
      if (step === 'committed') await folder.commit();
      const load = await loadAt('before', folder.path);
      expect([step, pipesOf(load)]).toEqual([step, []]);
      expect(load.diagnostics).toMatchObject([{ severity: 'note', code: 'base-incomplete' }]);
    }
  });
});

describe('environments and variables', () => {
  const withEnvironments = `${HEAD}${pipe('orders', 1, 4)}environments:
  production:
    pipes:
      orders:
        settings:
          db_max_threads: \${THREADS:-16}
`;

  test('come from the command, and apply to the files at the commit', async () => {
    const folder = await makeRepository({ 'pipeform.yaml': withEnvironments });
    await folder.commit({ 'pipeform.yaml': 'version: 1\n' });
    const at = (options: Parameters<typeof loadAt>[2]) => threadsAt('HEAD~1', folder.path, options);
    expect(await at({})).toEqual({ orders: 4 });
    expect(await at({ environment: 'production', variables: { THREADS: '2' } })).toEqual({ orders: 2 });
  });

  inCi('an environment that did not exist is a note, even when the document needs one', async () => {
    const folder = await makeRepository({ 'pipeform.yaml': pipe('orders', 1).replace(/^/, 'version: 1\n') });
    await folder.commit({ 'pipeform.yaml': withEnvironments });
    const load = await loadAt('HEAD~1', folder.path, { environment: 'production' });
    expect(pipesOf(load)).toEqual([]);
    expect(load.diagnostics).toMatchObject([
      { severity: 'note', code: 'base-incomplete', summary: expect.stringContaining('"production"') },
    ]);
  });
});

inCi('errors at the commit name the commit in messages and places', async () => {
  const folder = await makeRepository({
    'pipeform.yaml': ROOT,
    'pipes/orders.yaml': 'pipes:\n  orders: { service: nowhere, id: 1 }\n',
    'pipes/other.yaml': 'x: [\n',
  });
  const commit = await folder.git('rev-parse', 'HEAD');
  await folder.commit({ 'pipes/orders.yaml': pipe('orders', 1), 'pipes/other.yaml': null });
  const load = await loadAt('HEAD~1', folder.path);
  if (load.ok) throw new Error('the base has errors');
  const [heading, ...errors] = load.diagnostics;
  expect(heading).toMatchObject({ code: 'base-invalid', severity: 'error', file: null });
  expect(errors.length).toBeGreaterThanOrEqual(2);
  for (const { summary, file } of errors) {
    expect(summary).toContain(`At HEAD~1 (${commit.slice(0, 12)}): `);
    expect(file).toMatch(/^HEAD~1:pipes\/(orders|other)\.yaml$/);
  }
  expect([...load.sources.keys()]).toEqual([
    'HEAD~1:pipeform.yaml',
    'HEAD~1:pipes/orders.yaml',
    'HEAD~1:pipes/other.yaml',
  ]);
  expect(load.sources.get('HEAD~1:pipes/other.yaml')).toBe('x: [\n');
});

inCi('a problem with the base itself has no file', async () => {
  const folder = await makeRepository({ 'pipeform.yaml': ROOT });
  expect(codesOf(await loadAt('--help', folder.path))).toEqual(['base-unknown']);
  const elsewhere = await makeFolder();
  expect(codesOf(await loadAt('main', elsewhere.path))).toEqual(['config-not-found']);
  await elsewhere.write({ 'pipeform.yaml': ROOT });
  expect(codesOf(await loadAt('main', elsewhere.path))).toEqual(['git-failed']);
  expect(codesOf(await loadAt('main', folder.path, { signal: AbortSignal.abort() }))).toEqual(['interrupted']);
});

inCi('does not change the work tree and the index, and ignores what is not committed', async () => {
  const folder = await makeRepository({
    'pipeform.yaml': ROOT,
    'pipes/orders.yaml': pipe('orders', 1, 4),
    'pipes/users.yaml': pipe('users', 2),
  });
  await folder.write({
    'pipes/orders.yaml': 'not: yaml: at all',
    'pipes/new.yaml': pipe('new', 3),
    'pipes/users.yaml': null,
  });
  await folder.git('add', 'pipes/new.yaml');
  const index = join(folder.path, '.git/index');
  const look = async () => ({
    index: await readFile(index),
    changed: (await stat(index, { bigint: true })).mtimeNs,
    refs: await folder.git('for-each-ref'),
    head: await readFile(join(folder.path, '.git/HEAD'), 'utf8'),
  });
  const before = await look();
  expect(await threadsAt('HEAD', folder.path)).toEqual({ orders: 4, users: 1 });
  expect(codesOf(await loadAt('HEAD', folder.path, { file: 'unknown.yaml' }))).toEqual(['base-incomplete']);
  expect(await look()).toEqual(before);
  expect(
    (await folder.git('-c', 'core.quotepath=off', 'status', '--porcelain')).split('\n').map((line) => line.trim()),
  ).toEqual(['A  pipes/new.yaml', 'M pipes/orders.yaml', 'D pipes/users.yaml']);
});
