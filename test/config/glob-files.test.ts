import { mkdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { loadFleet } from '../../src/config/load-fleet.ts';
import { createNodeFiles, type FileSystem } from '../../src/config/resolve/file-system.ts';
import { createGlobSearch, type FileTree, type GlobSearch, globFiles } from '../../src/config/resolve/glob-files.ts';
import { createGlobTest, findGlobProblem } from '../../src/model/glob.ts';
import { makeFolder } from '../e2e/folder.ts';
import { checkProperty } from '../effort.ts';
import { HEAD } from './memory-files.ts';

let folder = '';

beforeEach(async () => {
  folder = await realpath(await makeFolder());
});

async function put(...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), '');
  }
}

/** Loads a configuration of the folder with these patterns. */
async function include(patterns: string, files: FileSystem = createNodeFiles()) {
  await writeFile(join(folder, 'pipeform.yaml'), `${HEAD}include: [${patterns}]\n`);
  return loadFleet({ cwd: folder, file: null, environment: null, variables: {}, files });
}

const match = async (pattern: string) =>
  ((await createNodeFiles().glob(folder, pattern, createGlobSearch())) ?? [])
    .map((path) => path.slice(folder.length + 1))
    .toSorted();

const MATCHES: readonly (readonly [string, readonly string[]])[] = [
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
  ['**/none/'.repeat(100), []],
  ['(a|b).yaml', []],
  ['"a".yaml', []],
  ['[ab]+.yaml', []],
  ['a{1}.yaml', []],
  ['[[:alpha:]].yaml', []],
  ['\\w.yaml', []],
];

test('a pattern matches files by its stars, braces and brackets, and all else is text', async () => {
  await put('a.yaml', 'b.yaml', 'x/c.yaml', 'x/deep/er/d.yaml', 'y/e.yml', '.h/f.yaml', `${'a'.repeat(200)}/g`);
  for (const [pattern, found] of MATCHES) {
    expect([pattern, (await match(pattern)).filter((path) => !path.endsWith('/g'))]).toEqual([pattern, found]);
  }
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
  await symlink('/', join(folder, 'everything'));
  expect((await include('"**/*.yaml"')).diagnostics).toMatchObject([
    { code: 'invalid-include', line: 4, summary: expect.stringMatching(/^everything is a link that leads outside/) },
  ]);
});

const text = (longest: number, ...characters: readonly string[]) =>
  fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength: longest }).map((parts) => parts.join(''));

test('matches a name with stars as a regular expression does', () => {
  const piece = text(4, 'a', 'b', '.', '?');
  const star = fc.constantFrom('', '*', '**');
  const pattern = fc.tuple(fc.constant('a*b'), piece, star, piece, star).map((parts) => parts.join(''));
  checkProperty(
    fc.property(pattern, text(8, 'a', 'b', '.'), (written, name) => {
      const expression = written.replaceAll('.', '\\.').replaceAll('?', '.').replace(/\*+/g, '.*');
      expect(createGlobTest(written)(`a${name}`)).toBe(new RegExp(`^${expression}$`).test(`a${name}`));
    }),
    { numRuns: 1_000 },
  );
});

test('takes all other characters, and those behind a backslash, as they are', () => {
  const plain = text(8, ...'ab1.-_ !@#$%^&()+=|~`":;<>,}]');
  const any = text(8, ...'abdsw1.-_ !@#$%^&*()+=|~`":;<>,?[]{}');
  const isName = (name: string) => name !== '.';
  const isTextOnly = (written: string, name: string) => {
    expect([written, name, createGlobTest(written)(name)]).toEqual([written, name, true]);
    expect([written, name, createGlobTest(written)(`${name}a`)]).toEqual([written, name, false]);
  };
  checkProperty(fc.property(plain.filter(isName), (name) => isTextOnly(name, name)));
  checkProperty(fc.property(any, (name) => isTextOnly(name.replace(/./gs, '\\$&'), name)));
});

test('matches a name that begins with a dot only when the pattern has the dot', () => {
  expect(['.ab', 'xab'].map(createGlobTest('*a*b*'))).toEqual([false, true]);
  expect(['.ab', 'xab'].map(createGlobTest('.*a*b***'))).toEqual([true, false]);
});

