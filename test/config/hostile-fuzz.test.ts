import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { listSections } from '../../src/config/schema/list-sections.ts';
import { DIAGNOSTICS } from '../../src/model/diagnostic-codes.ts';
import { safeJson } from '../../src/model/text.ts';
import { renderDiagnostics } from '../../src/report/text/diagnostics.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { checkProperty } from '../effort.ts';
import { findPollution, mutated, ODD_TEXTS, oddJson } from '../properties/fuzz.ts';
import { HEAD, load, pipeId, type TestFiles } from './memory-files.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
const FIXTURES = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.yaml') && !path.startsWith('ci'))
  .map((path) => readFileSync(`${EXAMPLES}/${path}`, 'utf8'));

const PATHS = listSections().map(({ path }) => path.split(/[.[\]]+/));
const SECTIONS = [...new Set(PATHS.map(([section = '']) => section))];
const KEYS = [...new Set(PATHS.flatMap(([, ...keys]) => keys))].filter((key) => key !== '');
const PIECES = [
  ...ODD_TEXTS,
  ...[...SECTIONS, ...KEYS].map((key) => `\n${key}: `),
  '{',
  '}',
  '[',
  ']',
  '\n  ',
  '\t',
  '"',
  "'",
];

/** A document with valid upper levels, and random values below and beside them. */
const documents = fc
  .dictionary(
    fc.constantFrom(...SECTIONS, ...ODD_TEXTS),
    fc.oneof(oddJson, fc.dictionary(fc.constantFrom('a', ...KEYS, ...ODD_TEXTS), oddJson, { maxKeys: 4 })),
    { maxKeys: 5 },
  )
  .map((tree) => `${HEAD}${stringify(tree)}`);

async function checkLoadedOrReported(files: TestFiles): Promise<void> {
  const { fleet, diagnostics, sources } = await load(files);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  expect(fleet === null).toBe(errors.length > 0);
  for (const { code, file, line, column } of diagnostics) {
    expect(Object.hasOwn(DIAGNOSTICS, code)).toBe(true);
    expect([file, line, column]).not.toContain(null);
  }
  const text = renderDiagnostics(diagnostics, sources, createStyle('off'));
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2028]/);
  expect(JSON.parse(safeJson({ fleet, diagnostics }, 0))).toBeTruthy();
  expect(findPollution()).toEqual([]);
}

test('loads or reports any bytes', async () => {
  const bytes = fc.uint8Array({ maxLength: 300 });
  const property = fc.asyncProperty(bytes, fc.boolean(), async (tail, isWhole) => {
    await checkLoadedOrReported({ 'pipeform.yaml': isWhole ? tail : Buffer.concat([Buffer.from(HEAD), tail]) });
  });
  await checkProperty(property, { numRuns: 60 });
});

test('loads or reports truncated and mixed examples', async () => {
  const property = fc.asyncProperty(mutated(fc.constantFrom(...FIXTURES), PIECES), async (text) => {
    await checkLoadedOrReported({ 'pipeform.yaml': text, 'pipes/more.yaml': text });
  });
  await checkProperty(property, { numRuns: 24 });
});

test('loads or reports documents of any shape, with odd keys, in two files', async () => {
  const property = fc.asyncProperty(documents, documents, async (root, included) => {
    await checkLoadedOrReported({
      'pipeform.yaml': `${root}include: [more.yaml]\npipes: { a: { service: analytics, id: ${pipeId(1)} } }\n`,
      'more.yaml': included,
    });
  });
  await checkProperty(property, { numRuns: 24 });
});
