import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { renderDiagnostics } from '../../../src/report/text/diagnostics.ts';
import { createStyle } from '../../../src/report/text/style.ts';
import { FAULT_KINDS } from '../../../src/sandbox/faults/kinds.ts';
import { parsePlan } from '../../../src/sandbox/faults/plan-file.ts';
import { loadFaults, SandboxError } from '../../../src/sandbox/index.ts';
import { plan } from './observe.ts';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

test('every mistake of a file is told, with its place and what was meant', async () => {
  const text = await readFile(pathOf('golden/mistakes.yaml'), 'utf8');
  const { mistakes } = parsePlan(text, 'mistakes.yaml');
  const told = renderDiagnostics(mistakes, new Map([['mistakes.yaml', text]]), createStyle('off'));
  await expect(told).toMatchFileSnapshot('golden/mistakes.txt');
});

test('a plan that says the least means every request that the kind makes sense for', () => {
  expect(plan('faults: [{ fault: html }, { fault: { settle: 2s } }]')).toEqual({
    seed: null,
    faults: [
      {
        operations: ['get', 'put', 'patch', 'series', 'alert'],
        ...{ pipes: null, after: 0, count: null, probability: 1 },
        fault: { kind: 'html', when: 'before' },
      },
      {
        operations: ['patch'],
        ...{ pipes: null, after: 0, count: null, probability: 1 },
        fault: { kind: 'settle', for: 2000 },
      },
    ],
  });
});

test.each([
  ['{"seed": 3, "faults": []}', { seed: 3, faults: [] }],
  ['\r\nseed: 3\r\nfaults: []\r\n', { seed: 3, faults: [] }],
])('%j is a plan', (text, read) => {
  expect(plan(text)).toEqual(read);
});

test('what is written once may stand in several places', () => {
  const { faults } = plan('faults:\n  - &one { pipe: [a, b], fault: { stall: 5 } }\n  - *one\n');
  expect(faults[1]).toEqual(faults[0]);
  expect(faults[1]).toMatchObject({ pipes: ['a', 'b'], fault: { kind: 'stall', for: 5 } });
});

describe('a hostile text is a mistake, and soon told', () => {
  const bomb = [
    'x0: &x0 [1,1,1,1,1,1,1,1,1]',
    ...Array.from({ length: 30 }, (_, index) => `x${index + 1}: &x${index + 1} [${Array(9).fill(`*x${index}`)}]`),
  ].join('\n');
  const indented = Array.from({ length: 900 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n');
  test.each([
    ['nothing', '', 'A plan of faults takes a map with seed, faults.'],
    ['an open end', 'faults: [', 'The file is not YAML or JSON: '],
    ['a key twice', 'faults: []\nfaults: []', '"faults" stands here twice.'],
    ['two documents', 'faults: []\n---\nfaults: []', 'The file is not YAML or JSON: '],
    ['a tag', 'faults: !!js/function x', 'The file is not YAML or JSON: Unresolved tag'],
    ['an alias of nothing', 'faults: *none', '*none stands for nothing, or for itself.'],
    ['an alias of itself', 'faults: &a [*a]', '*a stands for nothing, or for itself.'],
    ['a bomb of aliases', bomb, 'A plan of faults has no "x30".'],
    ['many aliases', `a: &a 1\nb: [${Array(3_000).fill('*a')}]`, 'A plan of faults has no "b".'],
    [
      'many keys',
      Array.from({ length: 3_000 }, (_, index) => `a${index}:`).join('\n'),
      'A plan of faults has no "a2999".',
    ],
    ['deep brackets', '['.repeat(200_000), 'The file nests more than 50 levels.'],
    ['deep marks', '- '.repeat(200_000), 'The file nests more than 50 levels.'],
    ['deep indents', indented, 'The file nests more than 50 levels.'],
    ['the key __proto__', '__proto__: {}\nfaults: []', 'A plan of faults has no "__proto__".'],
    ['the kind constructor', 'faults: [{ fault: { constructor: {} } }]', '"constructor" is no kind of fault.'],
    ['scaling of __proto__', 'faults: [{ fault: { edit: { scaling: { __proto__: 1 } } } }]', 'edit.scaling.__proto__'],
  ])('%s', (_, text, summary) => {
    const summaries = parsePlan(text, 'faults.yaml').mistakes.map((mistake) => mistake.summary);
    expect(summaries.join('\n')).toContain(summary);
  });
});

test('a file that is missing is refused', async () => {
  const loading = loadFaults(pathOf('golden/missing.yaml'), 'missing.yaml');
  await expect(loading).rejects.toThrow(new SandboxError('cannot read the file of faults missing.yaml (ENOENT).'));
});

describe('the documentation', () => {
  const readPage = () => readFile(pathOf('../../../docs/sandbox-faults.md'), 'utf8');

  test('has an example without mistakes, and it is the file that is there to be tried', async () => {
    const example = /```yaml\n([\s\S]*?)```/.exec(await readPage())?.[1] ?? '';
    expect(parsePlan(example, 'docs').mistakes).toEqual([]);
    const file = pathOf('../../../examples/sandbox/faults.yaml');
    expect(await readFile(file, 'utf8')).toBe(example);
    expect((await loadFaults(file)).faults.length).toBeGreaterThan(5);
  });

  test('has every kind with its operations, parameters and standard values', async () => {
    const rows = Object.entries(FAULT_KINDS).map(([kind, { meaning, operations, parameters, ...row }]) => {
      const told = Object.entries(parameters).map(([name, parameter]) => {
        const { standard } = parameter as { readonly standard?: unknown };
        const isMain = 'main' in row && row.main === name;
        const shown = standard === undefined ? 'required' : JSON.stringify(standard)?.replaceAll('"', '');
        return `${isMain ? `**\`${name}\`**` : `\`${name}\``}${standard === null ? '' : ` (${shown})`}`;
      });
      const where = operations.length === 5 ? 'all' : operations.join(', ');
      return `| \`${kind}\` | ${meaning} | ${where} | ${told.join(', ')} |`;
    });
    expect(
      (await readPage()).split('\n').filter((line) => line.startsWith('| `') && line.split('|').length === 6),
    ).toEqual(rows);
  });
});
