import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../src/sandbox/http.ts';
import { compileWhere } from '../../../src/sandbox/observability-api/where.ts';
import { checkProperty } from '../../effort.ts';

const COLUMNS = { pipe: 'orders-prod', pipeId: '0b0c', service: 'Analytics', kind: 'kafka', metric: 'lag' };

const passes = (where: string, columns = COLUMNS) => compileWhere(where)(columns);

describe('a where filter', () => {
  test.each([
    '',
    '  ',
    'pipe:orders-prod',
    'pipe:x OR pipe:ORDERS-PROD',
    'pipe:orders-prod AND metric:lag',
    'pipe:orders-prod metric:lag',
    'pipe:"orders-prod"',
    'pipe:ord*',
    'pipe:*prod',
    'pipe:o*s-p*d',
    'pipe:*',
    '*:*',
    '*',
    'lag',
    'kaf*',
    '"analytics"',
    'service:analytics',
    'NOT pipe:other',
    '-pipe:other',
    '-pipe:"other one"',
    'pipe:orders-prod NOT metric:errors',
    'pipe:orders-prod AND   NOT   metric:errors',
    'pipe:x OR NOT metric:errors',
    'NOT (metric:errors OR metric:arrivals)',
    'NOT(metric:errors)',
    'pipe:(other OR orders-prod)',
    'metric:(lag AND NOT errors) AND (kind:kafka OR kind:kinesis)',
    'pipe:x AND pipe:y OR metric:lag',
    'metric:lag OR pipe:x AND pipe:y',
  ])('%j matches the row', (where) => {
    expect(passes(where)).toBe(true);
  });

  test.each([
    'pipe:orders',
    'pipe:"ord*"',
    'orders',
    'NOT pipe:orders-prod',
    'pipe:orders-prod AND   NOT   metric:lag',
    '(pipe:x OR metric:lag) AND pipe:y',
    'metric:(errors OR arrivals)',
  ])('%j does not match the row', (where) => {
    expect(passes(where)).toBe(false);
  });

  test.each([
    'pipe:',
    'pipe:a AND',
    'AND pipe:a',
    'pipe:a AND OR pipe:b',
    'NOT',
    'NOT NOT pipe:a',
    '(pipe:a',
    'pipe:a)',
    '()',
    'pipe:a OR ()',
    'pipe:"open',
    'value:many',
    'pipe:[a TO b]',
    'color:red',
    'constructor:x',
    '__proto__:x',
    'pipe:a~2',
    'pipe:a?',
    'pipe:a && pipe:b',
    '!pipe:a',
    '+pipe:a',
    'pipe:a\\*',
    'pipe:"a"^2',
    'pipe:a:b',
    'a '.repeat(3_000),
  ])('%j is a 500 with an error message', (where) => {
    expect(() => compileWhere(where)).toThrowError(ApiError);
    try {
      compileWhere(where);
    } catch (error) {
      expect(error).toMatchObject({ status: 500, message: expect.stringMatching(/^[^\n]+$/) });
    }
  });

  test.each([
    ['groups', '(a) '.repeat(200)],
    ['brackets', `${'('.repeat(400)}a${')'.repeat(400)}`],
    ['alternatives', 'pipe:a* OR '.repeat(80).concat('b')],
    ['stars', `pipe:${'*a'.repeat(480)}`],
    ['space', `a${' '.repeat(900)}b`],
    ['signs', `${'-'.repeat(900)}a`],
    ['quotes', '"'.repeat(900)],
    ['backslashes', '\\'.repeat(900)],
  ])('parses very many %s quickly', (_, where) => {
    const begun = performance.now();
    try {
      passes(where, { ...COLUMNS, pipe: 'a'.repeat(300) });
    } catch (error) {
      expect(error).toBeInstanceOf(ApiError);
    }
    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});

/** A filter as a tree, its text, and a simple evaluation of it. */
interface Sample {
  readonly text: string;
  readonly binds: 'term' | 'and' | 'or';
  readonly holds: (metric: string) => boolean;
}

const TERM: fc.Arbitrary<Sample> = fc.constantFrom('lag', 'errors', 'arrivals').map((name) => ({
  text: `metric:${name}`,
  binds: 'term',
  holds: (metric) => metric === name,
}));

const bracket = (sample: Sample, when: boolean) => (when ? `(${sample.text})` : sample.text);

const FILTER = fc.letrec<{ filter: Sample }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    TERM,
    fc.tuple(tie('filter'), tie('filter'), fc.constantFrom(' AND ', ' ', '  AND  ')).map(
      ([a, b, operator]): Sample => ({
        text: `${bracket(a, a.binds === 'or')}${operator}${bracket(b, b.binds === 'or')}`,
        binds: 'and',
        holds: (metric) => a.holds(metric) && b.holds(metric),
      }),
    ),
    fc.tuple(tie('filter'), tie('filter')).map(
      ([a, b]): Sample => ({
        text: `${a.text} OR ${b.text}`,
        binds: 'or',
        holds: (metric) => a.holds(metric) || b.holds(metric),
      }),
    ),
    tie('filter').map(
      (a): Sample => ({
        text: `(NOT ${bracket(a, a.binds !== 'term')})`,
        binds: 'term',
        holds: (metric) => !a.holds(metric),
      }),
    ),
    fc.tuple(tie('filter'), TERM).map(
      ([a, b]): Sample => ({
        text: `${bracket(a, a.binds === 'or')} NOT ${b.text}`,
        binds: 'and',
        holds: (metric) => a.holds(metric) && !b.holds(metric),
      }),
    ),
  ),
})).filter;

test('is evaluated like its syntax tree, with AND before OR', () => {
  checkProperty(
    fc.property(FILTER, fc.constantFrom('lag', 'errors'), (sample, metric) => {
      fc.pre(sample.text.length < 1_000);
      expect(passes(sample.text, { ...COLUMNS, metric })).toBe(sample.holds(metric));
    }),
    { numRuns: 250 },
  );
});

test('never crashes on any text', () => {
  const words = fc.constantFrom(
    ...['AND', 'OR', 'NOT', '&&', '||', '(', ')', '"', ':', 'pipe', 'value', '*', '\\', '-', '[1 TO 2]', ' ', '>', 'é'],
  );
  checkProperty(
    fc.property(fc.array(fc.oneof(words, fc.string({ maxLength: 3 })), { maxLength: 12 }), (parts) => {
      try {
        passes(parts.join(''));
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError);
      }
    }),
    { numRuns: 250 },
  );
});
