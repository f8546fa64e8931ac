import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { describeCrash } from '../../src/engine/describe-crash.ts';
import { Secret } from '../../src/model/secret/secret.ts';

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

test('has the stack of each cause with debug output, also of what is no error', () => {
  const cause = new RangeError('the cause', { cause: { code: 7 } });
  const bug = new TypeError('a bug', { cause });
  expect(describe(bug)).toBe('TypeError: a bug, caused by RangeError: the cause, caused by Thrown: { code: 7 }');
  const [own = '', ofCause = '', last = ''] = describeCrash(bug, {}, true).split('\ncaused by ');
  expect(own).toMatch(/^TypeError: a bug\nat /);
  expect(ofCause).toMatch(/^RangeError: the cause\nat /);
  expect(last).toBe('Thrown: { code: 7 }');
});

test('shows no credential that the process read from a file or made from others, in a message or a stack', () => {
  const made = new Secret('Basic aHVzaC1odXNoLWh1c2g=');
  const bug = new TypeError(`refused ${made.reveal()}`);
  expect(describeCrash(bug, {}, true)).toMatch(/^TypeError: refused Basic \[secret\]\nat /);
});

test('shows neither a secret of the environment nor what a terminal would carry out', () => {
  const thrown = { code: 7, seen: 'hush-hush-hush\u001b[2J' };
  const text = describeCrash(thrown, { MY_TOKEN: 'hush-hush-hush' }, false);
  expect(text).toContain("Thrown: { code: 7, seen: '[secret]");
  expect(text).not.toMatch(/hush|\u001b/);
});
