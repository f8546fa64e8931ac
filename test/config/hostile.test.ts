import { expect, test } from 'vitest';
import { renderDiagnostics } from '../../src/report/text/diagnostics.ts';
import { createStyle } from '../../src/report/text/style.ts';
import { HEAD, load } from './memory-files.ts';

async function codesOf(text: string | Uint8Array): Promise<readonly string[]> {
  const { fleet, diagnostics } = await load({ 'pipeform.yaml': text });
  expect(fleet).toBeNull();
  expect(diagnostics.filter(({ line }) => line === null)).toEqual([]);
  return [...new Set(diagnostics.map(({ code }) => code))];
}

test.each([
  ['flow lists', '['.repeat(50_000)],
  ['closed flow lists', '['.repeat(20_000) + ']'.repeat(20_000)],
  ['flow maps', '{a: '.repeat(20_000)],
  ['block lists', '- '.repeat(20_000)],
  ['explicit keys', '? '.repeat(20_000)],
  ['block maps', Array.from({ length: 1000 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('')],
])('refuses endlessly nested %s', async (_, text) => {
  expect(await codesOf(text)).toEqual(['yaml-syntax']);
});

test('refuses an alias bomb', async () => {
  const levels = Array.from({ length: 30 }, (_, n) => `l${n + 1}: &l${n + 1} [${`*l${n}, `.repeat(9)}*l${n}]`);
  expect(await codesOf(`${HEAD}l0: &l0 [x]\n${levels.join('\n')}\n`)).toContain('yaml-syntax');
});

test('refuses endlessly nested aliases', async () => {
  const levels = Array.from({ length: 900 }, (_, n) => `l${n + 1}: &l${n + 1} [*l${n}]`);
  expect(await codesOf(`${HEAD}l0: &l0 [x]\n${levels.join('\n')}\n`)).toContain('yaml-syntax');
});

test('reports an error once for many aliases of one value', async () => {
  const text = `${HEAD}presets:\n  a: &a { wrong: 1 }\n${Array.from({ length: 50 }, (_, n) => `  p${n}: *a\n`).join('')}`;
  const { diagnostics } = await load(text);
  expect(diagnostics.filter(({ code }) => code === 'unknown-key').length).toBeLessThanOrEqual(51);
  expect(new Set(diagnostics.map((diagnostic) => JSON.stringify(diagnostic))).size).toBe(diagnostics.length);
});

test('does not read a file that is too large', async () => {
  expect(await codesOf(new Uint8Array(1024 ** 2 + 1))).toEqual(['config-unreadable']);
});

test.each([
  ['NUL', 'version: 1\n\0'],
  ['nothing', ''],
  ['a directive alone', '%YAML 1.2\n'],
  ['a text', 'hello'],
  ['a number', '17'],
  ['an empty key', ': 1\n'],
  ['infinity', `${HEAD}policy: { minPipes: .inf, maxReplicaFactor: .nan }\n`],
  ['a huge number', `${HEAD}policy: { minPipes: 1e400 }\n`],
  ['a lone surrogate escape', `${HEAD}pipes: { "\\uD800": {} }\n`],
])('%s is a diagnostic', async (_, text) => {
  expect((await codesOf(text)).length).toBeGreaterThan(0);
});

test('names of built-in properties are ordinary names', async () => {
  const { fleet, diagnostics } = await load(`version: 1
api: { url: "http://localhost:1", organization: 7c0e4a5e-6b0c-4a35-9a0f-0d8a3f2b9c11 }
services: { toString: 1d52f7b0-58a4-4f6e-8a55-3a7a1f6f0c01 }
pipes:
  hasOwnProperty: { service: toString, id: 0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001, settings: { db_max_threads: 1 } }
`);
  expect(diagnostics).toEqual([]);
  expect(fleet?.pipes[0]?.name).toBe('hasOwnProperty');
  const missing = await load(
    `${HEAD}pipes:\n  a: { service: valueOf, id: 0b0c3a9e-2a64-4a4f-8a11-93f5b1f2d001, protect: true }\n`,
  );
  expect(missing.diagnostics.map(({ code }) => code)).toContain('unknown-reference');
});

test('reports a limited number of errors in linear time', async () => {
  const pipes = Array.from({ length: 6_000 }, (_, n) => `  p${n}: { service: nowhere${n}, id: x, odd: 1 }\n`).join('');
  const { fleet, diagnostics } = await load(`${HEAD}pipes:\n${pipes}`);
  expect(fleet).toBeNull();
  expect(diagnostics).toHaveLength(1_001);
  expect(diagnostics.at(-1)).toMatchObject({
    severity: 'note',
    code: 'too-many-problems',
    summary: 'Only 1,000 problems are shown.',
  });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toHaveLength(1_000);
});

test('quotes a line of half a megabyte quickly', async () => {
  const { diagnostics, sources } = await load(
    `${HEAD}odd: "${'a:'.repeat(250_000)}"\nodder: "x@${'y@'.repeat(200_000)}"\n`,
  );
  expect(renderDiagnostics(diagnostics, sources, createStyle('off')).length).toBeLessThan(3_000);
});
