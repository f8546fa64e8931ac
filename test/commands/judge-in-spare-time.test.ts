import { describe, expect, test } from 'vitest';
import { judgeInSpareTime } from '../../src/engine/judge-in-spare-time.ts';
import { createLatch } from '../e2e/gate.ts';

describe('what is judged in spare time', () => {
  test('is judged before the end, by itself, and not while it is given', async () => {
    const judged: string[] = [];
    const latch = createLatch();
    const judging = judgeInSpareTime(async () => (item: string) => {
      judged.push(item);
      if (judged.length === 2) latch.open();
      return item.toUpperCase();
    });
    judging.take(1, 'b');
    judging.take(0, 'a');
    expect(judged).toEqual([]);
    await latch.passed;
    judging.take(2, 'c');
    expect(judged).toEqual(['b', 'a']);
    expect(await judging.finish()).toEqual(['A', 'B', 'C']);
    expect(judged).toEqual(['b', 'a', 'c']);
  });

  test('waits for who judges it', async () => {
    const opening = createLatch();
    const addOne = (item: number): number => item + 1;
    const judging = judgeInSpareTime<number, number>(() => opening.passed.then(() => addOne));
    judging.take(0, 1);
    const finished = judging.finish();
    opening.open();
    expect(await finished).toEqual([2]);
  });

  test('is nothing when nothing was given', async () => {
    expect(await judgeInSpareTime(async () => () => 1).finish()).toEqual([]);
  });

  test('tells at the end what was thrown first, and what kept the judge away', async () => {
    const latch = createLatch();
    const judging = judgeInSpareTime(async () => (item: number) => {
      latch.open();
      throw new Error(`mistake ${item}`);
    });
    judging.take(0, 1);
    await latch.passed;
    judging.take(1, 2);
    await expect(judging.finish()).rejects.toThrow('mistake 1');
    const without = judgeInSpareTime<number, number>(() => Promise.reject(new Error('no judge')));
    await expect(without.finish()).rejects.toThrow('no judge');
  });
});
