import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder } from '../e2e/folder.ts';
import { runShell } from '../e2e/process.ts';
import { inCi, sample } from '../effort.ts';
import { ROOT } from './pack.ts';

const CHANGELOG =
  '# Changelog\n\n## Unreleased\n\n## [1.2.3] - 2026-11-21\n\n- Something.\n\n## 1.2.2\n\n## 1.2.1\n\n- Else.\n';

async function prepare(words: string, manifest: object, changelog = CHANGELOG) {
  const folder = await makeFolder();
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'CHANGELOG.md'), changelog);
  const command = `"${process.execPath}" "${join(ROOT, 'scripts/prepare-release.mjs')}" ${words}`;
  const ended = await runShell(command, { cwd: folder });
  return { ...ended, manifest: JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as object };
}

describe.concurrent('checks between a tag and a release', () => {
  test('accepts the version that the changelog describes, and prints the repository', async () => {
    const repository = { type: 'git', url: 'git+https://github.com/someone/pipeform.git' };
    const prepared = await prepare('v1.2.3 someone/pipeform', { version: '1.2.3' });
    const homepage = 'https://github.com/someone/pipeform/tree/v1.2.3/docs#readme';
    expect(prepared).toMatchObject({ code: 0, stderr: '', manifest: { version: '1.2.3', repository, homepage } });
    expect((await prepare('v1.2.1 someone/pipeform', { version: '1.2.1' })).code).toBe(0);
  });

  inCi('gives a prerelease another tag than latest', async () => {
    const changelog = CHANGELOG.replace('[1.2.3]', '[1.3.0-rc.1]');
    const prepared = await prepare('v1.3.0-rc.1 a/b', { version: '1.3.0-rc.1' }, changelog);
    expect(prepared).toMatchObject({ code: 0, manifest: { publishConfig: { tag: 'next' } } });
    expect((await prepare('v1.2.3 a/b', { version: '1.2.3' })).manifest).not.toHaveProperty('publishConfig');
    const named = { version: '1.3.0-rc.1', publishConfig: { tag: 'beta' } };
    expect((await prepare('v1.3.0-rc.1 a/b', named, changelog)).manifest).toMatchObject(named);
  });

  inCi('rejects a changelog with unreleased entries', async () => {
    const changelog = CHANGELOG.replace('## Unreleased\n', '## Unreleased\n\n- More.\n');
    expect(await prepare('v1.2.3', { version: '1.2.3' }, changelog)).toMatchObject({
      code: 1,
      stderr: 'CHANGELOG.md holds entries under `## Unreleased`: they belong under `## 1.2.3`.\n',
    });
  });

  inCi('writes nothing in check mode', async () => {
    expect(await prepare('v1.2.3', { version: '1.2.3' })).toMatchObject({ code: 0, manifest: { version: '1.2.3' } });
  });

  inCi('does not change a repository that is named', async () => {
    const manifest = { version: '1.2.3', repository: 'github:other/place' };
    expect(await prepare('v1.2.3 someone/pipeform', manifest)).toMatchObject({ code: 0, manifest });
  });

  test.each(
    sample([
      ['another tag', 'v1.2.4 a/b', '1.2.3', 'The tag is v1.2.4, and package.json has version 1.2.3.'],
      ['a version without a section', 'v2.0.0 a/b', '2.0.0', 'CHANGELOG.md has no section `## 2.0.0`.'],
      ['an empty section', 'v1.2.2 a/b', '1.2.2', 'CHANGELOG.md says nothing of 1.2.2.'],
      ['an invalid repository', 'v1.2.3 nobody', '1.2.3', '"nobody" is no repository, as OWNER/NAME.'],
    ]),
  )('rejects %s', async (_, words, version, problem) => {
    expect(await prepare(words, { version })).toMatchObject({ code: 1, stderr: `${problem}\n`, manifest: { version } });
  });
});
