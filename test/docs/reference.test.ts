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

test('every document is on the documents page', () => {
  const page = PAGES['reference/documents.md'] ?? '';
  expect(
    DOCUMENTS.filter(({ name }) => !page.includes(`\n## ${name}\n`) && !page.includes(`\n- \`${name}\`: `)),
  ).toEqual([]);
});

test.each(['plan', 'drift', 'run', 'checks'])('the documents page has the keys of %s and of its pipes', (name) => {
  const [, section = ''] =
    new RegExp(`\\n## ${name}\\n(.*?)\\n## `, 's').exec(PAGES['reference/documents.md'] ?? '') ?? [];
  const named = new Set([...section.matchAll(/`([\w-]+)(?:\[\])?\??`/g)].map(([, key = '']) => key));
  const { properties, definitions = {} } = JSON.parse(
    readFileSync(join(ROOT, 'schema', `${name}.schema.json`), 'utf8'),
  );
  const keys = [properties, definitions.pipe?.properties ?? {}, definitions.summary?.properties ?? {}].flatMap(
    Object.keys,
  );
  const common = ['kind', 'formatVersion'];
  expect(keys.filter((key) => !named.has(key) && !common.includes(key))).toEqual([]);
});

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
