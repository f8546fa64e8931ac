import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNodeFiles, type FileSystem } from '../../src/config/resolve/file-system.ts';
import { createGlobSearch } from '../../src/config/resolve/glob-files.ts';
import { createGit } from '../../src/git/git.ts';
import { createGitFiles, type GitFiles } from '../../src/git/git-files.ts';
import { countProcesses, ENVIRONMENT, type Files, type TestFolder, trackFolders } from './repository.ts';

const LIMIT = 1024 * 1024;

const { repository } = trackFolders();

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
  '*',
  '*.yaml',
  'pipes/*',
  'pipes/orders.yaml',
  './pipes/orders.yaml',
  'pipes/',
  'pipes',
  'pipes//orders.yaml',
  '{pipes,shared}/*.{yaml,yml}',
  'pipes/!(orders).yaml',
  '!pipes/orders.yaml',
  '**/.hidden/*.yaml',
  '.hidden/*.yaml',
  '**/.*.yaml',
  'pipes/[a-o]*.yaml',
  'pipes/?rders.yaml',
  'odd names/*',
  'odd names/it*s "quoted".yaml',
  'odd names/\\[brackets\\].yaml',
  'linked/*.yaml',
  'linked/**',
  'loop/**/*.yaml',
  'broken.yaml',
  'out/*',
  'absolute/*.yaml',
  'nowhere/*.yaml',
  'pipes/orders.yaml/*',
  '',
  '/',
  '***',
  '(',
  'x'.repeat(5_000),
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
  const folder = await repository();
  await folder.write(TREE);
  await link(folder, 'linked', 'shared');
  await link(folder, 'pipes/linked.yaml', '../shared/one.yaml');
  await link(folder, 'pipes/again', './deep/../deep/down');
  await link(folder, 'pipes/chain', 'again');
  await link(folder, 'loop', '.');
  await link(folder, 'itself', 'itself');
  await link(folder, 'broken.yaml', 'nowhere.yaml');
  await link(folder, 'absolute', join(folder.path, 'pipes'));
  await link(folder, 'through-file', 'empty/../pipeform.yaml');
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
  test('files, links, folders and patterns', async () => {
    const folder = await makeTree();
    const commit = await folder.commit();
    const files = await filesAt(folder, commit);
    const disk = createNodeFiles();
    const links = [
      'linked/one.yaml',
      'pipes/chain/x.yaml',
      'loop/loop/pipes/orders.yaml',
      'broken.yaml',
      'through-file',
    ];
    const asked = [
      ...Object.keys(TREE),
      ...links,
      '',
      'pipes',
      'linked',
      'absolute/orders.yaml',
      'no',
      'empty/no',
      'pipes/../empty',
    ];
    const found = await survey(files, folder.path, asked);
    expect(found).toEqual(await survey(disk, folder.path, asked));
    expect(found.matches.filter(([, paths]) => (paths?.length ?? 0) > 0).length).toBeGreaterThan(20);
    const within = join(folder.path, 'pipes');
    expect(await survey(files, within, ['orders.yaml', 'linked.yaml'])).toEqual(
      await survey(disk, within, ['orders.yaml', 'linked.yaml']),
    );
    expect(await files.readFile(join(folder.path, 'itself'), LIMIT)).toEqual({ ok: false, reason: 'missing' });
    expect(files.failure()).toBe(null);
  });

  test('any tree and any links', async () => {
    const name = fc.constantFrom('a', 'b', 'c.yaml', '.d');
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
    const target = fc
      .array(fc.constantFrom('a', 'b', 'c.yaml', '..', '.'), { minLength: 1, maxLength: 3 })
      .map((names) => names.join('/'));
    const trees = fc.record({
      plain: fc.array(path, { minLength: 1, maxLength: 6 }),
      links: fc.array(fc.tuple(path, target), { maxLength: 3 }),
    });
    const patterns = ['**', '**/*.yaml', 'a/**', '*/*', 'a/b/*.yaml', '{a,b}/**/c.yaml'];
    // Deep enough that no link reaches the rest of the disk or the files of git, or another tree.
    const deep = 'x/'.repeat(10);
    const disk = createNodeFiles();
    await fc.assert(
      fc.asyncProperty(fc.array(trees, { minLength: 40, maxLength: 40 }), async (all) => {
        const folder = await repository();
        for (const [index, { plain, links }] of all.entries()) {
          const top = `${index}/${deep}`;
          // Skips a path that another file makes impossible.
          for (const file of plain) await folder.write({ [`${top}${file}`]: file }).catch(() => undefined);
          for (const [from, to] of links) await link(folder, `${top}${from}`, to).catch(() => undefined);
        }
        const files = await filesAt(folder, await folder.commit({ root: '' }));
        for (const [index, { plain, links }] of all.entries()) {
          const top = join(folder.path, `${index}/${deep}`);
          for (const pattern of patterns) {
            const matches = (await disk.glob(top, pattern, createGlobSearch()))?.toSorted();
            expect([pattern, (await files.glob(top, pattern, createGlobSearch()))?.toSorted()]).toEqual([
              pattern,
              matches,
            ]);
          }
          for (const asked of [...plain, ...links.map(([from]) => from)]) {
            expect(await files.realPath(join(top, asked))).toBe(await disk.realPath(join(top, asked)));
          }
        }
      }),
      { numRuns: 1 },
    );
  });
});

test('does not follow links that leave the repository', async () => {
  const folder = await repository();
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
  expect(await files.glob(folder.path, '**', createGlobSearch())).toEqual([join(folder.path, 'a.yaml')]);
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

test('reports an object missing from the clone, and reads the next one', async () => {
  const folder = await repository();
  const commit = await folder.commit({ 'a.yaml': 'a', 'b.yaml': 'b' });
  const oid = await folder.git('rev-parse', 'HEAD:a.yaml');
  await rm(join(folder.path, '.git/objects', oid.slice(0, 2), oid.slice(2)));
  const files = await filesAt(folder, commit);
  expect(await files.readFile(join(folder.path, 'a.yaml'), LIMIT)).toEqual({ ok: false, reason: 'refused' });
  expect(files.failure()?.words).toContain(oid);
  expect(await files.readFile(join(folder.path, 'b.yaml'), LIMIT)).toMatchObject({ ok: true });
});

test('reads three hundred files with two processes, and nothing from the disk', async () => {
  const folder = await repository();
  const names = Array.from({ length: 300 }, (_, index) => `pipes/team-${index % 40}/pipe-${index}.yaml`);
  const commit = await folder.commit(Object.fromEntries(names.map((name) => [name, `# ${name}\n`])));
  await folder.write({ pipes: null });
  const started = await countProcesses(async (git) => {
    const files = await filesAt(folder, commit, git);
    const paths = (await files.glob(folder.path, 'pipes/**/*.yaml', createGlobSearch())) ?? [];
    expect(paths.length).toBe(300);
    const contents = await Promise.all(paths.map((path) => files.readFile(path, LIMIT)));
    for (const [index, content] of contents.entries()) {
      const name = relative(folder.path, paths[index] ?? '');
      expect(content.ok && Buffer.from(content.bytes).toString()).toBe(`# ${name}\n`);
    }
  });
  expect(started).toBe(2);
  await expect(readFile(join(folder.path, names[0] ?? ''))).rejects.toThrow('ENOENT');
});
