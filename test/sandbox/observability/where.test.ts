import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../src/sandbox/http.ts';
import { compileWhere } from '../../../src/sandbox/observability-api/where.ts';

const COLUMNS = { pipe: 'orders-prod', pipeId: '0b0c', service: 'Analytics', kind: 'kafka', metric: 'lag' };

const passes = (where: string, columns = COLUMNS) => compileWhere(where)(columns);

describe('a where filter', () => {
  test.each([
    '',
    '  ',
    'pipe:orders-prod',
    'pipe:orders-prod AND metric:lag',
    'pipe:orders-prod metric:lag',
    'pipe:"orders-prod"',
    'pipe:ord*',
    'pipe:*prod',
    'pipe:o*s-p*d',
    'pipe:*',
    'service:analytics',
    'pipe:ORDERS-PROD',
  ])('%j matches the row', (where) => {
    expect(passes(where)).toBe(true);
  });

  test.each(['pipe:orders', 'pipe:"ord*"', 'pipe:orders-prod AND metric:errors', 'pipe:other metric:lag'])(
    '%j does not match the row',
    (where) => {
      expect(passes(where)).toBe(false);
    },
  );

  test.each([
    'pipe:',
    'pipe:a AND',
    'AND pipe:a',
    'pipe:a AND OR pipe:b',
    'lag',
    'NOT pipe:a',
    '-pipe:a',
    'pipe:a OR pipe:b',
    '*:a',
    '(pipe:a',
    'pipe:"open',
    'value:many',
    'color:red',
    '__proto__:x',
    'pipe:[a TO b]',
    'pipe:a~2',
    'pipe:a?',
    'pipe:"a"^2',
    'pipe:a && pipe:b',
    'pipe:a\\*',
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
});
