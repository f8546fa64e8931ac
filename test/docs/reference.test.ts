import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderReferencePages } from '../../scripts/reference/pages.ts';
import { PROGRAM } from '../../src/cli/options/commands.ts';
import { readOptions } from '../../src/cli/options/global-options.ts';
import { FIELDS } from '../../src/model/field/field.ts';
import { findFaults, SCHEMA_NAMES } from '../apply/schemas.ts';
import { ROOT } from '../ci/shell.ts';
import { SAMPLES } from './sample-documents.ts';

/** `npm run check` compares them with the files of `docs`, whose links `pages.test.ts` follows. */
const PAGES = renderReferencePages();

test('every document with a schema is on the documents page', () => {
  const page = PAGES['reference/documents.md'] ?? '';
  const isNamed = (name: string) => page.includes(`\n## ${name}\n`) || page.includes(`\n- \`${name}\`: `);
  expect(SCHEMA_NAMES.filter((name) => !isNamed(name))).toEqual([]);
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

test.each(Object.entries(SAMPLES))('the example of %s is valid', (name, sample) => {
  for (const document of [sample].flat()) expect(findFaults(name, document)).toEqual([]);
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
