import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { formatFile } from '../../src/edit/format-configuration.ts';

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
  test.each(CASES)('gives the golden form, which stays as it is: %s', async (name) => {
    const after = await format(readFileSync(`${GOLDEN}/${name}.before.yaml`, 'utf8'));
    await expect(after).toMatchFileSnapshot(`${GOLDEN}/${name}.after.yaml`);
    expect(await format(after)).toBe(after);
  });

  test.each(CASES)('keeps CRLF and a byte order mark: %s', async (name) => {
    const before = readFileSync(`${GOLDEN}/${name}.before.yaml`, 'utf8');
    const after = await format(before);
    expect(await format(`\ufeff${before.replaceAll('\n', '\r\n')}`)).toBe(`\ufeff${after.replaceAll('\n', '\r\n')}`);
  });

  test('makes the line ends of a file that has both those that it has more of', async () => {
    expect(await format('version: 1\r\napi: {}\r\nservices: {}\n')).toBe(
      'version: 1\r\n\r\napi: {}\r\n\r\nservices: {}\r\n',
    );
    expect(await format('version: 1\r\napi: {}\nservices: {}\n')).toBe('version: 1\n\napi: {}\n\nservices: {}\n');
  });

  test('ends the last line', async () => {
    expect(await format('version: 1')).toBe('version: 1\n');
    expect(await format('version: 1\n\n# end  \n\n')).toBe('version: 1\n\n# end\n');
  });

  test.each(['', '# only a comment', '\n\n---\n'])('leaves a file without values alone: %j', async (text) => {
    expect(await format(text)).toBe(text);
  });

  test('leaves the examples alone: they are canonical', async () => {
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
    ['a key that stands twice', 'a: 1\na: 2\n', 'duplicate-key'],
    ['an alias without an anchor', 'a: *b\n', 'yaml-syntax'],
    ['a second document', 'a: 1\n---\nb: 1\n', 'yaml-syntax'],
    ['a list', '- a\n', 'format-unsafe'],
    ['keys written with ?', 'a:\n  ? b\n  : c\n', 'format-unsafe'],
    ['a tag that would be spelled otherwise', 'a: !<tag:yaml.org,2002:str> b\n', 'format-unsafe'],
  ])('fails and says why: %s', async (_, text, code) => {
    const formatted = await formatFile(text, 'pipes/a.yaml');
    expect(formatted).toMatchObject({
      status: 'failed',
      diagnostics: [{ severity: 'error', code, file: 'pipes/a.yaml' }],
    });
  });

  test('takes no more than moments for a file of a thousand pipes', async () => {
    const pipe = (n: number) =>
      `  pipe-${n}: # note\n    id: ${n}\n    service: s\n    settings: {db_max_threads: 8}\n`;
    const text = `version: 1\npipes:\n${Array.from({ length: 1000 }, (_, n) => pipe(n)).join('')}`;
    expect(await format(text)).toContain('  pipe-999: # note\n    service: s\n    id: 999\n');
  }, 10_000);
});
