import { mkdir, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { createNodeFiles, type FileSystem } from '../../src/config/resolve/file-system.ts';
import { createGlobSearch } from '../../src/config/resolve/glob-files.ts';
import { createGit } from '../../src/git/git.ts';
import { createGitFiles, type GitFiles } from '../../src/git/git-files.ts';
import { checkProperty, inCi } from '../effort.ts';
import { ENVIRONMENT, type Files, makeRepository, type TestFolder } from './repository.ts';

const LIMIT = 1024 * 1024;

async function filesAt(
  folder: TestFolder,
  commit: string,
  git: Readonly<Record<string, string>> = {},
): Promise<GitFiles> {
  const port = createGit({ cwd: folder.path, environment: { ...ENVIRONMENT, ...git } });
  const created = await createGitFiles({ git: port, commit, top: folder.path });
  if (!created.ok) throw new Error(created.failure.words);
  return created.files;
}

async function link(folder: TestFolder, path: string, target: string): Promise<void> {
  await mkdir(join(folder.path, path, '..'), { recursive: true });
  await symlink(target, join(folder.path, path));
}

const PATTERNS = [
  'pipes/**/*.yaml',
  '**/*.yaml',
  '**',
  '*.yaml',
  'pipes/*',
  'pipes/orders.yaml',
  './pipes/orders.yaml',
  'pipes/',
  'pipes',
  'pipes//orders.yaml',
  '{pipes,shared}/*.{yaml,yml}',
  '**/.hidden/*.yaml',
  '.hidden/*.yaml',
  'odd names/*',
  'odd names/it*s "quoted".yaml',
  'odd names/\\[brackets\\].yaml',
  'out/*',
  'nowhere/*.yaml',
  'pipes/orders.yaml/*',
  '',
];

const TREE: Files = {
  'pipeform.yaml': 'version: 1\n',
  'pipes/orders.yaml': 'a\n',
  'pipes/users.yaml': 'b\n',
  'pipes/users.yml': 'b\n',
  'pipes/deep/down/x.yaml': 'c\n',
  'pipes/.draft.yaml': 'd\n',
  '.hidden/h.yaml': 'e\n',
  'shared/one.yaml': 'f\n',
  'odd names/it\'s "quoted".yaml': 'g\n',
  'odd names/[brackets].yaml': 'g\n',
  'odd names/größe ✓ 漢字.yaml': 'h\n',
  'odd names/tab\tand\nline.yaml': 'i\n',
  'odd names/-rf.yaml': 'j\n',
  empty: '',
  'bytes.bin': Uint8Array.from({ length: 70_000 }, (_, index) => index % 256),
  'lines.yaml': '\ufeffa: 1\r\nb: 2\r\n',
};

async function makeTree(): Promise<TestFolder> {
  const folder = await makeRepository();
  await folder.write(TREE);
  return folder;
}

/** The results of a file system for every query of a test. */
async function survey(files: FileSystem, folder: string, paths: readonly string[]) {
  const matches = async (pattern: string) => [
    pattern,
    (await files.glob(folder, pattern, createGlobSearch()))?.toSorted(),
  ];
  const contents = async (path: string) => {
    const content = await files.readFile(join(folder, path), LIMIT);
    return [
      path,
      await files.realPath(join(folder, path)),
      content.ok ? Buffer.from(content.bytes).toString('base64') : content,
    ];
  };
  return { matches: await Promise.all(PATTERNS.map(matches)), contents: await Promise.all(paths.map(contents)) };
}

describe('reads a commit like its checkout', () => {
  test('files, folders and patterns', async () => {
    const folder = await makeTree();
    const commit = await folder.commit();
    const files = await filesAt(folder, commit);
    const disk = createNodeFiles();
    const asked = [...Object.keys(TREE), '', 'pipes', 'no', 'empty/no', 'pipes/../empty'];
    const found = await survey(files, folder.path, asked);
    expect(found).toEqual(await survey(disk, folder.path, asked));
    expect(found.matches.filter(([, paths]) => (paths?.length ?? 0) > 0).length).toBeGreaterThan(10);
    const within = join(folder.path, 'pipes');
    expect(await survey(files, within, ['orders.yaml'])).toEqual(await survey(disk, within, ['orders.yaml']));
    expect(files.failure()).toBe(null);
    expect(files.links.size).toBe(0);
  });

  inCi('any tree', async () => {
    const name = fc.constantFrom('a', 'b', 'c.yaml', '.d');
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
    const tree = fc.array(path, { minLength: 1, maxLength: 6 });
    const patterns = ['**', '**/*.yaml', 'a/**', '*/*', 'a/b/*.yaml', '{a,b}/**/c.yaml'];
    const disk = createNodeFiles();
    await checkProperty(
      fc.asyncProperty(fc.array(tree, { minLength: 40, maxLength: 40 }), async (trees) => {
        const folder = await makeRepository();
        for (const [index, paths] of trees.entries()) {
          // Skips a path that another file makes impossible.
          for (const file of paths) await folder.write({ [`${index}/${file}`]: file }).catch(() => undefined);
        }
        const files = await filesAt(folder, await folder.commit({ root: '' }));
        for (const [index, paths] of trees.entries()) {
          const top = join(folder.path, String(index));
          for (const pattern of patterns) {
            const matches = (await disk.glob(top, pattern, createGlobSearch()))?.toSorted();
            const found = (await files.glob(top, pattern, createGlobSearch()))?.toSorted();
            expect([pattern, found]).toEqual([pattern, matches]);
          }
          for (const asked of paths) {
            expect(await files.realPath(join(top, asked))).toBe(await disk.realPath(join(top, asked)));
          }
        }
      }),
      { numRuns: 1 },
    );
  });
});

describe('collects the links that a pattern reaches, and follows none', () => {
  let folder: TestFolder;
  let commit: string;
  beforeAll(async () => {
    folder = await makeRepository();
    await folder.write({ 'pipes/orders.yaml': 'a', 'shared/one.yaml': 'b' });
    await link(folder, 'linked.yaml', 'pipes/orders.yaml');
    await link(folder, 'absolute.yaml', join(folder.path, 'pipes/orders.yaml'));
    await link(folder, 'broken.yaml', 'nowhere');
    await link(folder, 'readme', './pipes/../pipes/orders.yaml');
    await link(folder, 'folder', 'shared');
    await link(folder, 'through', 'folder/one.yaml');
    await link(folder, 'itself', 'itself');
    await link(folder, 'chain', 'folder');
    await link(folder, 'again', 'linked.yaml');
    await link(folder, 'up', '../outside');
    await link(folder, 'elsewhere', '/etc');
    await link(folder, 'pipes/loop', '..');
    commit = await folder.commit();
  });

  test.each<[string, readonly string[]]>([
    ['*.yaml', ['absolute.yaml', 'broken.yaml', 'linked.yaml']],
    ['linked.yaml', ['linked.yaml']],
    ['broken.yaml', ['broken.yaml']],
    ['folder/*.yaml', ['folder']],
    ['pipes/**/*.yaml', ['pipes/loop']],
    // A pattern may lead through those to a folder, or to what is behind another link.
    ['**/orders.yaml', ['chain', 'folder', 'pipes/loop', 'through']],
    ['*/none/*', ['chain', 'folder', 'through']],
    ['pipes/*.yaml', []],
    ['{none,linked.yaml}/*.yaml', []],
  ])('%s', async (pattern, links) => {
    const files = await filesAt(folder, commit);
    const paths = (await files.glob(folder.path, pattern, createGlobSearch())) ?? [];
    for (const path of paths) await files.readFile(path, LIMIT);
    expect([...files.links].map((path) => relative(folder.path, path)).sort()).toEqual(links);
  });
});

test('does not follow links that leave the repository', async () => {
  const folder = await makeRepository();
  await link(folder, 'up.yaml', '../../../../../../../../etc/hostname');
  await link(folder, 'far.yaml', '/etc/hostname');
  await link(folder, 'etc', '/etc');
  await link(folder, 'git', '.git');
  const files = await filesAt(folder, await folder.commit({ 'a.yaml': 'a' }));
  for (const path of ['up.yaml', 'far.yaml', 'etc/hostname', 'git/config', '../x', '/etc/hostname']) {
    expect(await files.readFile(join(folder.path, path), LIMIT)).toEqual({ ok: false, reason: 'missing' });
    expect(await files.realPath(join(folder.path, path))).toBe(null);
  }
  expect(await files.readFile('/etc/hostname', LIMIT)).toEqual({ ok: false, reason: 'missing' });
  expect(await files.glob(folder.path, 'etc/*', createGlobSearch())).toEqual([]);
});

test('returns bytes as committed, and refuses a file above the limit', async () => {
  const folder = await makeTree();
  const files = await filesAt(folder, await folder.commit());
  await folder.write({ 'lines.yaml': 'changed', 'bytes.bin': null });
  expect(await files.readFile(join(folder.path, 'lines.yaml'), LIMIT)).toEqual({
    ok: true,
    bytes: Buffer.from('\ufeffa: 1\r\nb: 2\r\n'),
  });
  const big = join(folder.path, 'bytes.bin');
  const small = join(folder.path, 'empty');
  const answers = await Promise.all([
    files.readFile(big, 69_999),
    files.readFile(small, 0),
    files.readFile(big, 70_000),
    files.readFile(small, 10),
  ]);
  expect(answers.map((answer) => (answer.ok ? answer.bytes.length : answer.reason))).toEqual([
    'too-large',
    0,
    70_000,
    0,
  ]);
});
