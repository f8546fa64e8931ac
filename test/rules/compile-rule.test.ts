import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { compileRule, LONGEST_RULE, type RuleValues } from '../../src/rules/compile-rule.ts';
import { checkProperty } from '../effort.ts';

const values: RuleValues = {
  change: { path: 'scaling.replicas', before: 2, after: 5, origin: null },
  pipe: { name: 'orders', service: 'analytics', source: 'kafka', state: 'Running', liveName: 'orders-prod' },
  plan: { changedPipes: 3, fleetSize: 10 },
  environment: null,
};

function ask(when: string, given: RuleValues = values) {
  const compiled = compileRule(when);
  if (!compiled.ok) throw new Error(compiled.problem.summary);
  return compiled.ask(given);
}

function problemOf(when: string) {
  const compiled = compileRule(when);
  if (compiled.ok) throw new Error('the expression is valid');
  const { summary, start, end } = compiled.problem;
  return [summary, when.slice(start, end)];
}

describe('an expression', () => {
  test.each([
    ['change.path == "scaling.replicas" && change.before != null && change.after > 2 * change.before', true],
    ['change.after - change.before >= 4', false],
    ['double(change.after) / double(change.before) > 1.5', true],
    ['plan.changedPipes * 3 > plan.fleetSize', false],
    ['environment == "production"', false],
    ["pipe.name in ['and', 'not', 'a = b']", false],
    ['environment == null && change.origin == null', true],
    ['pipe.name.startsWith("ord") && pipe.source in ["kafka", "kinesis"]', true],
    ['["a", "orders"].exists(name, name == pipe.name)', true],
    ['size(pipe.liveName) > 20', false],
  ])('%s', (when, holds) => {
    expect(ask(when)).toEqual({ ok: true, holds });
  });

  it('that fails on a value has no answer, and says why', () => {
    const whole = ask('change.after > 2.5 * change.before');
    expect(whole).toEqual({ ok: false, reason: expect.stringContaining('no such overload: double * dyn<int>') });
    expect(ask('change.before')).toEqual({ ok: false, reason: 'it gives neither true nor false' });
    expect(ask('1 / (change.before - 2) > 1').ok).toBe(false);
  });
});

describe('the check of an expression', () => {
  test.each<readonly [string, string, string | null]>([
    ['change.path == 2', 'no such overload: string == int', 'change.path == 2'],
    ['change.pth == "x"', 'no such key: pth', 'pth'],
    ['chnge.path == "x"', 'unknown variable: chnge', 'chnge'],
    ['true && change.path', "logical operator requires bool operands, got 'string'", null],
    ['change.path == "a" &&', 'unexpected token: EOF', ''],
    ['change.path', 'the expression gives string, not true or false', 'change.path'],
    ['pipe.name.matches("(a+)+$")', 'rules do not have matches(); use contains, startsWith or endsWith', null],
    ['has(change.path)', 'rules do not have has()', 'has(change.path)'],
    ['[1].all(a, [2].all(b, a < b))', 'all() is inside all(); a rule may not loop in a loop', '[2].all(b, a < b)'],
    ['cel.bind(a, 1, a == 1)', 'rules do not have bind()', null],
    ['{"a": 1} == {"a": 1}', 'rules do not have maps', null],
    ['string(1, 2, 3, 4, 5) == ""', 'a call has more than 4 arguments', null],
    [
      '1.all(a, a)',
      "expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)",
      null,
    ],
    ...(
      [
        ['change.path = "a = b"', '=', '=='],
        ['change.before === null', '===', '=='],
        ['change.before != null & change.path == "a"', '&', '&&'],
        ['change.path == "x" and pipe.name == "b"', 'and', '&&'],
        ['change.path == "x" OR true', 'OR', '||'],
        ['true | false', '|', '||'],
        ['not (change.path == "a")', 'not', '!'],
        ['change.path <> "a"', '<>', '!='],
        ['change.before is not null', 'is not', '!='],
        ['change.before is null', 'is', '=='],
        ['change.before == None', 'None', 'null'],
        ['change.after == True', 'True', 'true'],
        ['change.path =~ "a"', '=~', 'contains()'],
        ['change.path == “a”', '“', '"'],
      ] as const
    ).map(([when, word, cel]) => [when, `\`${word}\` is not CEL; write \`${cel}\``, word] as const),
  ])('%s', (when, summary, place) => {
    const [found, where] = problemOf(when);
    expect(found).toBe(summary);
    if (place !== null) expect(where).toBe(place);
  });

  it('bounds the size of an expression', () => {
    const long = `change.path == "${'a'.repeat(LONGEST_RULE)}"`;
    expect(problemOf(long)[0]).toMatch(/the expression has \d+ characters; a rule may have 2000/);
    expect(problemOf(Array(200).fill('true').join(' && '))[0]).toBe('the expression has more than 300 parts');
    expect(problemOf(`${'('.repeat(400)}true${')'.repeat(400)}`)[0]).toBe(
      'the expression is nested more than 30 levels deep',
    );
    expect(problemOf(`1 in [${Array(200).fill('1').join(',')}]`)[0]).toBe('a list has more than 100 items');
  });
});

