import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { loadFleet } from '../../src/config/load-fleet.ts';
import { createNodeFiles } from '../../src/config/resolve/file-system.ts';
import { makeFolder } from '../e2e/folder.ts';
import { HEAD, pipeId } from './memory-files.ts';

let folder = '';

beforeEach(async () => {
  folder = await realpath(await makeFolder());
});

async function write(path: string, text: string): Promise<void> {
  await mkdir(join(folder, path, '..'), { recursive: true });
  await writeFile(join(folder, path), text);
}

const pipe = (name: string, id: number) =>
  `pipes:\n  ${name}: { service: analytics, id: ${pipeId(id)}, settings: { db_max_threads: 1 } }\n`;

const load = (cwd: string, file: string | null = null) =>
  loadFleet({ cwd: join(folder, cwd), file, environment: null, variables: {}, files: createNodeFiles() });

test('finds the root document in a parent folder, with places relative to the working folder', async () => {
  await write('fleet/pipeform.yaml', `${HEAD}include: ["pipes/**/*.yaml"]\n`);
  await write('fleet/pipes/deep/a.yaml', pipe('a', 1));
  await mkdir(join(folder, 'fleet/docs'));
  const { fleet, diagnostics, sources } = await load('fleet/docs');
  expect(diagnostics).toEqual([]);
  expect(fleet?.pipes[0]?.location.file).toBe('../pipes/deep/a.yaml');
  expect([...sources.keys()]).toEqual(['../pipeform.yaml', '../pipes/deep/a.yaml']);
});

test('follows links inside the folder and refuses links outside it', async () => {
  await write('fleet/pipeform.yaml', `${HEAD}include: ["pipes/**/*.yaml"]\n`);
  await write('fleet/shared/a.yaml', pipe('a', 1));
  await write('fleet/pipes/b.yaml', pipe('b', 2));
  await write('elsewhere/c.yaml', pipe('c', 3));
  await symlink('../shared', join(folder, 'fleet/pipes/shared'));
  await symlink('b.yaml', join(folder, 'fleet/pipes/again.yaml'));
  await symlink('..', join(folder, 'fleet/pipes/loop'));
  expect((await load('fleet')).diagnostics).toEqual([]);
  expect((await load('fleet')).fleet?.pipes.map(({ name }) => name)).toEqual(['a', 'b']);

  await symlink('../../elsewhere/c.yaml', join(folder, 'fleet/pipes/c.yaml'));
  const { diagnostics } = await load('fleet');
  expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([['invalid-include', 4]]);
});

test.each([
  ["'pipes\\*.yaml'", 'Write forward slashes, on every system: "pipes/*.yaml".'],
  ['pipes/', 'A pattern matches files. For all those of a folder, write "pipes/*.yaml".'],
  ['pipes', 'A pattern matches files. For all those of a folder, write "pipes/*.yaml".'],
])('the pattern %s says what is wrong with it', async (pattern, hint) => {
  await write('pipeform.yaml', `${HEAD}include: [${pattern}]\n`);
  await write('pipes/a.yaml', pipe('a', 1));
  expect((await load('.')).diagnostics).toMatchObject([{ code: 'invalid-include', hint }]);
});

test.each<[string, string, string | null, string, RegExp]>([
  ['a folder that is named', 'fleet', '.', 'config-unreadable', /^"\." is a folder, not a file\.$/],
  ['a folder in place of the root', 'fleet', null, 'config-unreadable', /^"pipeform\.yaml" is a folder, not a file\.$/],
  ['a missing file', '.', 'fleet/other.yaml', 'config-not-found', /^"fleet\/other\.yaml" does not exist\.$/],
  ['a broken link', '.', 'broken.yaml', 'config-not-found', /^"broken\.yaml" does not exist\.$/],
  ['a device', '.', '/dev/null', 'config-unreadable', /not a regular file/],
])('names what cannot be opened, without a place: %s', async (_, cwd, file, code, summary) => {
  await mkdir(join(folder, 'fleet/pipeform.yaml'), { recursive: true });
  await symlink('nowhere', join(folder, 'broken.yaml'));
  expect((await load(cwd, file)).diagnostics).toMatchObject([
    { code, summary: expect.stringMatching(summary), file: null, line: null },
  ]);
});

test('a root document that is a link into another folder still limits its includes to its folder', async () => {
  await write('real/pipeform.yaml', `${HEAD}include: ["*.yaml"]\n`);
  await write('real/a.yaml', pipe('a', 1));
  await symlink('real', join(folder, 'linked'));
  expect((await load('linked')).diagnostics).toEqual([]);
});

test('reports a missing variable once, even when one value uses it many times', async () => {
  await write('pipeform.yaml', `${HEAD}include: ["${'${NOWHERE}'.repeat(5_000)}"]\n`);
  expect((await load('.')).diagnostics.map(({ code }) => code)).toEqual(['variable-missing']);
});
