import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PROGRAM } from '../../src/cli/options/commands.ts';
import { readGlobalOptions } from '../../src/cli/options/global-options.ts';
import { FIELDS } from '../../src/model/fields.ts';
import { findFaults, type SchemaName } from '../apply/schemas.ts';
import { ROOT } from '../ci/shell.ts';
import { listAnchors, listLinks } from './links.ts';
import { renderCommandsPage } from './reference/commands-page.ts';
import { renderConfigurationPage } from './reference/configuration-page.ts';
import { renderDocumentsPage } from './reference/documents-page.ts';
import type { JsonSchema } from './reference/json-schema.ts';
import { DOCUMENTS } from './reference/sample-documents.ts';

const SCHEMAS = readdirSync(join(ROOT, 'schema')).filter((name) => name.endsWith('.schema.json'));
const readSchema = (file: string) => JSON.parse(readFileSync(join(ROOT, 'schema', file), 'utf8')) as JsonSchema;

const PAGES = {
  'commands.md': renderCommandsPage(PROGRAM),
  'configuration.md': renderConfigurationPage(readSchema('config.schema.json')),
  'documents.md': renderDocumentsPage(DOCUMENTS, SCHEMAS.map(readSchema)),
} as const;

test.each(Object.entries(PAGES))('docs/reference/%s says what its source says', async (name, page) => {
  await expect(page).toMatchFileSnapshot(`../../docs/reference/${name}`);
});

test.each(Object.entries(PAGES))('the links of %s lead somewhere', (name, page) => {
  const anchors = listAnchors(page);
  const links = listLinks(page).map(({ target }) => target);
  const inPage = links.filter((target) => target.startsWith('#'));
  const files = links.filter((target) => !target.startsWith('#')).map((target) => target.replace(/#.*/, ''));
  expect(inPage.length, name).toBeGreaterThan(5);
  expect(inPage.filter((target) => !anchors.has(target.slice(1)))).toEqual([]);
  expect(files.filter((file) => !existsSync(join(ROOT, 'docs/reference', file)))).toEqual([]);
});

test('every schema has its page', () => {
  const told = [...DOCUMENTS.map(({ name }) => `${name}.schema.json`), 'config.schema.json'];
  expect(told.sort()).toEqual([...SCHEMAS].sort());
});

describe('the example of a document is one', () => {
  const lines = DOCUMENTS.flatMap(({ name, example }) =>
    (Array.isArray(example) ? example : [example]).map((one, index) => [`${name} ${index + 1}`, name, one] as const),
  );
  test.each(lines)('%s', (_, name, example) => {
    expect(findFaults(name as SchemaName, example)).toEqual([]);
  });
});

test('every field of the table is on the page of the configuration, with a key of its own', () => {
  const anchors = listAnchors(PAGES['configuration.md']);
  const missing = FIELDS.filter(({ section, key }) => !anchors.has(`${section}${key}`.toLowerCase()));
  expect(missing).toEqual([]);
});

test('a global option is read from the variable that the page names', () => {
  const named = PROGRAM.options.flatMap(({ variable }) => variable ?? []);
  expect(named.length).toBeGreaterThan(8);
  const read = new Set<PropertyKey>();
  const environment = new Proxy<Record<string, string>>({}, { get: (_, name) => void read.add(name) });
  readGlobalOptions({}, { environment });
  expect(named.filter((name) => !read.has(name))).toEqual([]);
});
