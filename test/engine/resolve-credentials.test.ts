import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { resolveCredentials } from '../../src/engine/resolve-credentials.ts';
import { makeFolder } from '../e2e/folder.ts';

const SECRET = 'hush-7b1e:=/+hush';
const FILE = 'PIPEFORM_KEY_SECRET_FILE';
const UTF_16 = 'It is UTF-16 text, as `>` of Windows PowerShell writes it.';
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d'.repeat(32)}\nsize 12345\n`;

/** The key secret from a file of a folder. */
async function readSecret(make: (path: string) => unknown, name = 'key') {
  const cwd = await makeFolder();
  await make(join(cwd, name));
  return (await resolveCredentials({ [FILE]: name }, cwd)).keySecret;
}

test.each([SECRET, `${SECRET}\n`, `${SECRET}\r\n`, `\ufeff${SECRET}\r\n`])(
  'a file has the credential before one line break, and perhaps a byte-order mark: %j',
  async (text) => {
    const found = await readSecret((path) => writeFile(path, text));
    expect(found).toMatchObject({ value: SECRET, variable: FILE, problem: null });
  },
);

test.each<[string, (path: string) => unknown, string, string?]>([
  ['missing', () => {}, 'There is no such file or folder.'],
  ['in a file', (path) => writeFile(dirname(path), ''), 'A part of its path is not a folder.', 'file/key'],
  ['a link to itself', (path) => symlink(path, path), 'It is a loop of symbolic links.'],
  ['a folder', (path) => mkdir(path), 'It is a folder.'],
  ['a named pipe', (path) => execFileSync('mkfifo', [path]), 'It is not a regular file.'],
  ['empty', (path) => writeFile(path, ''), 'It is empty.'],
  ['a line break', (path) => writeFile(path, '\r\n'), 'It is empty.'],
  ['more than 64 KiB', (path) => writeFile(path, 'hush!'.repeat(16 * 1024)), 'It has more than 64 KiB.'],
  ['two lines', (path) => writeFile(path, `${SECRET}\n\n`), 'It has more than one line.'],
  ['not UTF-8', (path) => writeFile(path, Buffer.from([0x68, 0xe9])), 'It is not UTF-8 text.'],
  ['UTF-16', (path) => writeFile(path, `\ufeff${SECRET}`, 'utf16le'), UTF_16],
  ['UTF-16 without a mark', (path) => writeFile(path, SECRET, 'utf16le'), UTF_16],
  ['UTF-16, the big end first', (path) => writeFile(path, Buffer.from(`\ufeff${SECRET}`, 'utf16le').swap16()), UTF_16],
  ['a pointer', (path) => writeFile(path, POINTER), 'It is a pointer of Git LFS, not the file itself.'],
])('a file that cannot be used: %s', async (_, make, detail, name) => {
  const { value, problem } = await readSecret(make, name);
  expect([value, problem]).toMatchObject([
    '',
    {
      code: 'credentials-missing',
      summary: `The file that ${FILE} names cannot be used.`,
      detail,
      hint: `Set ${FILE} to the path of a file that has only the credential.`,
    },
  ]);
});

test.each([SECRET, SECRET.repeat(400)])('a path is not repeated, since it may be the credential: %#', async (name) => {
  const { problem } = await readSecret(() => {}, name);
  expect(problem).not.toBeNull();
  expect(JSON.stringify(problem)).not.toContain('hush');
});

test.each(['KEY_ID', 'KEY_SECRET', 'ACCESS_TOKEN'] as const)(
  'PIPEFORM_%s and its file are not both set',
  async (name) => {
    const both = { [`PIPEFORM_${name}`]: SECRET, [`PIPEFORM_${name}_FILE`]: 'key' };
    const { keyId, keySecret, accessToken } = await resolveCredentials(both, await makeFolder());
    const { problem } = { KEY_ID: keyId, KEY_SECRET: keySecret, ACCESS_TOKEN: accessToken }[name];
    expect(problem).toMatchObject({ summary: `Both PIPEFORM_${name} and PIPEFORM_${name}_FILE are set.` });
  },
);

test.each([
  [`${SECRET}\n`, 'has white space at its end.'],
  [`\u00a0${SECRET}`, 'has white space at its start.'],
  [` ${SECRET}\t`, 'has white space at its start and its end.'],
  [`${SECRET}\n7b1e`, 'contains a line break or another invisible character.'],
  [`${SECRET}\u00a07b1e`, 'contains a line break or another invisible character.'],
  [`${SECRET}\u200b`, 'contains a line break or another invisible character.'],
])('white space that nobody sees is named, and the value is not: %j', async (value, words) => {
  const { keySecret } = await resolveCredentials({ PIPEFORM_KEY_SECRET: value }, await makeFolder());
  expect(keySecret.problem).toMatchObject({
    code: 'credentials-missing',
    summary: `PIPEFORM_KEY_SECRET ${words}`,
    hint: expect.stringMatching(/^Remove it: /),
  });
  expect(JSON.stringify(keySecret.problem)).not.toMatch(/hush|7b1e/);
});

const GITHUB = { GITHUB_ACTIONS: 'true', GITHUB_REPOSITORY: 'acme/fleet' };
const GITLAB = { GITLAB_CI: 'true', CI_PROJECT_ID: '42' };
const from = (repo: object | null) => ({ pull_request: { head: { repo } } });
const FORK = 'GitHub passes no secrets to a run for a pull request from a fork.';

test.each<[string, Readonly<Record<string, string>>, object | null, string | null]>([
  ['a fork on GitHub', GITHUB, from({ full_name: 'someone/fleet' }), FORK],
  ['a deleted fork', GITHUB, from(null), FORK],
  ['a branch of the repository', GITHUB, from({ full_name: 'acme/fleet' }), null],
  ['no event', GITHUB, null, null],
  ['Dependabot', { ...GITHUB, GITHUB_ACTOR: 'dependabot[bot]' }, null, 'only the secrets of Dependabot'],
  [
    'a fork on GitLab',
    { ...GITLAB, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '43' },
    null,
    'GitLab passes no variables of the project to a pipeline of a fork.',
  ],
  [
    'an unprotected branch',
    { ...GITLAB, CI_COMMIT_REF_PROTECTED: 'false' },
    null,
    'GitLab passes protected variables only to protected branches, and this one is not.',
  ],
])('says why a CI system withholds secrets: %s', async (_, job, event, words) => {
  const cwd = await makeFolder();
  const path = join(cwd, 'event.json');
  if (event !== null) await writeFile(path, JSON.stringify(event));
  const { withheld } = await resolveCredentials({ ...job, GITHUB_EVENT_PATH: path }, cwd);
  expect(withheld).toEqual(words && expect.stringContaining(words));
});
