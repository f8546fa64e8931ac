import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import picomatch from 'picomatch';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadFleet } from '../../src/config/load-fleet.ts';
import { createNodeFiles } from '../../src/config/resolve/file-system.ts';
import { createGlobSearch, type FileTree, type GlobSearch, globFiles } from '../../src/config/resolve/glob-files.ts';
import { parseGlob } from '../../src/model/glob.ts';
import { HEAD } from './memory-files.ts';

let folder = '';

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'pipeform-glob-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), '');
  }
}

const match = async (pattern: string) =>
  ((await createNodeFiles().glob(folder, pattern, createGlobSearch())) ?? [])
    .map((path) => path.slice(folder.length + 1))
    .toSorted();

test.each<[string, readonly string[]]>([
  ['*.yaml', ['a.yaml', 'b.yaml']],
  ['./a.yaml', ['a.yaml']],
  ['**', ['a.yaml', 'b.yaml', 'x/c.yaml', 'x/deep/er/d.yaml', 'y/e.yml']],
  ['**/*.yaml', ['a.yaml', 'b.yaml', 'x/c.yaml', 'x/deep/er/d.yaml']],
  ['x/**/d.yaml', ['x/deep/er/d.yaml']],
  ['**/deep/**/**/*.yaml', ['x/deep/er/d.yaml']],
  ['{a,b}.yaml', ['a.yaml', 'b.yaml']],
  ['{x/deep/er,y}/*.{yaml,yml}', ['x/deep/er/d.yaml', 'y/e.yml']],
  ['{x/{c,none},a}.yaml', ['a.yaml', 'x/c.yaml']],
  ['{**,none}/d.yaml', ['x/deep/er/d.yaml']],
  ['.h/*', ['.h/f.yaml']],
  ['[xy]/*', ['x/c.yaml', 'y/e.yml']],
  ['[!a-x].yaml', []],
  ['[!b-x].yaml', ['a.yaml']],
  ['?.{yaml,none}', ['a.yaml', 'b.yaml']],
  ['\\a.yaml', ['a.yaml']],
  ['{a}.yaml', []],
  ['!(a).yaml', []],
  ['@(a|b).yaml', []],
  ['!a.yaml', []],
  ['x', []],
  ['x//c.yaml/', ['x/c.yaml']],
  ['{1..99999999}.yaml', []],
  ['{a/b,c/d}'.repeat(200), []],
  ['**/none/'.repeat(400), []],
  [`${'*a'.repeat(200)}b`, []],
])('pattern %#: %.40s', async (pattern, found) => {
  await put('a.yaml', 'b.yaml', 'x/c.yaml', 'x/deep/er/d.yaml', 'y/e.yml', '.h/f.yaml', `${'a'.repeat(200)}/g`);
  expect((await match(pattern)).filter((path) => !path.endsWith('/g'))).toEqual(found);
});

test('cyclic links cost no more than the folders that they point to', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `d${index}`);
  await put(...names.map((name) => `${name}/x.yaml`));
  for (const name of names) for (const other of names) await symlink(`../${other}`, join(folder, name, `to-${other}`));
  let listed = 0;
  const disk = createNodeFiles();
  const tree: FileTree = {
    async list(path) {
      listed += 1;
      const here = path === folder;
      const links = names.map((name) => ({ name: `to-${name}`, kind: 'link' as const }));
      if (here) return names.map((name) => ({ name, kind: 'folder' as const }));
      return [...links, { name: 'x.yaml', kind: 'file' }];
    },
    follow: async (link) => ({ kind: 'folder', real: (await disk.realPath(link)) ?? '' }),
    realPath: disk.realPath,
  };
  expect(await globFiles(tree, folder, '**/*.yaml', createGlobSearch())).toEqual(
    names.map((name) => join(folder, name, 'x.yaml')).toSorted(),
  );
  expect(listed).toBe(1 + names.length);
  // A folder may be entered again for another rest of the pattern.
  await globFiles(tree, folder, '*/*/*/*/*.yaml', createGlobSearch());
  expect(listed).toBeLessThan(2 * (1 + names.length) + 4 * names.length);
  expect(await match('d1/to-d2/*.yaml')).toEqual(['d1/to-d2/x.yaml']);
});

test('enters a folder again when the rest of the pattern differs', async () => {
  await put('real/sub/deep.yaml', 'real/near.yaml');
  await symlink('real', join(folder, 'alias'));
  expect(await match('{alias/*.yaml,real/sub/*.yaml}')).toEqual(['alias/near.yaml', 'real/sub/deep.yaml']);
});

test('reports a link to a folder outside once, and does not read the folder', async () => {
  await writeFile(join(folder, 'pipeform.yaml'), `${HEAD}include: ["**/*.yaml"]\n`);
  await symlink('/', join(folder, 'everything'));
  const files = createNodeFiles();
  const load = await loadFleet({ cwd: folder, file: null, environment: null, variables: {}, files });
  expect(load.diagnostics).toMatchObject([
    { code: 'invalid-include', line: 4, summary: expect.stringMatching(/^everything is a link that leads outside/) },
  ]);
});

