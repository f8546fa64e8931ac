import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

// The rules of SchemaStore for a schema and its catalog entry (its CONTRIBUTING.md and cli.js).

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TEXT = readFileSync(join(ROOT, 'schema/config.schema.json'), 'utf8');
const SCHEMA = JSON.parse(TEXT) as Record<string, unknown>;
const { catalog, validation } = JSON.parse(readFileSync(join(ROOT, 'schema/schemastore.json'), 'utf8')) as {
  catalog: { name: string; description: string; fileMatch: readonly string[]; url: string };
  validation: { ajvNotStrictMode: readonly string[]; options: Record<string, { unknownKeywords: readonly string[] }> };
};
const FILE = basename(new URL(catalog.url).pathname);

/** Editor keywords that SchemaStore allows. */
const KNOWN_KEYWORDS = ['defaultSnippets', 'markdownDescription'];
const keywords = validation.options[FILE]?.unknownKeywords ?? [];

/** To compile in half the time. */
const QUICK = { code: { optimize: false } };

function compile(rules: 'theirs' | 'strict') {
  const ajv = new Ajv(
    rules === 'theirs'
      ? { ...QUICK, strictTypes: false, strictTuples: false, allowMatchingProperties: true }
      : { ...QUICK, strict: true, allowUnionTypes: true },
  );
  for (const keyword of [...KNOWN_KEYWORDS, ...keywords]) ajv.addKeyword(keyword);
  return ajv.compile(SCHEMA);
}

describe('the schema', () => {
  test('is draft-07, and its id is the address where it will be served', () => {
    expect(SCHEMA.$schema).toBe('http://json-schema.org/draft-07/schema#');
    expect(SCHEMA.$id).toBe(catalog.url);
    expect(catalog.url).toMatch(/^https:\/\/www\.schemastore\.org\/[a-z]+\.json$/);
    expect(TEXT.startsWith('{')).toBe(true);
  });

  test('compiles with its declared keywords in the strict mode of ajv except for union types, so it is listed as not strict', () => {
    expect(() => compile('strict')).not.toThrow();
    expect(() => compile('theirs')).not.toThrow();
    expect(validation.ajvNotStrictMode).toEqual([FILE]);
    const strict = new Ajv({ ...QUICK, strict: true });
    for (const keyword of [...KNOWN_KEYWORDS, ...keywords]) strict.addKeyword(keyword);
    expect(() => strict.compile(SCHEMA)).toThrow('use allowUnionTypes');
  });

  test('uses every keyword that is declared for it', () => {
    for (const keyword of [...KNOWN_KEYWORDS, ...keywords]) expect(TEXT).toContain(`"${keyword}":`);
  });

  test('no title or description ends with a colon', () => {
    expect(TEXT).not.toMatch(/"(?:title|description)": ".*:"/);
  });
});

test('the catalog entry follows the rules of the catalog', () => {
  for (const text of [catalog.name, catalog.description]) {
    expect(text).not.toMatch(/[,. \t-]$|schema|\n/i);
  }
  expect(Object.keys(catalog)).toEqual(['name', 'description', 'fileMatch', 'url']);
  for (const glob of catalog.fileMatch) expect(glob).toMatch(/^pipeform\.ya?ml$/);
});

const read = (folder: string): readonly (readonly [string, unknown])[] =>
  readdirSync(join(ROOT, 'test/editors/schemastore', folder)).map((name) => [
    name,
    parse(readFileSync(join(ROOT, 'test/editors/schemastore', folder, name), 'utf8')),
  ]);

describe('the files of a submission', () => {
  const validate = compile('theirs');

  test.each(read('test'))('%s is valid', (_, document) => {
    validate(document);
    expect(validate.errors).toBeNull();
  });

  test.each(read('negative_test'))('%s is invalid, with one error', (_, document) => {
    expect(validate(document)).toBe(false);
    expect(new Set(validate.errors?.map(({ instancePath }) => instancePath)).size).toBe(1);
  });
});

test('an editor reports the same expected value as the program', () => {
  const said: unknown[] = [];
  JSON.stringify(SCHEMA, (key, value) => {
    if (key === 'examples' || key === 'defaultSnippets') return undefined;
    const expected: unknown = value?.['x-expected'];
    if (typeof expected !== 'string') return value;
    if (!value.errorMessage?.startsWith(`Write ${expected}`)) said.push([expected, value.errorMessage]);
    const { minimum, maximum } = value;
    if (maximum !== undefined && !value.errorMessage?.endsWith(`from ${minimum} to ${maximum}.`))
      said.push(value.errorMessage);
    return value;
  });
  expect(said).toEqual([]);
});
