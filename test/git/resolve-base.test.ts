import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { createGit } from '../../src/git/git.ts';
import { openRepository } from '../../src/git/load-fleet-at.ts';
import { resolveBase } from '../../src/git/resolve-base.ts';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import { inCi, sample } from '../effort.ts';
import { ENVIRONMENT, makeFolder, makeRepository, openFolder, type TestFolder } from './repository.ts';

const open = (folder: TestFolder, environment: Readonly<Record<string, string>> = {}) =>
  openRepository(createGit({ cwd: folder.path, environment: { ...ENVIRONMENT, ...environment } }), folder.path);

async function resolve(ref: string, folder: TestFolder, environment?: Readonly<Record<string, string>>) {
  const opened = await (folder === fork.folder && environment === undefined ? fork.opened : open(folder, environment));
  return opened.ok ? resolveBase(ref, opened.repository) : opened;
}

async function refusal(...args: Parameters<typeof resolve>): Promise<Diagnostic> {
  const result = await resolve(...args);
  if (result.ok) throw new Error(`${args[0]} means ${result.base.commit}`);
  const [diagnostic, ...others] = result.diagnostics;
  if (diagnostic === undefined || others.length > 0) throw new Error('one problem is one diagnostic');
  return diagnostic;
}

async function commitOf(ref: string, folder: TestFolder): Promise<string> {
  const result = await resolve(ref, folder);
  if (!result.ok) throw new Error(result.diagnostics[0]?.summary);
  expect(result.base.ref).toBe(ref);
  return result.base.commit;
}

/** main: first, second; branch: first, third, which is HEAD. */
async function makeFork(folder: TestFolder) {
  const first = await folder.commit({ a: '1' });
  await folder.git('switch', '--quiet', '-c', 'branch');
  const third = await folder.commit({ a: '3' });
  await folder.git('switch', '--quiet', 'main');
  const second = await folder.commit({ a: '2' });
  await folder.git('tag', '-a', 'v1', '-m', 'a tag with words');
  await folder.git('switch', '--quiet', 'branch');
  return { folder, first, second, third, opened: await open(folder) };
}

/** For the tests that change nothing in it. */
let fork: Awaited<ReturnType<typeof makeFork>>;
beforeAll(async () => {
  fork = await makeFork(await makeRepository());
});

const makeOwnFork = async () => makeFork(await makeRepository());

test('accepts every revision that git resolves to a commit', async () => {
  const { folder, first, second, third } = fork;
  const meant = {
    main: second,
    v1: second,
    HEAD: third,
    'HEAD~1': first,
    [second]: second,
    [first.slice(0, 8)]: first,
  };
  for (const [ref, commit] of sample(Object.entries(meant), 4))
    expect([ref, await commitOf(ref, folder)]).toEqual([ref, commit]);
  expect(await commitOf('main^{/change}', folder)).toBe(second);
  expect(await commitOf(':/change', folder)).toMatch(/^[0-9a-f]{40}$/);
});

inCi('refuses a name that is both a branch and a tag', async () => {
  const { folder, first, second, third } = await makeOwnFork();
  await folder.git('tag', 'main', first);
  for (const ref of ['main', 'main~0', 'branch...main']) {
    expect(await refusal(ref, folder)).toMatchObject({
      code: 'base-unknown',
      summary: expect.stringContaining('may mean refs/tags/main or refs/heads/main'),
    });
  }
  expect(await commitOf('refs/heads/main', folder)).toBe(second);
  expect(await commitOf('refs/tags/main', folder)).toBe(first);
  expect(await commitOf('branch', folder)).toBe(third);
});

inCi('accepts commits with names of 64 digits', async () => {
  const folder = await makeFolder();
  await folder.git('init', '--quiet', '-b', 'main', '--object-format=sha256');
  const commit = await folder.commit({ a: '1' });
  expect(commit).toHaveLength(64);
  expect(await commitOf('main...', folder)).toBe(commit);
});

test('takes three dots as the merge base, like git diff', async () => {
  const { folder, first, second } = fork;
  expect(await commitOf('main...', folder)).toBe(first);
  expect(await commitOf('...main', folder)).toBe(first);
  expect(await commitOf('main...branch', folder)).toBe(first);
  expect(await commitOf('main...v1', folder)).toBe(second);
});

test.each<[string, Partial<Diagnostic>]>(
  sample(
    [
      ['mian', { hint: 'Did you mean "main"?' }],
      ['HEAD~9', { detail: '"HEAD" exists, but has no such ancestor or part.' }],
      ['main...elsewhere', { summary: 'This clone has no commit "elsewhere".' }],
      ['main:a', { summary: 'The base "main:a" is a file, not a commit.' }],
      ['main..branch', { hint: expect.stringContaining('three dots') }],
      ['^main', {}],
      ['0'.repeat(40), {}],
    ],
    3,
  ),
)('%s is unknown, with what is near', async (ref, words) => {
  expect(await refusal(ref, fork.folder)).toMatchObject({ code: 'base-unknown', ...words });
});

test.each(sample(['', ' ', '...', '......', 'a\nb', 'a\0b', 'x'.repeat(100_000)]))(
  'text %# names no commit',
  async (ref) => {
    const { folder } = fork;
    expect(await refusal(ref, folder)).toMatchObject({ code: 'base-unknown' });
  },
);

