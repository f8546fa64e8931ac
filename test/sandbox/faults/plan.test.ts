import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { FAULT_KINDS } from '../../../src/sandbox/faults/fault-kinds.ts';
import { OPERATIONS, parsePlan } from '../../../src/sandbox/faults/fault-plan.ts';
import { loadFaults, SandboxError } from '../../../src/sandbox/index.ts';
import { plan } from '../harness.ts';

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The problems of a plan, one a line. */
function problemsOf(written: string): string {
  try {
    parsePlan(written, FAULT_KINDS);
    return '';
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return error.message.replaceAll(/^fault plan: /gm, '');
  }
}

const COUNTED = 'a whole number from 0 to 1000000000';

test.each([
  ['seed: -1', ['seed: expected a whole number from 0 to 4294967295.', 'faults: missing; expected a list.']],
  ['faults: {}', ['faults: expected a list.']],
  ['[stall]', ['faults[0]: expected a map with operation, pipe, after, count, probability, enabled and fault.']],
  ['[{ fault: stall, pipes: a }]', ['faults[0].pipes: unknown key; expected a map with']],
  [
    '[{ fault: stall, after: 1.5, count: many }]',
    [`faults[0].after: expected ${COUNTED}.`, `faults[0].count: expected ${COUNTED}.`],
  ],
  ['[{ fault: stall, probability: 20 }]', ['faults[0].probability: expected a number from 0 to 1.']],
  ['[{ fault: stall, enabled: later }]', ['faults[0].enabled: expected true or false.']],
  ['[{ fault: stall, operation: putt }]', ['faults[0].operation: expected get, list, put, patch, series or alert.']],
  [
    '[{ fault: ignored, operation: [get, put] }]',
    ['faults[0].operation: ignored does not apply to get; it applies to put and patch.'],
  ],
  ['[{ fault: stall, pipe: [] }]', ['faults[0].pipe: expected a text or a list of texts.']],
  [
    '[{ fault: stall, pipe: ["", 4] }]',
    ['faults[0].pipe[0]: expected an id, or a pattern', 'faults[0].pipe[1]: expected an id'],
  ],
  ['[{ fault: stall, pipe: ["*a*a*a*", b] }]', ['faults[0].pipe[0]: the pattern has more than 3 stars in one name.']],
  ['[{ fault: resett }]', ['faults[0].fault: expected a kind, or a map of one kind to its parameters; the kinds are']],
  ['[{ fault: {} }]', ['faults[0].fault: expected a kind']],
  ['[{}]', ['faults[0].fault: missing; expected a kind']],
  ['[{ fault: { reset: before, stall: 2s } }]', ['faults[0].fault: expected a kind']],
  ['[{ fault: { stall: 2 fortnights } }]', ['faults[0].fault.stall.for: expected a duration such as 200ms or 2s']],
  ['[{ fault: lag }]', ['faults[0].fault.lag.for: missing; expected a duration']],
  ['[{ fault: { ignored: 4 } }]', ['faults[0].fault.ignored: expected no parameters.']],
  [
    '[{ fault: { status: { kode: 503, body: xml, headers: { "content-length": 3, "a b": x, x-note: [] }, when: during } } }]',
    [
      'faults[0].fault.status.kode: unknown key; expected a map with code, body, text, headers and when.',
      'faults[0].fault.status.code: missing; expected a whole number from 200 to 599.',
      'faults[0].fault.status.body: expected contract, message, error, plain, html or empty.',
      'faults[0].fault.status.headers.content-length: not a header that a fault can set.',
      'faults[0].fault.status.headers.a b: not a header that a fault can set.',
      'faults[0].fault.status.headers.x-note: expected a text that a header can carry.',
      'faults[0].fault.status.when: expected before or after.',
    ],
  ],
])('%s is refused with every mistake', (written, problems) => {
  const found = problemsOf(written.startsWith('[') ? `faults: ${written}` : written).split('\n');
  expect(found).toEqual(problems.map((problem) => expect.stringContaining(problem)));
});

test('a plan without keys applies to every operation of the kind', () => {
  const others = { pipe: null, after: 0, count: null, probability: 1, enabled: true };
  expect(plan('faults: [{ fault: reset }, { fault: { lag: 2s } }]')).toEqual({
    seed: null,
    faults: [
      {
        operation: ['get', 'list', 'put', 'patch', 'series', 'alert'],
        ...others,
        fault: { kind: 'reset', when: 'before' },
      },
      { operation: ['put', 'patch'], ...others, fault: { kind: 'lag', for: 2000 } },
    ],
  });
});

test('may be JSON, and YAML with aliases', () => {
  expect(plan('{"seed": 3, "faults": []}')).toEqual({ seed: 3, faults: [] });
  const { faults } = plan('faults:\r\n  - &one { pipe: [a, b], fault: { stall: 0 } }\r\n  - *one\r\n');
  expect(faults[1]).toEqual(faults[0]);
  expect(faults[1]).toMatchObject({ pipe: ['a', 'b'], fault: { kind: 'stall', for: 0 } });
});

test.each([
  ['empty text', '', 'expected a map with seed and faults.'],
  ['an unclosed list', 'faults: [', 'the fault plan is not YAML or JSON: '],
  ['a tag', 'faults: !!js/function x', 'the fault plan is not YAML or JSON: Unresolved tag'],
  ['an alias of itself', 'faults: &a [*a]', 'faults[0]: expected a map with'],
  [
    'too many aliases',
    `a: &a 1\nb: [${Array(1_001).fill('*a')}]`,
    'the fault plan is not YAML or JSON: Excessive alias count',
  ],
  ['the kind constructor', 'faults: [{ fault: { constructor: {} } }]', 'faults[0].fault: expected a kind'],
  ['a header __proto__', 'faults: [{ fault: { status: { code: 500, headers: { __proto__: [] } } } }]', '.__proto__: '],
])('a hostile text is refused: %s', (_, text, problem) => {
  expect(problemsOf(text)).toContain(problem);
});

test('a missing file is refused', async () => {
  const loading = loadFaults('missing.yaml');
  await expect(loading).rejects.toThrow(new SandboxError('cannot read the fault plan missing.yaml (ENOENT).'));
});

describe('the documentation', () => {
  const readPage = () => readFile(pathOf('../../../docs/sandbox-faults.md'), 'utf8');

  test('has a valid example that equals the example file', async () => {
    const example = /```yaml\n([\s\S]*?)```/.exec(await readPage())?.[1] ?? '';
    expect(problemsOf(example)).toBe('');
    const file = pathOf('../../../examples/sandbox/faults.yaml');
    expect(await readFile(file, 'utf8')).toBe(example);
    expect((await loadFaults(file)).faults.length).toBeGreaterThan(5);
  });

  test('has every kind with its operations, parameters and defaults', async () => {
    const items = Object.entries(FAULT_KINDS).map(([kind, { description, operations, parameters }]) => {
      const described = Object.entries(parameters).map(([name, parameter], index) => {
        const shown = parameter.default === undefined ? 'required' : JSON.stringify(parameter.default);
        const text = shown === 'null' ? '' : ` (${shown.replaceAll('"', '')})`;
        return `${index === 0 ? `**\`${name}\`**` : `\`${name}\``}${text}`;
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
