import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inCi, sample } from '../effort.ts';
import { codesOf, loadAt, makeRepository, ROOT, type TestFolder } from './repository.ts';

/** A program that leaves a file, and a check whether it ran. */
async function plantProgram(folder: TestFolder): Promise<{ readonly path: string; ran(): boolean }> {
  const [path, trace] = [join(folder.path, 'program'), join(folder.path, 'trace')];
  await writeFile(path, `#!/bin/sh\ntouch '${trace}'\n`);
  await chmod(path, 0o755);
  return { path, ran: () => existsSync(trace) };
}

/** A repository with a new root document, so that git must look for a rename. */
async function newRoot(): Promise<TestFolder> {
  const folder = await makeRepository({ readme: 'nothing yet' });
  await folder.commit({ 'pipeform.yaml': ROOT, 'pipes/orders.yaml': 'pipes: {}\n' });
  return folder;
}

describe('a repository cannot make git run a program', () => {
  test.each(sample(['core.fsmonitor', 'core.sshCommand', 'diff.external', 'core.pager', 'core.hooksPath']))(
    'through %s of its configuration',
    async (key) => {
      const folder = await newRoot();
      const program = await plantProgram(folder);
      await folder.git('config', key, program.path);
      expect(codesOf(await loadAt('HEAD~1', folder.path))).toEqual(['base-incomplete']);
      expect(program.ran()).toBe(false);
    },
  );

  inCi('through its own files that look like a repository', async () => {
    const folder = await makeRepository({ readme: 'nothing yet' });
    const program = await plantProgram(folder);
    await folder.commit({ more: 'for HEAD~1 to be there' });
    const conf = join(folder.path, 'conf');
    await folder.git('clone', '--quiet', '--bare', '.', conf);
    await copyFile(join(folder.path, '.git', 'index'), join(conf, 'index'));
    const config = `[core]\nrepositoryformatversion = 0\nbare = false\nworktree = .\nfsmonitor = ${program.path}\n`;
    await writeFile(join(conf, 'config'), config);
    await writeFile(join(conf, 'pipeform.yaml'), ROOT);
    await loadAt('HEAD~1', join(folder.path, 'conf'));
    expect(program.ran()).toBe(false);
  });

  inCi('to fetch missing objects, regardless of the allowed protocols', async () => {
    const folder = await newRoot();
    const program = await plantProgram(folder);
    for (const [key, value] of [
      ['core.repositoryformatversion', '1'],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.url', 'ssh://nowhere.invalid/fleet'],
      ['remote.origin.promisor', 'true'],
      ['remote.origin.uploadpack', program.path],
      ['core.sshCommand', program.path],
      ['protocol.allow', 'always'],
      ['protocol.ssh.allow', 'always'],
    ] as const) {
      await folder.git('config', key, value);
    }
    const load = await loadAt('deadbeef'.repeat(5), folder.path);
    expect(load.ok).toBe(false);
    expect(program.ran()).toBe(false);
  });
});

inCi('a partial clone reports how to fetch missing objects, and fetches nothing', async () => {
  const origin = await newRoot();
  await origin.git('config', 'uploadpack.allowFilter', 'true');
  await origin.commit({ 'pipes/orders.yaml': '# later\npipes: {}\n' });
  const folder = await makeRepository({});
  await mkdir(join(folder.path, 'sub'), { recursive: true });
  await folder.git('clone', '--quiet', '--filter=blob:none', `file://${origin.path}`, 'sub/clone');
  const load = await loadAt('HEAD~1', join(folder.path, 'sub/clone'));
  expect(load.ok).toBe(false);
  expect(load.diagnostics[0]).toMatchObject({ code: 'git-failed', hint: expect.stringContaining('partial clone') });
});
