import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { formatFile } from '../../src/edit/format-configuration.ts';
import { DOCUMENT, type Shape, sortKeys } from '../../src/edit/key-order.ts';
import { FIELDS } from '../../src/model/fields.ts';
import { writtenDocument } from './format-arbitrary.ts';

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

const RUNS = { numRuns: 150 };

async function formatted(text: string): Promise<string> {
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
        const after = await formatted(text);
        expect(parse(after)).toEqual(parse(text));
        expect(commentsOf(after)).toEqual(commentsOf(text));
        expect(await formatted(after)).toBe(after);
      }),
      RUNS,
    );
  });

  test('comments stay above and beside what they are about', async () => {
    await fc.assert(
      fc.asyncProperty(writtenDocument, async ({ text, comments }) => {
        const lines = (await formatted(text)).split('\n');
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
        const after = await formatted(text);
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
        const after = await formatted(text);
        expect(await formatted(`\ufeff${text.replaceAll('\n', '\r\n')}`)).toBe(
          `\ufeff${after.replaceAll('\n', '\r\n')}`,
        );
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

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly definitions?: Readonly<Record<string, Schema>>;
}

const SCHEMA = JSON.parse(readFileSync(new URL('../../schema/config.schema.json', import.meta.url), 'utf8')) as Schema;

/** The schema of a place with everything that it refers to. */
function partsOf(schema: Schema): readonly Schema[] {
  const referred =
    schema.$ref === undefined ? [] : [SCHEMA.definitions?.[schema.$ref.replace('#/definitions/', '')] ?? {}];
  const inner = [...referred, ...(schema.allOf ?? []), ...(schema.anyOf ?? [])];
  return [schema, ...inner.flatMap(partsOf)];
}

interface Place {
  /** `*` stands for a name that people choose, `[]` for an item of a list. */
  readonly path: readonly string[];
  readonly keys: readonly string[];
}

/** The places whose keys the schema names. */
function listPlaces(schema: Schema, path: readonly string[] = []): readonly Place[] {
  const parts = partsOf(schema);
  const properties = parts.flatMap((part) => Object.entries(part.properties ?? {}));
  const each = parts.flatMap((part) => [
    ...(typeof part.additionalProperties === 'object' ? [part.additionalProperties] : []),
    ...Object.values(part.patternProperties ?? {}),
  ]);
  return [
    { path, keys: properties.map(([name]) => name) },
    ...properties.flatMap(([name, part]) => listPlaces(part, [...path, name])),
    ...each.flatMap((part) => listPlaces(part, [...path, '*'])),
    ...parts.flatMap((part) => (part.items === undefined ? [] : listPlaces(part.items, [...path, '[]']))),
  ];
}

function shapeAt(path: readonly string[]): Shape {
  return path.reduce<Shape>((shape, step) => {
    if (step === '[]') return shape.items ?? {};
    return shape.keys?.get(step) ?? shape.each ?? {};
  }, DOCUMENT);
}

describe('the canonical order', () => {
  test('names every key that the schema names, wherever it stands', () => {
    const places = listPlaces(SCHEMA);
    expect(places.flatMap(({ keys }) => keys).length).toBeGreaterThan(150);
    const missing = places.flatMap(({ path, keys }) => {
      const known = shapeAt(path).keys;
      return keys.filter((key) => known?.has(key) !== true).map((key) => [...path, key].join(' > '));
    });
    expect(missing).toEqual([]);
  });

  test('begins with how to connect, and ends with what is merged over it', () => {
    expect([...(DOCUMENT.keys?.keys() ?? [])]).toEqual([
      'version',
      'api',
      'observability',
      'services',
      'include',
      'presets',
      'pipes',
      'policy',
      'checks',
      'rollout',
      'environments',
    ]);
  });

  test('is that of the field table for settings', () => {
    const settings = FIELDS.filter(({ section }) => section === 'settings').map(({ key }) => key);
    expect([...(shapeAt(['pipes', 'orders', 'settings']).keys?.keys() ?? [])]).toEqual(settings);
  });

  test('puts merge keys first and unknown keys last, as they stand', () => {
    const shape = shapeAt(['pipes', 'orders']);
    expect(sortKeys(shape, ['z', 'id', 'a', '<<', 'service'])).toEqual([3, 4, 1, 0, 2]);
  });
});
