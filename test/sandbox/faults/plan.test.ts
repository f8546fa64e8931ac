import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { renderDiagnostics } from '../../../src/report/text/diagnostics.ts';
import { createStyle } from '../../../src/report/text/style.ts';
import { FAULT_KINDS, OPERATIONS } from '../../../src/sandbox/faults/fault-kinds.ts';
import { parsePlan } from '../../../src/sandbox/faults/fault-plan.ts';
import { loadFaults, SandboxError } from '../../../src/sandbox/index.ts';
import { plan } from './observe.ts';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

test('reports every error of a file with its position', async () => {
  const text = await readFile(pathOf('golden/mistakes.yaml'), 'utf8');
  const { mistakes } = parsePlan(text, 'mistakes.yaml');
  const described = renderDiagnostics(mistakes, new Map([['mistakes.yaml', text]]), createStyle('off'));
  await expect(described).toMatchFileSnapshot('golden/mistakes.txt');
});

test('a plan without keys applies to every operation of the kind', () => {
  expect(plan('faults: [{ fault: html }, { fault: { settle: 2s } }]')).toEqual({
    seed: null,
    faults: [
      {
        operation: ['get', 'list', 'put', 'patch', 'series', 'alert'],
        ...{ pipe: null, after: 0, count: null, probability: 1, enabled: true },
        fault: { kind: 'html', when: 'before' },
      },
      {
        operation: ['patch'],
        ...{ pipe: null, after: 0, count: null, probability: 1, enabled: true },
        fault: { kind: 'settle', for: 2000 },
      },
    ],
  });
});

test.each([
  ['{"seed": 3, "faults": []}', { seed: 3, faults: [] }],
  ['\r\nseed: 3\r\nfaults: []\r\n', { seed: 3, faults: [] }],
])('%j is a valid plan', (text, read) => {
  expect(plan(text)).toEqual(read);
});

test('accepts aliases', () => {
  const { faults } = plan('faults:\n  - &one { pipe: [a, b], fault: { stall: 5 } }\n  - *one\n');
  expect(faults[1]).toEqual(faults[0]);
  expect(faults[1]).toMatchObject({ pipe: ['a', 'b'], fault: { kind: 'stall', for: 5 } });
});

describe('reports an error for a hostile text', () => {
  const bomb = [
    'x0: &x0 [1,1,1,1,1,1,1,1,1]',
    ...Array.from({ length: 30 }, (_, index) => `x${index + 1}: &x${index + 1} [${Array(9).fill(`*x${index}`)}]`),
  ].join('\n');
  const indented = Array.from({ length: 900 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n');
  test.each([
    ['empty text', '', 'fault plan: expected a map with seed and faults.'],
    ['an unclosed list', 'faults: [', 'The file is not YAML or JSON: '],
    ['a duplicate key', 'faults: []\nfaults: []', 'The file is not YAML or JSON: Map keys must be unique'],
    ['two documents', 'faults: []\n---\nfaults: []', 'The file is not YAML or JSON: '],
    ['a tag', 'faults: !!js/function x', 'The file is not YAML or JSON: Unresolved tag'],
    ['an alias without an anchor', 'faults: *none', 'The file is not YAML or JSON: Unresolved alias'],
    ['an alias of itself', 'faults: &a [*a]', 'faults[0]: expected a map with'],
    ['exponential aliases', bomb, 'The file is not YAML or JSON: Excessive alias count'],
    ['many aliases', `a: &a 1\nb: [${Array(900).fill('*a')}]`, 'b: unknown key; expected a map with seed and faults.'],
    [
      'too many aliases',
      `a: &a 1\nb: [${Array(1_001).fill('*a')}]`,
      'The file is not YAML or JSON: Excessive alias count',
    ],
    ['many keys', Array.from({ length: 600 }, (_, index) => `a${index}:`).join('\n'), 'a599: unknown key'],
    ['deeply nested brackets', '['.repeat(50_000), 'The file is not YAML or JSON: Maximum call stack'],
    ['deeply nested list items', '- '.repeat(50_000), 'The file is not YAML or JSON: Maximum call stack'],
    ['deeply nested indents', indented, 'a: unknown key'],
    ['the key __proto__', '__proto__: {}\nfaults: []', '__proto__: unknown key'],
    ['the kind constructor', 'faults: [{ fault: { constructor: {} } }]', 'faults[0].fault: expected a kind'],
    [
      'scaling of __proto__',
      'faults: [{ fault: { edit: { scaling: { __proto__: 1 } } } }]',
      'faults[0].fault.edit.scaling.__proto__',
    ],
  ])('%s', (_, text, summary) => {
    const summaries = parsePlan(text, 'faults.yaml').mistakes.map((mistake) => mistake.summary);
    expect(summaries.join('\n')).toContain(summary);
  });
});

test('a missing file is refused', async () => {
  const loading = loadFaults(pathOf('golden/missing.yaml'), 'missing.yaml');
  await expect(loading).rejects.toThrow(new SandboxError('cannot read the fault plan missing.yaml (ENOENT).'));
});

describe('the documentation', () => {
  const readPage = () => readFile(pathOf('../../../docs/sandbox-faults.md'), 'utf8');

  test('has a valid example that equals the example file', async () => {
    const example = /```yaml\n([\s\S]*?)```/.exec(await readPage())?.[1] ?? '';
    expect(parsePlan(example, 'docs').mistakes).toEqual([]);
    const file = pathOf('../../../examples/sandbox/faults.yaml');
    expect(await readFile(file, 'utf8')).toBe(example);
    expect((await loadFaults(file)).faults.length).toBeGreaterThan(5);
  });

  test('has every kind with its operations, parameters and defaults', async () => {
    const items = Object.entries(FAULT_KINDS).map(([kind, { description, operations, parameters }]) => {
      const described = Object.entries(parameters).map(([name, parameter], index) => {
        const shown = parameter.default === undefined ? 'required' : JSON.stringify(parameter.default);
        // A map for the first parameter of an edit is a map of its parameters.
        const isMain = index === 0 && kind !== 'edit';
        const text = shown === 'null' ? '' : ` (${shown.replaceAll('"', '')})`;
        return `${isMain ? `**\`${name}\`**` : `\`${name}\``}${text}`;
      });
      const on = operations === OPERATIONS ? '' : ` (${operations.join(', ')})`;
      return `- \`${kind}\`${on}: ${description}${described.length === 0 ? '' : `; ${described.join(', ')}`}`;
    });
    const [, kinds = ''] = (await readPage()).split(/\n## Kinds\n|\nDetails:\n/);
    expect(
      kinds.split(/\n(?=- )/).flatMap((item) => (item.startsWith('- ') ? item.trim().replace(/\n {2}/g, ' ') : [])),
    ).toEqual(items);
  });
});