describe('random expressions', () => {
  const word = fc.constantFrom(
    ...['change.path', 'change.before', 'change.after', 'change.origin', 'pipe.name', 'pipe.state', 'plan.fleetSize'],
    ...['environment', 'x', 'true', 'null', '1', '2.5', '-7', '"a"', "r'\\\\'", '[]', '{}', 'b"x"', 'change', 'pipe'],
  );
  const { expression } = fc.letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      word,
      fc
        .tuple(word, fc.constantFrom('==', '!=', '<', '>='), word)
        .map(([a, operator, b]) => `dyn(${a}) ${operator} dyn(${b})`),
      fc
        .tuple(
          tie('expression'),
          fc.constantFrom('==', '!=', '<', '>=', '+', '-', '*', '/', '%', '&&', '||', 'in'),
          tie('expression'),
        )
        .map(([a, operator, b]) => `(${a} ${operator} ${b})`),
      fc.tuple(tie('expression'), tie('expression'), tie('expression')).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
      fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `[${a}, ${b}]`),
      fc
        .tuple(tie('expression'), fc.constantFrom('all', 'exists', 'exists_one', 'map', 'filter'), tie('expression'))
        .map(([list, loop, body]) => `${list}.${loop}(x, ${body})`),
      fc
        .tuple(
          fc.constantFrom('size', 'int', 'string', 'double', 'matches', 'timestamp', 'has', 'type'),
          tie('expression'),
        )
        .map(([name, given]) => `${name}(${given})`),
      fc
        .tuple(
          tie('expression'),
          fc.constantFrom('contains', 'startsWith', 'matches', 'split', 'lowerAscii'),
          tie('expression'),
        )
        .map(([a, name, b]) => `${a}.${name}(${b})`),
    ),
  }));
  const anything = fc.oneof(
    { weight: 4, arbitrary: expression },
    { weight: 1, arbitrary: fc.string({ maxLength: 60 }) },
  );
  const value = fc.oneof(fc.integer(), fc.double(), fc.boolean(), fc.constant(null), fc.string());

  it('never throw, and have an answer or a reason', () => {
    const seen = { valid: 0, refused: 0, answered: 0 };
    checkProperty(
      fc.property(anything, value, value, (when, before, after) => {
        const compiled = compileRule(when);
        if (!compiled.ok) {
          seen.refused += 1;
          const { summary, start, end } = compiled.problem;
          expect(summary).not.toBe('');
          expect(0 <= start && start <= end && end <= when.length + 1).toBe(true);
          return;
        }
        seen.valid += 1;
        const answer = compiled.ask({ ...values, change: { ...values.change, before, after } });
        if (answer.ok) seen.answered += 1;
        else expect(answer.reason).not.toBe('');
      }),
      { numRuns: 5_000 },
    );
    expect(Math.min(seen.valid, seen.refused, seen.answered)).toBeGreaterThan(20);
  });
});
