import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { formatFile } from '../../src/edit/format-configuration.ts';
import { anyText } from '../config/any-yaml.ts';
import { checkProperty, inCi } from '../effort.ts';
import { commentsOf, writtenDocument } from './written-document.ts';

const GOLDEN = fileURLToPath(new URL('golden/format', import.meta.url));
const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
const CASES = readdirSync(GOLDEN).flatMap((file) => /^(.+)\.before\.yaml$/.exec(file)?.[1] ?? []);

async function format(text: string): Promise<string> {
  const formatted = await formatFile(text, 'pipeform.yaml');
  if (formatted.status === 'failed') throw new Error(JSON.stringify(formatted.diagnostics));
  expect(formatted.status).toBe(formatted.text === text ? 'unchanged' : 'formatted');
  return formatted.text;
}

describe('formatFile', () => {
  test.each(CASES)('gives the golden form, which is stable: %s', async (name) => {
    const after = await format(readFileSync(`${GOLDEN}/${name}.before.yaml`, 'utf8'));
    await expect(after).toMatchFileSnapshot(`${GOLDEN}/${name}.after.yaml`);
    expect(await format(after)).toBe(after);
  });

  test('uses the more frequent line end of a file that has both', async () => {
    expect(await format('version: 1\r\napi: {}\r\nservices: {}\n')).toBe(
      'version: 1\r\n\r\napi: {}\r\n\r\nservices: {}\r\n',
    );
    expect(await format('version: 1\r\napi: {}\nservices: {}\n')).toBe('version: 1\n\napi: {}\n\nservices: {}\n');
  });

  test('is stable where the library removes a blank line only when it prints again', async () => {
    expect(await format('services:\n\n        # beside\n  b: 1\n')).toBe('services: # beside\n  b: 1\n');
  });

  test('adds a line end to the last line', async () => {
    expect(await format('version: 1')).toBe('version: 1\n');
    expect(await format('version: 1\n\n# end\n\n')).toBe('version: 1\n\n# end\n');
  });

  test.each(['', '# only a comment', '\n\n---\n'])('does not change a file without values: %j', async (text) => {
    expect(await format(text)).toBe(text);
  });

  test('does not change the examples, which are canonical', async () => {
    const files = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?:^|\/)(?:pipeform|pipes\/[^/]+)\.yaml$/.test(file.replaceAll('\\', '/')),
    );
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) {
      const text = readFileSync(`${EXAMPLES}/${file}`, 'utf8');
      expect(await formatFile(text, file)).toEqual({ status: 'unchanged', text });
    }
  });

  test.each([
    ['what is not YAML', 'a: [\n', 'yaml-syntax'],
    ['a duplicate key', 'a: 1\na: 2\n', 'duplicate-definition'],
    ['an alias without an anchor', 'a: *b\n', 'yaml-syntax'],
    ['a second document', 'a: 1\n---\nb: 1\n', 'yaml-syntax'],
    ['a list', '- a\n', 'edit-by-hand'],
    ['a comment that would be lost', '? a\n- # c\n', 'edit-by-hand'],
  ])('fails and explains why: %s', async (_, text, code) => {
    const formatted = await formatFile(text, 'pipes/a.yaml');
    expect(formatted).toMatchObject({
      status: 'failed',
      diagnostics: [{ severity: 'error', code, file: 'pipes/a.yaml' }],
    });
  });

  inCi(
    'formats a file of a thousand pipes quickly',
    async () => {
      const pipe = (n: number) =>
        `  pipe-${n}: # note\n    id: ${n}\n    service: s\n    settings: {db_max_threads: 8}\n`;
      const text = `version: 1\npipes:\n${Array.from({ length: 1000 }, (_, n) => pipe(n)).join('')}`;
      expect(await format(text)).toContain('  pipe-999: # note\n    service: s\n    id: 999\n');
    },
    10_000,
  );
});

function variablesOf(text: string): readonly string[] {
  return [...text.matchAll(/\$\{VAR:-a\}|"\$\{VAR\}"|'a \$\{VAR\} b'/g)].map(([variable]) => variable).sort();
}

test('any document has a stable canonical form with the same values, comments at their keys, and variables', async () => {
  await checkProperty(
    fc.asyncProperty(writtenDocument, async ({ text, comments }) => {
      const after = await format(text);
      expect(parse(after)).toEqual(parse(text));
      expect(commentsOf(after)).toEqual(commentsOf(text));
      expect(variablesOf(after)).toEqual(variablesOf(text));
      expect(await format(after)).toBe(after);
      expect(await format(`\ufeff${text.replaceAll('\n', '\r\n')}`)).toBe(`\ufeff${after.replaceAll('\n', '\r\n')}`);

      const lines = after.split('\n');
      for (const { text: comment, place, name } of comments) {
        const at = lines.findIndex((line) => line.includes(comment));
        const about = place === 'beside' ? lines[at] : lines.slice(at).find((line) => !line.trim().startsWith('#'));
        expect(about?.trim()).toMatch(new RegExp(`^${name}:`));
      }
      // One blank line between sections and none at the ends, and an indentation of two spaces.
      expect(after).not.toMatch(/^\n|\n\n\n|[ \t]\n|\n\n$/);
      const sections = lines.flatMap((line, index) => (/^\w/.test(line) ? [lines.slice(0, index)] : []));
      for (const above of sections.slice(1)) expect(above.findLast((line) => !line.startsWith('#'))).toBe('');
      for (const line of lines) expect((line.length - line.trimStart().length) % 2).toBe(0);
    }),
    { numRuns: 100 },
  );
});

test('never throws, and never changes text that it cannot read', async () => {
  // Line ends that a conversion has doubled are mended, which the library then reads otherwise.
  const readable = anyText.filter((text) => !/\r(?!\n)/.test(text));
  await checkProperty(
    fc.asyncProperty(readable, async (text) => {
      const formatted = await formatFile(text, 'a.yaml');
      if (formatted.status === 'failed') {
        expect(formatted.diagnostics.length).toBeGreaterThan(0);
        return;
      }
      expect(parse(formatted.text, { uniqueKeys: false })).toEqual(parse(text, { uniqueKeys: false }));
      expect(await formatFile(formatted.text, 'a.yaml')).toEqual({ status: 'unchanged', text: formatted.text });
    }),
    // A document without errors, although its second key is not a valid plain scalar.
    { numRuns: 1500, examples: [["? '',<<: "]] },
  );
});
