import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { type Diagnostic, diagnose } from '../../src/model/diagnostic.ts';
import { excerptLine, renderDiagnosticCount, renderDiagnostics } from '../../src/report/text/diagnostics.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { anyCharacter } from '../any-character.ts';
import { checkProperty } from '../effort.ts';

const PLAIN = createStyle('off');

function at(line: number, column: number, endLine: number, endColumn: number, file = 'a.yaml'): Diagnostic {
  const words = { code: 'unknown-key', summary: 'Something.', detail: 'one\ntwo', hint: 'do it' } as const;
  return diagnose('error', words, { file, line, column, endLine, endColumn });
}

const render = (diagnostic: Diagnostic, text: string) =>
  renderDiagnostics([diagnostic], new Map([['a.yaml', text]]), PLAIN);

/** The text above the carets of an excerpt. */
function underlined(line: string, start: number, end: number): string {
  const { text, caretStart, caretWidth } = excerptLine(line, start, end);
  let column = 0;
  let meant = '';
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    if (column >= caretStart && column < caretStart + caretWidth) meant += segment;
    column += stringWidth(segment);
  }
  return meant;
}

describe('a diagnostic', () => {
  test('shows a position', () => {
    expect(render(at(2, 3, 2, 5), 'first\n  ab: 1\n')).toBe(
      [
        'error[unknown-key]: Something.',
        ' --> a.yaml:2:3',
        '  |',
        '2 |   ab: 1',
        '  |   ^^',
        '  = one',
        '  = two',
        '  = help: do it',
        '',
      ].join('\n'),
    );
  });

  test('over several lines shows the first three', () => {
    expect(
      render(at(1, 3, 5, 2), 'a: [\n  b,\n\tc,\n  d,\n]\n')
        .split('\n')
        .slice(2, 11),
    ).toEqual(['  |', '1 | a: [', '  |   ^^', '2 |   b,', '  |   ^^', '3 |     c,', '  |     ^^', '  | …', '  = one']);
  });

  test('is shown without a position, and with one in an unknown file', () => {
    const words = { code: 'usage', summary: 'No.' } as const;
    expect(renderDiagnostics([diagnose('warning', words)], new Map(), PLAIN)).toBe('warning[usage]: No.\n');
    const lost = renderDiagnostics([at(4, 1, 4, 2, 'lost.yaml')], new Map(), PLAIN);
    expect(lost.split('\n').slice(0, 3)).toEqual(['error[unknown-key]: Something.', ' --> lost.yaml:4:1', '  = one']);
  });

  test('has its control characters escaped', () => {
    const words = { code: 'usage', summary: 'a\u001b[31m\u202eb', hint: '\u0007' } as const;
    const out = renderDiagnostics([diagnose('note', words)], new Map(), PLAIN);
    expect(out).toBe('note[usage]: a\\x1b[31m\\u202eb\n  = help: \\x07\n');
  });
});

test('masks passwords in addresses of the shown lines', () => {
  const line = 'url: https://user:hunter2@example.com # and me:secret@other';
  const out = render(at(1, 1, 1, 4), line);
  expect(out).not.toMatch(/hunter2|secret/);
  expect(out).toContain('url: https://****:*******@example.com # and **:******@other');
});

test('counting diagnostics', () => {
  const error = at(1, 1, 1, 2);
  const warning: Diagnostic = { ...error, severity: 'warning', file: 'b.yaml' };
  expect(renderDiagnosticCount([error, error, warning])).toBe('2 errors and 1 warning in 2 files');
  expect(renderDiagnosticCount([error])).toBe('1 error in 1 file');
  expect(renderDiagnosticCount([])).toBe('');
  expect(renderDiagnostics([], new Map(), PLAIN)).toBe('');
});

test('two are counted at the end, one is not', () => {
  const sources = new Map([['a.yaml', 'ab']]);
  const one = renderDiagnostics([at(1, 1, 1, 2)], sources, PLAIN);
  expect(one).toMatch(/do it\n$/);
  expect(renderDiagnostics([at(1, 1, 1, 2), at(1, 1, 1, 2)], sources, PLAIN)).toBe(
    `${one}\n${one}\n2 errors in 1 file\n`,
  );
});

test('equal ones are one, with the places of the others', () => {
  const files = Array.from({ length: 52 }, (_, index) => `pipes/${String(index).padStart(2, '0')}.yaml`);
  const sources = new Map(files.map((file) => [file, 'ab']));
  const alike = files.map((file) => at(1, 1, 1, 2, file));
  const other: Diagnostic = { ...at(1, 1, 1, 2, 'pipes/00.yaml'), hint: 'another hint' };
  const out = renderDiagnostics([...alike, other], sources, PLAIN, { isFull: false });
  expect(out.split('\n').slice(0, 8)).toEqual([
    'error[unknown-key]: Something.',
    ' --> pipes/00.yaml:1:1',
    '  |',
    '1 | ab',
    '  | ^',
    '  = one',
    '  = two',
    '  = help: do it',
  ]);
  expect(out.split('\n')[8]).toBe(
    '  = the same at pipes/01.yaml:1:1, pipes/02.yaml:1:1, pipes/03.yaml:1:1 and 48 more',
  );
  expect(out).toContain('help: another hint');
  expect(out).toMatch(/\n\n53 errors in 52 files\n$/);
  expect(renderDiagnostics(alike, sources, PLAIN).split('Something.')).toHaveLength(53);
});

describe('the caret', () => {
  test.each([
    ['plain', 'ab cd ef', 4, 6, 'cd'],
    ['after a tab', '\tab', 2, 4, 'ab'],
    ['after wide characters', '日本 ab', 4, 6, 'ab'],
    ['under wide characters', 'x 日本 y', 3, 5, '日本'],
    ['under an emoji of several units', 'a 👨‍👩‍👧 b', 3, 11, '\\u200d'],
    ['under a control character', 'a\u001bb', 2, 3, '\\x1b'],
    ['with no width', 'abc', 2, 2, 'b'],
    ['at the end of the line', 'abc', 4, 4, ''],
    ['beyond the end of the line', 'abc', 99, 120, ''],
  ])('%s', (_, line, start, end, meant) => {
    expect(underlined(line, start, end)).toContain(meant);
  });

  test('stays below its text when the line is truncated', () => {
    const line = `${'x'.repeat(5000)}HERE${'y'.repeat(5000)}`;
    expect(underlined(line, 5001, 5005)).toBe('HERE');
    expect(stringWidth(excerptLine(line, 5001, 5005).text)).toBeLessThanOrEqual(102);
    expect(excerptLine(line, 5001, 5005).text).toMatch(/^…x+HEREy+…$/);
  });

  test('fits every excerpt, for any line', () => {
    checkProperty(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 400 }),
        fc.nat(450),
        fc.nat(450),
        (line, start, length) => {
          const excerpt = excerptLine(line.replaceAll('\n', ''), start + 1, start + 1 + length);
          expect(stringWidth(excerpt.text)).toBeLessThanOrEqual(102);
          expect(excerpt.caretStart + excerpt.caretWidth).toBeLessThanOrEqual(103);
          expect(excerpt.text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
        },
      ),
    );
  });
});
