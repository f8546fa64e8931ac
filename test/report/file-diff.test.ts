import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { FileEdit } from '../../src/model/location.ts';
import { renderFileDiff } from '../../src/report/text/file-diff.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { checkProperty } from '../effort.ts';

const PLAIN = createStyle('off');

const folder = mkdtempSync(join(tmpdir(), 'pipeform-diff-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function edit(name: string, before: string | null, after: string): FileEdit {
  return { path: join(folder, name), name, before, after };
}

function lines(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, index) => `line ${first + index}\n`).join('');
}

/** The result of `git apply` with the diff, in a folder with the previous files. */
function applied(file: FileEdit): string {
  const path = join(folder, file.name);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  if (file.before !== null) writeFileSync(path, file.before);
  execFileSync('git', ['apply', '--whitespace=nowarn', '-'], {
    cwd: folder,
    input: renderFileDiff([file], PLAIN),
    env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) },
  });
  return readFileSync(path, 'utf8');
}

describe('renderFileDiff', () => {
  it('shows three lines around each change, and a distant change in a separate hunk', () => {
    const before = lines(1, 20);
    const after = before.replace('line 4\n', 'line four\n').replace('line 18\n', '');
    expect(renderFileDiff([edit('pipes/orders.yaml', before, after)], PLAIN)).toBe(
      [
        '--- a/pipes/orders.yaml',
        '+++ b/pipes/orders.yaml',
        '@@ -1,7 +1,7 @@',
        ' line 1',
        ' line 2',
        ' line 3',
        '-line 4',
        '+line four',
        ' line 5',
        ' line 6',
        ' line 7',
        '@@ -15,6 +15,5 @@',
        ' line 15',
        ' line 16',
        ' line 17',
        '-line 18',
        ' line 19',
        ' line 20',
        '',
      ].join('\n'),
    );
  });

  it('masks user names and passwords of addresses', () => {
    const before = 'api:\n  url: https://robot:secret@api.example.com\n  organization:   a\n';
    const after = before.replace('   a', ' a');
    const shown = renderFileDiff([edit('pipeform.yaml', before, after)], PLAIN);
    expect(shown).toContain('\n   url: https://*****:******@api.example.com\n');
    expect(shown).not.toContain('secret');
  });

  it('shows a new file against /dev/null, and marks a missing line end', () => {
    expect(renderFileDiff([edit('new.yaml', null, 'version: 1')], PLAIN)).toBe(
      '--- /dev/null\n+++ b/new.yaml\n@@ -0,0 +1,1 @@\n+version: 1\n\\ No newline at end of file\n',
    );
  });

  it('leaves out unchanged files', () => {
    expect(renderFileDiff([edit('same.yaml', 'a: 1\n', 'a: 1\n')], PLAIN)).toBe('');
  });

  it('keeps CR at line ends, tabs and a byte order mark, and escapes every other control character', () => {
    const diff = renderFileDiff([edit('a.yaml', '\ufeffa: 1\r\n', '\ufeffa: \u001b[31m\t\u202e2\r\n')], PLAIN);
    expect(diff.split('\n').slice(3, 5)).toEqual(['-\ufeffa: 1\r', '+\ufeffa: \\x1b[31m\t\\u202e2\r']);
  });

  it('colors removed and added lines, and has the same text without color', () => {
    const files = [edit('a.yaml', 'a: 1\nb: 1\n', 'a: 2\nb: 1\n')];
    const colored = renderFileDiff(files, createStyle('on'));
    expect(colored).toContain('\u001b[31m-a: 1\u001b[39m');
    expect(colored).toContain('\u001b[32m+a: 2\u001b[39m');
    expect(colored.replaceAll(/\u001b\[\d+m/g, '')).toBe(renderFileDiff(files, PLAIN));
  });

  it.each([
    ['LF', edit('lf.yaml', lines(1, 9), lines(3, 12))],
    ['CRLF', edit('crlf.yaml', 'a: 1\r\nb: 2\r\n', 'b: 2\r\na: 1\r\n')],
    ['a byte order mark', edit('bom.yaml', '\ufeffa: 1\nb: 2\n', '\ufeffb: 2\n')],
    ['no last line end', edit('end.yaml', 'a: 1', 'a: 1\n')],
    ['a new file in a new folder', edit('deep/er/new.yaml', null, 'a: 1\n')],
    ['an emptied file', edit('emptied.yaml', 'a: 1\n', '')],
    ['a name with spaces', edit('my pipes/of sales.yaml', 'a: 1\n', 'a: 2\n')],
    ['a non-ASCII name', edit('größe ".yaml', 'a: 1\n', 'a: 2\n')],
    ['lines that look like headers', edit('marks.yaml', '-- a\n', '++ b\n@@ -1 +1 @@\n')],
  ])('gives a patch that git applies: %s', (_, file) => {
    expect(applied(file)).toBe(file.after);
  });

  it('gives a patch that git applies, for any lines', () => {
    const text = fc
      .array(fc.constantFrom('a: 1', 'b: 2', '', '# c', '- d\r', '+e'), { maxLength: 12 })
      .chain((all) => fc.constantFrom(all.join('\n'), `${all.join('\n')}\n`));
    checkProperty(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== after);
        expect(applied(edit('any.yaml', before, after))).toBe(after);
      }),
      { numRuns: 25 },
    );
  });

  it('replaces all lines when more than a thousand differ', () => {
    const few = edit('few.yaml', `${lines(1, 100)}stays\n`, `${lines(201, 300)}stays\n`);
    expect(renderFileDiff([few], PLAIN)).toContain('\n stays\n');
    const very = edit('very.yaml', `${lines(1, 600)}stays\n`, `${lines(1201, 1800)}stays\n`);
    expect(renderFileDiff([very], PLAIN)).toMatch(
      /@@ -1,601 \+1,601 @@\n-line 1\n-line 2\n(?:.*\n)*-stays\n\+line 1201\n/,
    );
    expect(applied(very)).toBe(very.after);
  });
});
