import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { formatFile } from '../../src/edit/format-configuration.ts';
import { writtenDocument } from './format-arbitrary.ts';

const RUNS = { numRuns: 150 };

async function format(text: string): Promise<string> {
  const formatted = await formatFile(text, 'pipeform.yaml');
  if (formatted.status === 'failed') throw new Error(JSON.stringify(formatted.diagnostics));
  return formatted.text;
}

function commentsOf(text: string): readonly string[] {
  return [...text.matchAll(/# (?:above|beside) .*$/gm)].map(([comment]) => comment).sort();
}

describe('whatever the document', () => {
  test('its canonical form has the same values and comments, and is its own canonical form', async () => {
    await fc.assert(
      fc.asyncProperty(writtenDocument, async ({ text }) => {
        const after = await format(text);
        expect(parse(after)).toEqual(parse(text));
        expect(commentsOf(after)).toEqual(commentsOf(text));
        expect(await format(after)).toBe(after);
      }),
      RUNS,
    );
  });

  test('comments stay above and beside what they are about', async () => {
    await fc.assert(
      fc.asyncProperty(writtenDocument, async ({ text, comments }) => {
        const lines = (await format(text)).split('\n');
        for (const { text: comment, place, name } of comments) {
          const at = lines.findIndex((line) => line.includes(comment));
          const about = place === 'beside' ? lines[at] : lines.slice(at).find((line) => !line.trim().startsWith('#'));
          expect(about?.trim()).toMatch(new RegExp(`^${name}:`));
        }
      }),
      RUNS,
    );
  });

  test('blank lines never follow each other, start the file or end it; sections are parted by one; two spaces a level', async () => {
    await fc.assert(
      fc.asyncProperty(writtenDocument, async ({ text }) => {
        const after = await format(text);
        expect(after).not.toMatch(/^\n|\n\n\n|[ \t]\n|\n\n$/);
        const sections = after
          .split('\n')
          .flatMap((line, index, all) => (/^\w/.test(line) ? [all.slice(0, index)] : []));
        for (const above of sections.slice(1)) expect(above.findLast((line) => !line.startsWith('#'))).toBe('');
        for (const line of after.split('\n')) expect((line.length - line.trimStart().length) % 2).toBe(0);
      }),
      RUNS,
    );
  });

  test('CRLF and a byte order mark change nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(writtenDocument, async ({ text }) => {
        const after = await format(text);
        expect(await format(`\ufeff${text.replaceAll('\n', '\r\n')}`)).toBe(`\ufeff${after.replaceAll('\n', '\r\n')}`);
      }),
      RUNS,
    );
  });
});

test('never throws, and never changes what it cannot read, whatever the text', async () => {
  const pieces = fc.constantFrom(
    'a',
    'b: ',
    '- ',
    '\n',
    '  ',
    '# c',
    '{',
    '}',
    '[',
    ',',
    ']',
    '|',
    '&x ',
    '*x',
    '"',
    "'",
    '? ',
    '\t',
    '---',
    '1',
    '!t ',
    '<<: ',
    '\r\n',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 24 }), async (parts) => {
      const text = parts.join('');
      const formatted = await formatFile(text, 'a.yaml');
      if (formatted.status === 'failed') {
        expect(formatted.diagnostics.length).toBeGreaterThan(0);
        return;
      }
      expect(parse(formatted.text, { uniqueKeys: false })).toEqual(parse(text, { uniqueKeys: false }));
      expect(await formatFile(formatted.text, 'a.yaml')).toEqual({ status: 'unchanged', text: formatted.text });
    }),
    { numRuns: 1500 },
  );
});
