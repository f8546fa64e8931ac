import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { renderReferencePages } from '../../scripts/reference/pages.ts';
import { PROGRAM } from '../../src/cli/options/commands.ts';
import { readOptions } from '../../src/cli/options/global-options.ts';
import { FIELDS } from '../../src/model/field/field.ts';
import { findFaults } from '../apply/schemas.ts';
import { ROOT } from '../ci/shell.ts';
import { listAnchors, listLinks } from './pages.ts';
import { DOCUMENTS } from './sample-documents.ts';

const SCHEMAS = readdirSync(join(ROOT, 'schema')).filter((name) => name.endsWith('.schema.json'));
/** `test/config/generated.test.ts` compares them with the files of `docs`. */
const PAGES = renderReferencePages();

test.each(Object.entries(PAGES).filter(([name]) => name.startsWith('reference/')))(
  'the links of %s lead to existing pages',
  (name, page) => {
    const anchors = listAnchors(page);
    const links = listLinks(page).map(({ target }) => target);
    const inPage = links.filter((target) => target.startsWith('#'));
    const files = links.filter((target) => !target.startsWith('#')).map((target) => target.replace(/#.*/, ''));
    expect(inPage.length, name).toBeGreaterThan(5);
    expect(inPage.filter((target) => !anchors.has(target.slice(1)))).toEqual([]);
    expect(files.filter((file) => !existsSync(join(ROOT, 'docs/reference', file)))).toEqual([]);
  },
);

test('every schema has its page', () => {
  const documented = [...DOCUMENTS.map(({ name }) => `${name}.schema.json`), 'config.schema.json'];
  expect(documented.sort()).toEqual([...SCHEMAS].sort());
});

test('every key of a document is on the documents page', () => {
  const page = PAGES['reference/documents.md'] ?? '';
  const named = new Set([...page.matchAll(/`([\w-]+)(?:\[\])?\??`/g)].map(([, key = '']) => key));
  const keys = SCHEMAS.filter((file) => file !== 'config.schema.json').flatMap((file) =>
    listKeys(JSON.parse(readFileSync(join(ROOT, 'schema', file), 'utf8'))),
  );
  expect(keys.length).toBeGreaterThan(300);
  expect([...new Set(keys)].filter((key) => !named.has(key))).toEqual([]);
});

/** The names in every `properties` inside a schema. */
function listKeys(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' ? Object.keys(value) : []),
    ...listKeys(value),
  ]);
}

describe('the example document is valid', () => {
  const lines = DOCUMENTS.flatMap(({ name, sample }) =>
    (Array.isArray(sample) ? sample : [sample]).map((one, index) => [`${name} ${index + 1}`, name, one] as const),
  );
  test.each(lines)('%s', (_, name, example) => {
    expect(findFaults(name, example)).toEqual([]);
  });
});

test('every field of the table is on the configuration page', () => {
  const page = PAGES['reference/configuration.md'] ?? '';
  expect(FIELDS.filter(({ key }) => !page.includes(`\n- \`${key}: `))).toEqual([]);
});

test('a global option is read from the variable that the page names', () => {
  const named = PROGRAM.options.flatMap(({ variable }) => variable ?? []);
  expect(named.length).toBeGreaterThan(8);
  const read = new Set<PropertyKey>();
  const environment = new Proxy<Record<string, string>>({}, { get: (_, name) => void read.add(name) });
  readOptions({ name: 'plan', formats: ['text'], options: {} }, [], { environment });
  expect(named.filter((name) => !read.has(name))).toEqual([]);
});
