import { execFileSync } from 'node:child_process';
import { chmod, cp, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import { findFaults } from '../apply/schemas.ts';
import { makeFolder, writeFiles } from './folder.ts';
import { type Ended, runHere } from './process.ts';

const QUICKSTART = fileURLToPath(new URL('../../examples/quickstart', import.meta.url));
const MESSY = 'pipes:\n    refunds:\n        # the id\n        id: 1\n        service:   analytics\n';
const TIDY = 'pipes:\n  refunds:\n    service: analytics\n    # the id\n    id: 1\n';

interface Folder {
  readonly path: string;
  run(...args: readonly string[]): Promise<Ended>;
  read(name: string): Promise<string>;
  json(...args: readonly string[]): Promise<{ readonly code: Ended['code']; readonly document: FmtDocument }>;
}

interface FmtDocument {
  readonly files: readonly { readonly file: string; readonly status: string }[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The quickstart with changed files. */
async function openFolder(files: Readonly<Record<string, string>> = {}): Promise<Folder> {
  const path = await makeFolder();
  await cp(QUICKSTART, path, { recursive: true });
  await writeFiles(path, files);
  const run = (...args: readonly string[]) => runHere(['fmt', ...args], { cwd: path });
  return {
    path,
    run,
    read: (name) => readFile(join(path, name), 'utf8'),
    async json(...args) {
      const { code, stdout } = await run('--format', 'json', ...args);
      const document = JSON.parse(stdout) as FmtDocument;
      expect(findFaults('fmt', document)).toEqual([]);
      return { code, document };
    },
  };
}

describe.concurrent('fmt', () => {
  test('rewrites files that are not canonical, keeps their mode, and changes nothing on the second run', async () => {
    const folder = await openFolder({ 'pipes/refunds.yaml': MESSY });
    await chmod(join(folder.path, 'pipes/refunds.yaml'), 0o640);
    expect(await folder.run()).toEqual({ code: 0, stdout: 'Formatted pipes/refunds.yaml.\n', stderr: '' });
    expect(await folder.read('pipes/refunds.yaml')).toBe(TIDY);
    expect((await stat(join(folder.path, 'pipes/refunds.yaml'))).mode & 0o777).toBe(0o640);
    expect(await folder.run()).toEqual({ code: 0, stdout: 'Already formatted: 4 files.\n', stderr: '' });
  });

  test('--check writes nothing, prints a diff that git can apply, and exits with 1', async () => {
    const folder = await openFolder({ 'pipes/refunds.yaml': `\ufeff${MESSY.replaceAll('\n', '\r\n')}` });
    const { code, stdout, stderr } = await folder.run('--check');
    expect(code).toBe(1);
    expect(stdout).toContain('--- a/pipes/refunds.yaml\n+++ b/pipes/refunds.yaml\n@@ -1,5 +1,5 @@\n');
    expect(stderr).toBe('Not formatted: 1 of 4 files. To format, run: pipeform fmt\n');
    expect(await folder.read('pipes/refunds.yaml')).toBe(`\ufeff${MESSY.replaceAll('\n', '\r\n')}`);

    const env = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder.path) };
    execFileSync('git', ['apply', '--whitespace=nowarn', '-'], { cwd: folder.path, input: stdout, env });
    expect(await folder.read('pipes/refunds.yaml')).toBe(`\ufeff${TIDY.replaceAll('\n', '\r\n')}`);
    expect(await folder.run('--check')).toMatchObject({ code: 0, stdout: 'Already formatted: 4 files.\n' });
  });

  test('formats the other files when a file is not YAML, reports that file, and exits with 1', async () => {
    const folder = await openFolder({ 'pipes/broken.yaml': 'pipes: [\n', 'pipes/refunds.yaml': MESSY });
    const { code, stdout, stderr } = await folder.run();
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'Formatted pipes/refunds.yaml.\n' });
    expect(stderr).toContain('error[yaml-syntax]');
    expect(stderr).toContain('--> pipes/broken.yaml:1:8');
    expect(stderr).toMatch(/\n\nNot changed: pipes\/broken\.yaml\.\n$/);
    expect(await folder.read('pipes/refunds.yaml')).toBe(TIDY);
    expect(await folder.read('pipes/broken.yaml')).toBe('pipes: [\n');
  });

  test('formats any valid YAML, regardless of its meaning', async () => {
    const wrong = 'pipes:\n  orders: {nonsense: true,id: [ 7 ]}\nversion: 9\ninclude: [pipes/refunds.yaml]\n';
    const folder = await openFolder({ 'pipeform.yaml': wrong, 'pipes/refunds.yaml': MESSY });
    const formatted = 'Formatted pipeform.yaml.\nFormatted pipes/refunds.yaml.\n';
    expect(await folder.run()).toEqual({ code: 0, stdout: formatted, stderr: '' });
    expect(await folder.read('pipeform.yaml')).toBe(
      'version: 9\n\ninclude: [pipes/refunds.yaml]\n\npipes:\n  orders: { id: [7], nonsense: true }\n',
    );
  });

  test('reports files that are missing or cannot be opened', async () => {
    const root = 'version: 1\n\ninclude: [nothing/*.yaml, "${UNSET}/*.yaml", latin.yaml]\n';
    const folder = await openFolder({ 'pipeform.yaml': root });
    await writeFile(join(folder.path, 'latin.yaml'), Buffer.from([0x61, 0x3a, 0x20, 0xe9, 0x0a]));
    const { code, document } = await folder.json();
    expect(code).toBe(1);
    expect(document.files).toEqual([
      { file: 'pipeform.yaml', status: 'unchanged' },
      { file: 'latin.yaml', status: 'failed' },
    ]);
    expect(document.diagnostics.map((diagnostic) => diagnostic.code).sort()).toEqual([
      'config-unreadable',
      'invalid-include',
      'variable-missing',
    ]);
  });

  test('reports the result for each file as JSON: would-format, formatted, unchanged, failed', async () => {
    const folder = await openFolder({ 'pipes/broken.yaml': '- a\n', 'pipes/refunds.yaml': MESSY });
    const files = (status: string) => [
      { file: 'pipeform.yaml', status: 'unchanged' },
      { file: 'pipes/broken.yaml', status: 'failed' },
      { file: 'pipes/files.yaml', status: 'unchanged' },
      { file: 'pipes/refunds.yaml', status },
      { file: 'pipes/streaming.yaml', status: 'unchanged' },
    ];
    const checked = await folder.json('--check');
    expect(checked).toMatchObject({ code: 1, document: { files: files('would-format') } });
    expect(await folder.json()).toMatchObject({ code: 1, document: { files: files('formatted') } });
    expect(checked.document.diagnostics).toMatchObject([{ code: 'edit-by-hand', file: 'pipes/broken.yaml' }]);
  });

  test('prints one JSON document even without a configuration', async () => {
    const folder = await openFolder();
    const { code, document } = await folder.json('-c', 'nowhere.yaml');
    expect(code).toBe(1);
    expect(document).toMatchObject({ files: [], diagnostics: [{ code: 'config-not-found' }] });
  });
});
