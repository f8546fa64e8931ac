import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { describeCrash } from '../../src/engine/describe-crash.ts';

const describe = (error: unknown) => describeCrash(error, {}, false);

test('names the causes of an error and the errors that it joins, each once', () => {
  const cause = new RangeError('the cause');
  const joined = new AggregateError([new TypeError('one'), cause], 'several', { cause });
  cause.cause = joined;
  expect(describe(joined)).toBe('AggregateError: several, caused by RangeError: the cause, caused by TypeError: one');
});

test('describes a thrown value without running its code', () => {
  const thrown = {
    kept: 1,
    [inspect.custom]: () => {
      throw new Error('from inspect');
    },
  };
  expect(describe(thrown)).toContain('kept: 1');
  const refuse = () => {
    throw new Error('from a trap');
  };
  expect(describe(new Proxy({ kept: 1 }, { get: refuse, ownKeys: refuse }))).toContain('kept: 1');
});