function fits(pattern: string, name: string): boolean {
  const glob = parseGlob(pattern);
  return glob.accepts(glob.enter(glob.start, name));
}

const text = (longest: number, ...characters: readonly string[]) =>
  fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength: longest }).map((parts) => parts.join(''));

const isVisible = (name: string): boolean => !name.startsWith('.');

test('matches a pattern with few stars as picomatch does', () => {
  const pattern = text(6, 'a', 'b', '.', '?', '[ab]', '[!a]', '[b-d]', '{a,bb}', '{a,{b,c}*}').chain((written) =>
    fc.constantFrom(written, `${written}*`, `*${written}b`, `a*${written}*`),
  );
  fc.assert(
    fc.property(pattern, text(6, 'a', 'b', 'c', '.').filter(isVisible), (written, name) => {
      expect(fits(written, name)).toBe(picomatch(written, { posix: true, nonegate: true, noextglob: true })(name));
    }),
    { numRuns: 1_000 },
  );
});

test('matches a name with many stars as a regular expression does', () => {
  const pattern = fc
    .tuple(fc.constant('a*b*'), text(6, 'a', 'b', '.', '*', '?'), fc.constant('*a*'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(pattern, text(8, 'a', 'b', '.'), (written, name) => {
      const expression = written.replaceAll('.', '\\.').replaceAll('?', '.').replace(/\*+/g, '.*');
      expect(fits(written, `a${name}`)).toBe(new RegExp(`^${expression}$`).test(`a${name}`));
    }),
    { numRuns: 1_000 },
  );
});

test('matches a name that begins with a dot only when the pattern has the dot', () => {
  expect(['.ab', 'xab'].map((name) => fits('*a*b*****', name))).toEqual([false, true]);
  expect(['.ab', 'xab'].map((name) => fits('.*a*b***', name))).toEqual([true, false]);
});

test('matches many stars in linear time', () => {
  expect(fits(`${'*a'.repeat(200)}b`, `${'a'.repeat(240)}bc`)).toBe(false);
  expect(fits(`${'*a'.repeat(200)}b`, `${'a'.repeat(240)}b`)).toBe(true);
});

// Extended groups of other tools are text here.
test.each([
  '(a+)+b',
  '+(a+)b',
  '*(a)'.repeat(20),
  '?(a)'.repeat(30),
  '!(!(!(a)))b',
  '*a'.repeat(60),
  '{a,b}'.repeat(9),
])('matches %.20s in a bounded number of steps', (pattern) => {
  const glob = parseGlob(`**/${pattern}b`);
  const name = 'a'.repeat(255);
  for (let depth = 0; depth < 100; depth += 1) expect(glob.accepts(glob.enter(glob.start, name))).toBe(false);
  expect(glob.countSteps()).toBeLessThan(100 * 255 * 255);
});

test('matches nothing with braces that stand for very much text', () => {
  expect(parseGlob(`${'{a,b}'.repeat(8)}${'x'.repeat(200)}`).start.size).toBe(256);
  expect(parseGlob(`${'{a,b}'.repeat(8)}${'x'.repeat(4_000)}`).start.size).toBe(0);
  expect(parseGlob(`{${','.repeat(200)}}${'x'.repeat(3_000)}`).start.size).toBe(0);
});

/** Folders with `width` folders each, and as many files with names of 200 characters. */
function wideTree(width: number): { readonly tree: FileTree; listed(): number } {
  let listed = 0;
  const list: FileTree['list'] = async () => {
    listed += width * 2;
    return Array.from({ length: width }, (_, index) => [
      { name: `d${index}`, kind: 'folder' as const },
      { name: `${'a'.repeat(200)}${index}`, kind: 'file' as const },
    ]).flat();
  };
  return { tree: { list, follow: async () => null, realPath: async (path) => path }, listed: () => listed };
}

test('stops when many patterns together cost too much', async () => {
  const { tree, listed } = wideTree(100);
  const search = createGlobSearch();
  let patterns = 0;
  for (let found: unknown = []; found !== null; patterns += 1) {
    found = await globFiles(tree, folder, `*/{${'*a'.repeat(40)}b,x${patterns}}`, search);
  }
  expect(patterns).toBeLessThan(1_000);
  expect(listed()).toBeLessThan(50_000);
});

test('stops a search in an endless tree, and reports the pattern', async () => {
  const { tree, listed } = wideTree(10);
  const files = {
    ...createNodeFiles(),
    glob: (top: string, pattern: string, search: GlobSearch) => globFiles(tree, top, pattern, search),
  };
  await writeFile(join(folder, 'pipeform.yaml'), `${HEAD}include: ["**/*a*a*a*ab", "**/*.yml"]\n`);
  const load = await loadFleet({ cwd: folder, file: null, environment: null, variables: {}, files });
  expect(load.diagnostics).toMatchObject([{ code: 'invalid-include', line: 4, column: 11 }]);
  expect(listed()).toBeLessThan(2_000_000);
});
