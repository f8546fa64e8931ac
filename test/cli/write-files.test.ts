import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import writeFileAtomic from 'write-file-atomic';
import { joinUnwritable, writeFiles } from '../../src/cli/output/write-files.ts';
import type { FileEdit } from '../../src/model/location.ts';
import { makeFolder } from '../e2e/folder.ts';

const folder = await makeFolder();

vi.mock('write-file-atomic', async (original) => {
  const { default: write } = await original<{ default: typeof writeFileAtomic }>();
  return { default: vi.fn(write) };
});
afterEach(() => vi.mocked(writeFileAtomic).mockClear());

function fillDisk(times: number): void {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  for (let call = 0; call < times; call += 1) vi.mocked(writeFileAtomic).mockRejectedValueOnce(full);
}

function edit(name: string, before: string | null, after: string): FileEdit {
  return { path: join(folder, name), name, before, after };
}

function put(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

function read(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

describe('writeFiles', () => {
  it('replaces a file, keeps its mode, its byte order mark and its line ends, and leaves nothing beside it', async () => {
    mkdirSync(join(folder, 'own'));
    const path = put('own/mode.yaml', '\ufeffa: 1\r\n');
    chmodSync(path, 0o640);
    expect(await writeFiles([edit('own/mode.yaml', '\ufeffa: 1\r\n', '\ufeffa: 2\r\n')])).toEqual([]);
    expect(read('own/mode.yaml')).toBe('\ufeffa: 2\r\n');
    expect(statSync(path).mode & 0o777).toBe(0o640);
    expect(readdirSync(join(folder, 'own'))).toEqual(['mode.yaml']);
  });

  it('writes to the file that a symbolic link leads to', async () => {
    const target = put('target.yaml', 'a: 1\n');
    symlinkSync(target, join(folder, 'link.yaml'));
    expect(await writeFiles([edit('link.yaml', 'a: 1\n', 'a: 2\n')])).toEqual([]);
    expect(lstatSync(join(folder, 'link.yaml')).isSymbolicLink()).toBe(true);
    expect(read('target.yaml')).toBe('a: 2\n');
  });

  it('creates a new file and its missing folders', async () => {
    expect(await writeFiles([edit('new/deep/pipes.yaml', null, 'pipes: {}\n')])).toEqual([]);
    expect(read('new/deep/pipes.yaml')).toBe('pipes: {}\n');
  });

  it('does not write to a file that changed in the meantime, and writes the others', async () => {
    put('changed.yaml', 'a: 9\n');
    put('other.yaml', 'a: 1\n');
    const diagnostics = await writeFiles([
      edit('changed.yaml', 'a: 1\n', 'a: 2\n'),
      edit('other.yaml', 'a: 1\n', 'a: 2\n'),
    ]);
    expect(diagnostics).toMatchObject([
      {
        severity: 'error',
        code: 'file-changed',
        file: 'changed.yaml',
        summary: expect.stringContaining('changed.yaml'),
      },
    ]);
    expect([read('changed.yaml'), read('other.yaml')]).toEqual(['a: 9\n', 'a: 2\n']);
  });

  it('never overwrites an existing file with a new one, and does not follow a broken link', async () => {
    put('there.yaml', 'a: 1\n');
    symlinkSync(join(folder, 'nothing.yaml'), join(folder, 'dangling.yaml'));
    const diagnostics = await writeFiles([edit('there.yaml', null, 'b: 1\n'), edit('dangling.yaml', null, 'b: 1\n')]);
    expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([
      ['file-changed', 'there.yaml'],
      ['file-changed', 'dangling.yaml'],
    ]);
    expect(read('there.yaml')).toBe('a: 1\n');
    expect(readdirSync(folder)).not.toContain('nothing.yaml');
  });

  it('reports which files cannot be written and why: a missing file, one below a file, a folder', async () => {
    put('a-file', '');
    mkdirSync(join(folder, 'a-folder'));
    const diagnostics = await writeFiles([
      edit('gone.yaml', 'a: 1\n', 'a: 2\n'),
      edit('a-file/pipes.yaml', null, 'a: 1\n'),
      edit('a-folder', 'a: 1\n', 'a: 2\n'),
    ]);
    expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([
      ['file-unwritable', 'gone.yaml'],
      ['file-unwritable', 'a-file/pipes.yaml'],
      ['file-changed', 'a-folder'],
    ]);
    for (const { detail, hint } of diagnostics) expect([detail, hint]).not.toContain(null);
    expect(diagnostics[1]?.detail).toBe('A file exists where its folder should be.');
  });

  it('keeps the old file on a full disk, removes a new one, and says once what to do', async () => {
    put('kept.yaml', 'a: 1\n');
    fillDisk(2);
    const diagnostics = await writeFiles([edit('kept.yaml', 'a: 1\n', 'a: 2\n'), edit('fresh.yaml', null, 'a: 1\n')]);
    expect(read('kept.yaml')).toBe('a: 1\n');
    expect(readdirSync(folder)).not.toContain('fresh.yaml');
    expect(diagnostics.map(({ file }) => file)).toEqual(['kept.yaml', 'fresh.yaml']);
    expect(joinUnwritable(diagnostics)).toMatchObject([
      {
        code: 'file-unwritable',
        summary: '2 files cannot be written: kept.yaml and fresh.yaml.',
        detail: 'The disk is full.',
        hint: 'Free space on the disk, and run the command again.',
        file: null,
      },
    ]);
  });

  it.skipIf(process.getuid?.() === 0)('does not replace a read-only file', async () => {
    chmodSync(put('read-only.yaml', 'a: 1\n'), 0o444);
    expect(await writeFiles([edit('read-only.yaml', 'a: 1\n', 'a: 2\n')])).toMatchObject([
      { code: 'file-unwritable', detail: 'Permission denied.' },
    ]);
    expect(read('read-only.yaml')).toBe('a: 1\n');
  });
});
