import { expect, test } from 'vitest';
import { backtestPipe } from '../../src/sizing/backtest.ts';
import { DAY, history, isDay, NOW, OPTIONS } from './samples.ts';

const HOURS = 24;

test('less than three weeks are too little, and what is before the first value does not count', () => {
  const busy = () => ({ cpu: 1_700 });
  expect(backtestPipe(history(20, busy), NOW, OPTIONS)).toBeNull();
  expect(backtestPipe(history(21, busy), NOW, OPTIONS)?.days).toBe(7);
  const late = history(28, (at) => (at < 7 * DAY ? { cpu: Number.NaN } : busy()));
  expect(backtestPipe(late, NOW, OPTIONS)?.days).toBe(7);
  expect(
    backtestPipe(
      history(28, () => ({ cpu: Number.NaN })),
      NOW,
      OPTIONS,
    ),
  ).toBeNull();
});

test('compares the sizes that were, the best fixed size and the advice of each week', () => {
  const past = history(35, (at) => ({ cpu: isDay(at) ? 1_700 : 200 }));
  expect(backtestPipe(past, NOW, OPTIONS)).toEqual({
    ...{ days: 21, steps: 21 * DAY, unknownSteps: 0 },
    asItWas: { cost: 21 * HOURS * 2, short: 0, changes: 0 },
    hindsight: { cost: 21 * HOURS * 1.75, short: 0, changes: 0 },
    // 2 cores for 10 hours of the day, a quarter for the others.
    advice: { cost: 21 * (10 * 2 + 14 * 0.25), short: 0, changes: 42 },
  });
});

test('each week is replayed with what was known before it: a load that doubles is short until the next advice', () => {
  const past = history(35, (at) => ({ cpu: at < 28 * DAY ? 400 : 900, capacity: 2_000 }));
  const { advice, asItWas } = backtestPipe(past, NOW, OPTIONS) ?? {};
  expect(asItWas?.short).toBe(0);
  expect(advice?.short).toBeCloseTo(1 / 3, 2);
});

test('capacity that changed counts at its price, and unknown demand is not short', () => {
  const past = history(28, (at) => ({
    cpu: at % DAY === 50 ? Number.NaN : 900,
    capacity: at < 21 * DAY ? 2_000 : 4_000,
  }));
  expect(backtestPipe(past, NOW, OPTIONS)).toMatchObject({
    ...{ days: 14, unknownSteps: 14, steps: 14 * (DAY - 1) },
    asItWas: { cost: 7 * HOURS * 2 + 7 * HOURS * 4, short: 0, changes: 1 },
  });
});
