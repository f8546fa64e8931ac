import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assess,
  conclude,
  type FailureLimits,
  recordGate,
  startTally,
  type Tally,
  tally,
} from '../../src/health/count-verdicts.ts';
import { VERDICTS, type Verdict } from '../../src/model/check.ts';
import { checkProperty } from '../effort.ts';
import { resultOf, seriesCheck } from './samples.ts';

const DEFAULTS: FailureLimits = { failureLimit: 0, inconclusiveLimit: 0, consecutiveErrorLimit: 4 };

const count = (verdicts: readonly Verdict[]): Tally =>
  verdicts.reduce((state, verdict) => tally(state, resultOf(verdict)), startTally());

const errors = (number: number): readonly Verdict[] => Array.from({ length: number }, () => 'error');

describe('a gate while measuring', () => {
  it.each<[readonly Verdict[], Partial<FailureLimits>, string | null]>([
    [['pass', 'fail'], {}, 'failed once, failureLimit is 0: said fail'],
    [['fail', 'pass', 'fail'], { failureLimit: 2 }, null],
    [['fail', 'fail', 'pass', 'fail'], { failureLimit: 2 }, 'failed 3 times, failureLimit is 2: said fail'],
    [['no-data'], {}, 'had no data once, inconclusiveLimit is 0: said no-data'],
    [['no-data', 'no-data'], { inconclusiveLimit: 2 }, null],
    [errors(4), {}, null],
    [errors(5), {}, 'could not be queried 5 times in a row, consecutiveErrorLimit is 4: said error'],
    [errors(1), { consecutiveErrorLimit: 0 }, 'could not be queried once, consecutiveErrorLimit is 0: said error'],
    [['no-data', 'fail', ...errors(5)], {}, 'failed once, failureLimit is 0: said fail'],
  ])('%j with %j', (verdicts, limits, reason) => {
    const gate = reason === null ? 'open' : 'closed';
    expect(assess(count(verdicts), { ...DEFAULTS, ...limits })).toEqual({ gate, reason });
  });
});

describe('a gate at the end', () => {
  it.each<[readonly Verdict[], Partial<FailureLimits>, string | null]>([
    [[...errors(4), 'pass'], {}, null],
    [errors(2), {}, 'never passed: said error'],
    [['fail', 'no-data'], { failureLimit: 9, inconclusiveLimit: 9 }, 'never passed: said no-data'],
    [['pass', 'fail'], {}, 'failed once, failureLimit is 0: said fail'],
    [[], {}, 'was not measured'],
  ])('%j with %j', (verdicts, limits, reason) => {
    const gate = reason === null ? 'open' : 'closed';
    expect(conclude(count(verdicts), { ...DEFAULTS, ...limits })).toEqual({ gate, reason });
  });
});

const limits = fc.record({
  failureLimit: fc.nat(4),
  inconclusiveLimit: fc.nat(4),
  consecutiveErrorLimit: fc.nat(4),
});
const verdictLists = fc.array(fc.constantFrom(...VERDICTS), { maxLength: 20 });

describe('for any measurements', () => {
  it('a closed gate stays closed, and a gate closed at the end was closed before or never passed', () => {
    checkProperty(
      fc.property(verdictLists, limits, fc.constantFrom(...VERDICTS), (verdicts, allowed, next) => {
        const state = count(verdicts);
        if (assess(state, allowed).gate === 'closed') {
          expect(assess(tally(state, resultOf(next)), allowed).gate).toBe('closed');
          expect(conclude(state, allowed).gate).toBe('closed');
        } else {
          expect(conclude(state, allowed).gate).toBe(verdicts.includes('pass') ? 'open' : 'closed');
        }
      }),
    );
  });

  it('the order of failures and missing data does not matter, and only higher limits allow more', () => {
    const shuffled = verdictLists.chain((verdicts) =>
      fc.tuple(fc.constant(verdicts), fc.shuffledSubarray(verdicts, { minLength: verdicts.length })),
    );
    checkProperty(
      fc.property(shuffled, limits, ([one, other], allowed) => {
        const tolerant = { ...allowed, consecutiveErrorLimit: 20 };
        expect(assess(count(other), tolerant).gate).toBe(assess(count(one), tolerant).gate);
        expect(count(other).counts).toEqual(count(one).counts);
        if (assess(count(one), allowed).gate === 'open') {
          expect(assess(count(one), { ...allowed, failureLimit: allowed.failureLimit + 1 }).gate).toBe('open');
        }
      }),
    );
  });

  it('errors close the gate exactly when more of them are consecutive than the limit', () => {
    checkProperty(
      fc.property(verdictLists, fc.nat(4), (verdicts, consecutiveErrorLimit) => {
        const marks = verdicts.map((verdict) => (verdict === 'error' ? 'e' : '.')).join('');
        const allowed = { failureLimit: 99, inconclusiveLimit: 99, consecutiveErrorLimit };
        const isClosed = marks.includes('e'.repeat(consecutiveErrorLimit + 1));
        expect(assess(count(verdicts), allowed).gate).toBe(isClosed ? 'closed' : 'open');
      }),
    );
  });
});

describe('the record of a gate', () => {
  const guarded = { moment: 'after', wave: 2, pipe: null } as const;

  it('keeps the counts, the last result and the latest 60 values', () => {
    const numbers = Array.from({ length: 70 }, (_, index) => index);
    const measured = numbers.reduce((state, value) => tally(state, resultOf('pass', value)), startTally());
    const state = tally(measured, resultOf('no-data'));
    expect(recordGate(state, guarded, conclude(state, DEFAULTS))).toEqual({
      name: 'orders-lag',
      moment: 'after',
      wave: 2,
      pipe: null,
      gate: 'closed',
      counts: { pass: 70, fail: 0, 'no-data': 1, error: 0 },
      last: resultOf('no-data'),
      values: [...numbers.slice(-59), null],
    });
  });

  it('has no number for the state of an alert', () => {
    const state = tally(startTally(), resultOf('pass', 'OK'));
    expect(recordGate(state, guarded, conclude(state, DEFAULTS))).toMatchObject({ gate: 'open', values: [null] });
  });

  it('has the condition of a check on a series', () => {
    const state = tally(startTally(), resultOf('pass', 1));
    const pass = { comparator: '<', value: 10_000 } as const;
    const series = seriesCheck({ pass });
    expect(recordGate(state, guarded, conclude(state, DEFAULTS), series)).toMatchObject({ pass });
  });

  it('is null when nothing was measured', () => {
    expect(recordGate(startTally(), guarded, conclude(startTally(), DEFAULTS))).toBeNull();
  });
});
