import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openWorkspace } from './harness.ts';
import { commitAll, runGit } from './repository.ts';

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d'.repeat(32)}\nsize 12345\n`;
const IS_POINTER = 'is a pointer of Git LFS, not the file itself';
const IS_UTF_16 = 'is UTF-16 text, as `>` of Windows PowerShell writes it';

/** What `command > FILE` leaves in Windows PowerShell. */
const toUtf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

describe.concurrent('a file that is not what was meant is named', () => {
  test.each([
    ['UTF-16', toUtf16, IS_UTF_16],
    ['a pointer', () => Buffer.from(POINTER), IS_POINTER],
  ])('%s', async (_name, change, words) => {
    const { run, folder } = await openWorkspace();
    await run('plan --out plan.json');
    await run('drift --history history.jsonl');
    for (const [file, line] of [
      ['plan.json', 'apply plan.json'],
      ['plan.json', 'show plan.json'],
      ['history.jsonl', 'history history.jsonl'],
      ['pipes/streaming.yaml', 'validate'],
      ['pipeform.yaml', 'plan'],
    ] as const) {
      const path = join(folder, file);
      const text = await readFile(path, 'utf8');
      await writeFile(path, change(text));
      const { code, stdout, stderr } = await run(line);
      expect([line, code, `${stdout}${stderr}`]).toEqual([line, 1, expect.stringContaining(words)]);
      await writeFile(path, text);
    }
    await writeFile(join(folder, 'ids.txt'), change('0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001\n'));
    expect((await run('pull --from ids.txt --service analytics')).stderr).toContain(`ids.txt ${words}.`);
  });

  test('a base whose files are pointers', async () => {
    const { run, folder } = await openWorkspace();
    const text = await readFile(join(folder, 'pipeform.yaml'));
    await writeFile(join(folder, 'pipeform.yaml'), POINTER);
    commitAll(folder);
    await writeFile(join(folder, 'pipeform.yaml'), text);
    const { code, stderr } = await run('plan --base HEAD');
    expect([code, stderr]).toEqual([1, expect.stringContaining(`The file ${IS_POINTER}.`)]);
  });
});

test('a sparse checkout is named where it lacks files of the configuration', async () => {
  const { run, folder } = await openWorkspace();
  commitAll(folder);
  const check = async (...patterns: readonly string[]) => {
    runGit(folder, ['sparse-checkout', 'set', '--no-cone', ...patterns]);
    const { code, stdout, stderr } = await run('validate');
    return [code, /warning\[sparse-checkout\]: .*/.exec(stdout + stderr)?.[0]];
  };
  const lacks = (files: string, first: string) =>
    `warning[sparse-checkout]: The checkout is sparse: it lacks ${files} of this folder, such as ${first}.`;
  expect(await check('pipeform.yaml', 'pipes/files.yaml')).toEqual([0, lacks('1 YAML file', 'pipes/streaming.yaml')]);
  expect(await check('pipeform.yaml')).toEqual([1, lacks('2 YAML files', 'pipes/files.yaml')]);
  expect(await check('plan.txt')).toEqual([1, lacks('3 YAML files', 'pipeform.yaml')]);
  expect(await check('/*')).toEqual([0, undefined]);
});

// The other cases are rows of test/engine/resolve-credentials.test.ts.
test('secrets that a CI system withholds are named', async () => {
  const { run, folder } = await openWorkspace();
  const event = join(folder, 'event.json');
  await writeFile(event, JSON.stringify({ pull_request: { head: { repo: { full_name: 'someone/fleet' } } } }));
  const job = { GITHUB_ACTIONS: 'true', GITHUB_REPOSITORY: 'acme/fleet', GITHUB_EVENT_PATH: event };
  const none = { PIPEFORM_KEY_ID: '', PIPEFORM_KEY_SECRET: '', PIPEFORM_ACCESS_TOKEN: '' };
  const words = 'GitHub passes no secrets to a run for a pull request from a fork.';
  expect(await run('plan', { ...job, ...none })).toMatchObject({ code: 1, stderr: expect.stringContaining(words) });
});
