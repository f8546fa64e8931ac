import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeRunId } from '../../src/engine/project-lock.ts';
import { checkProperty } from '../effort.ts';

const SECOND = Date.UTC(2026, 10, 20, 10, 0, 0);
const makeId = (nowMs: number, random: number) => makeRunId({ clock: { now: () => nowMs }, random: () => random });

describe('the id of a run', () => {
  test('contains its second, its millisecond and a random number', () => {
    expect(makeId(SECOND, 0)).toBe('20261120T100000Z-000000');
    expect(makeId(SECOND + 255, 0.5)).toBe('20261120T100000Z-0ff800');
    expect(makeId(SECOND + 999, 0.9999999)).toBe('20261120T100000Z-3e7fff');
  });

  test('sorts by start time, also within one second', () => {
    const moment = fc.integer({ min: 0, max: 3_000 });
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    checkProperty(
      fc.property(moment, moment, random, random, (one, other, ofOne, ofOther) => {
        fc.pre(one !== other);
        expect(makeId(SECOND + one, ofOne) < makeId(SECOND + other, ofOther)).toBe(one < other);
      }),
    );
  });
});