test.each([
  ['*a'.repeat(4), 'has more than 3 stars in one name'],
  [`a/${'*a'.repeat(4)}/b`, 'has more than 3 stars in one name'],
  [`${'{*a,b}'.repeat(4)}b`, 'has more than 3 stars in one name'],
  ['{a,b}'.repeat(7), 'has braces that give more than 64 combinations'],
  [`{${','.repeat(64)}}`, 'has braces that give more than 64 combinations'],
  ['{a,b}'.repeat(150), 'has braces that give more than 64 combinations'],
  ['a'.repeat(1_001), 'has more than 1,000 characters'],
  [`\\\\${'*a'.repeat(4)}`, 'has more than 3 stars in one name'],
  ['*\\**\\**\\**', 'has more than 3 stars in one name'],
  ['*a'.repeat(3), null],
  ['\\*a'.repeat(4), null],
  [`${'*a'.repeat(3)}\\*`, null],
  ['*a**a***/*a/**/**/*', null],
  ['{a,b}'.repeat(6), null],
  ['a'.repeat(1_000), null],
])('%.20s', (pattern, problem) => {
  expect(findGlobProblem(pattern)).toBe(problem);
});

// 20 ms at most; each star more takes 40 times as long.
test.each([
  `${'{a,b}'.repeat(6)}*a*a*b`,
  `{${'*?*?*b,'.repeat(63)}b}`,
  `${'{a,[a-z]}'.repeat(6)}*[a-z][!b]*[a-z]*b`,
  `**/{${'*?*?*b,'.repeat(63)}b}`,
])('the costliest patterns end soon: %.30s', (pattern) => {
  expect(findGlobProblem(pattern)).toBe(null);
  const matches = createGlobTest(pattern);
  const started = performance.now();
  expect(matches('a'.repeat(128))).toBe(false);
  expect(createGlobTest('**/*a/**/*a*a/**/*b')('aaa/'.repeat(1_000))).toBe(false);
  expect(performance.now() - started).toBeLessThan(5_000);
});

test('stops after a thousand patterns', async () => {
  const tree: FileTree = { list: async () => [], follow: async () => null, realPath: async (path) => path };
  const search = createGlobSearch();
  for (let index = 0; index < 1_000; index += 1)
    expect(await globFiles(tree, folder, `none${index}`, search)).toEqual([]);
  expect(await globFiles(tree, folder, 'none', search)).toBe(null);
});

test('stops a search in an endless tree, and reports the pattern', async () => {
  const names = Array.from({ length: 50_000 }, (_, index) => ({ name: `f${index}`, kind: 'file' as const }));
  let listed = 0;
  const list: FileTree['list'] = async () => {
    listed += 1;
    return [...names, { name: 'd', kind: 'folder' }];
  };
  const tree: FileTree = { list, follow: async () => null, realPath: async (path) => path };
  const files = {
    ...createNodeFiles(),
    glob: (top: string, pattern: string, search: GlobSearch) => globFiles(tree, top, pattern, search),
  };
  expect((await include('"**/*.yaml", "**/*.yml"', files)).diagnostics).toMatchObject([
    { code: 'invalid-include', line: 4, column: 11 },
  ]);
  expect(listed).toBe(5);
});

test('a pattern beyond the limits is an error at its place', async () => {
  await put('a.yaml');
  const { diagnostics } = await include('"*.yaml", "*a*a*ab"');
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toMatchObject([
    {
      code: 'invalid-value',
      line: 4,
      column: 21,
      summary: 'The pattern "*a*a*ab" has more than 2 stars in one name.',
    },
  ]);
});

test('lists only the folders that the pattern can reach', async () => {
  const listed: string[] = [];
  const list: FileTree['list'] = async (path) => {
    listed.push(path.slice(folder.length));
    return ['d0', 'd1', 'd2'].map((name) => ({ name, kind: 'folder' }));
  };
  const tree: FileTree = { list, follow: async () => null, realPath: async (path) => path };
  await globFiles(tree, folder, '{d1,d2/d0}/*.yaml', createGlobSearch());
  expect(listed.toSorted()).toEqual(['', '/d1', '/d2', '/d2/d0']);
});