test.each(
  sample(['--exec=touch x', '--help', '-h', '--all', '--git-dir', '--output=x', '-', '--', '--end-of-options']),
)('takes %s as a name, never as an option', async (ref) => {
  const { folder } = fork;
  expect(await refusal(ref, folder)).toMatchObject({ code: 'base-unknown' });
  expect(await refusal(`${ref}...`, folder)).toMatchObject({ code: 'base-unknown' });
  expect(await folder.git('status', '--porcelain')).toBe('');
});

inCi('reports a branch missing from a shallow clone with the command that fetches it', async () => {
  const { folder } = fork;
  const clone = await cloneShallow(folder);
  const missing = await refusal('origin/main', clone);
  expect(missing).toMatchObject({ code: 'base-unknown', detail: expect.stringContaining('shallow') });
  expect(missing.hint).toContain('git fetch origin main:refs/remotes/origin/main;');
  expect(missing.hint).toContain('fetch-depth: 0');
  expect(await refusal('HEAD~1', clone)).toMatchObject({ hint: expect.stringContaining('git fetch --unshallow') });
  expect(await refusal('origin/$(touch x)', clone)).not.toMatchObject({ hint: expect.stringContaining('touch') });
  await clone.git('fetch', '--quiet', '--depth=1', 'origin', 'main:refs/remotes/origin/main');
  expect(await resolve('origin/main', clone)).toMatchObject({ ok: true });
  expect(await refusal('main', clone)).toMatchObject({ hint: 'Did you mean "origin/main"?' });
  expect(await refusal('origin/main...', clone)).toMatchObject({
    code: 'base-unknown',
    detail: expect.stringContaining('limited depth'),
    hint: expect.stringContaining('--unshallow'),
  });
});

async function cloneShallow(folder: TestFolder): Promise<TestFolder> {
  const parent = await makeFolder();
  await parent.git('clone', '--quiet', '--depth=1', pathToFileURL(folder.path).href, 'clone');
  return openFolder(join(parent.path, 'clone'));
}

inCi('distinguishes unrelated histories from a shallow clone', async () => {
  const { folder } = await makeOwnFork();
  await folder.git('switch', '--quiet', '--orphan', 'island');
  await folder.commit({ b: '1' });
  expect(await refusal('main...', folder)).toMatchObject({
    code: 'base-unknown',
    detail: 'The two histories are unrelated.',
    hint: expect.not.stringContaining('unshallow'),
  });
});

inCi('reports a repository without commits', async () => {
  const folder = await makeRepository();
  expect(await refusal('HEAD', folder)).toMatchObject({ code: 'git-failed' });
  expect(await refusal('main...', folder)).toMatchObject({ code: 'git-failed' });
});

test('reports a missing repository, work tree or git, and an untrusted owner', async () => {
  const { folder } = fork;
  const plain = await makeFolder();
  expect(await refusal('main', plain)).toMatchObject({
    code: 'git-failed',
    detail: expect.stringContaining('not a git repository'),
  });
  await plain.git('init', '--quiet', '--bare', 'bare.git');
  expect(await refusal('main', plain.inside('bare.git'))).toMatchObject({ code: 'git-failed' });
  expect(await refusal('main', folder.inside('.git'))).toMatchObject({ code: 'git-failed' });
  // The tests of git use this variable to pretend that another user owns the folder.
  expect(await refusal('main', folder, { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' })).toMatchObject({
    code: 'git-failed',
    detail: expect.stringContaining('dubious ownership'),
    hint: expect.stringContaining('git config --global --add safe.directory'),
  });
  expect(await refusal('main', folder, { PATH: plain.path })).toMatchObject({ code: 'git-failed' });
});

inCi('ignores the variables that git sets for its hooks', async () => {
  const { folder, second } = fork;
  const other = await makeRepository({ a: 'other' });
  const git = join(other.path, '.git');
  for (const variables of [{ GIT_DIR: git, GIT_WORK_TREE: other.path }, { GIT_COMMON_DIR: git }])
    expect(await resolve('main', folder, variables)).toMatchObject({ ok: true, base: { commit: second } });
});

test('reports what stopped it', async () => {
  const { folder } = fork;
  const git = createGit({ cwd: folder.path, environment: ENVIRONMENT, signal: AbortSignal.abort() });
  expect(await openRepository(git, folder.path)).toMatchObject({ ok: false, diagnostics: [{ code: 'interrupted' }] });
});

test.each([
  ['0'.repeat(40), 'as for the first push of a new branch', 'origin/main...'],
  [`${'0'.repeat(40)}...`, 'as for the first push of a new branch', 'origin/main...'],
  ['origin/', 'lacks the name', 'An empty variable'],
  ['origin/...', 'lacks the name', 'An empty variable'],
  ['refs/heads/', 'lacks the name', 'An empty variable'],
  ['~1', 'lacks the name', 'An empty variable'],
])('says what a CI system means by %s', async (ref, summary, hint) => {
  expect(await refusal(ref, fork.folder)).toMatchObject({
    code: 'base-unknown',
    summary: expect.stringContaining(summary),
    hint: expect.stringContaining(hint),
  });
});
