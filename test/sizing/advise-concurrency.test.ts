import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adviseConcurrency, type ConcurrencyNow } from '../../src/sizing/advise-concurrency.ts';
import { checkProperty } from '../effort.ts';

const STEP_MS = 900_000;
const DAY = 96;
const START_MS = Date.UTC(2026, 0, 5);
const UNKNOWN = Number.NaN;

/** More than what 100 messages a second work off in a minute. */
const WAITING = 1e6;

interface Step {
  readonly rate?: number;
  readonly lag?: number;
}

/** Of so many days, with 100 messages a second and no lag where `stepAt` has nothing else. */
function history(days: number, stepAt: (step: number) => Step) {
  const steps = Array.from({ length: days * DAY }, (_, at) => ({ rate: 100, lag: 0, ...stepAt(at) }));
  return {
    ...{ startMs: START_MS, stepMs: STEP_MS },
    rate: Float32Array.from(steps, ({ rate }) => rate),
    lag: Float32Array.from(steps, ({ lag }) => lag),
  };
}

type Past = Parameters<typeof adviseConcurrency>[0];

/** A concurrency of 4 where a row has no other, of a pipe that was last updated before its history. */
const pipeOf = (about: Partial<ConcurrencyNow> = {}): ConcurrencyNow => ({
  ...{ now: 4, limits: { min: 0, max: 34 }, updatedMs: START_MS - 1 },
  ...about,
});
const updatedOn = (day: number) => pipeOf({ updatedMs: START_MS + day * DAY * STEP_MS });

/** Waits for six hours of each day. */
const isBusy = (at: number) => at % DAY < 24;
const waitsDaily = (at: number): Step => (isBusy(at) ? { lag: WAITING, rate: 150 } : {});
/** The same, with the throughput of the waiting steps before and after day 20. */
const changesOn20 = (before: number, after: number) => (at: number) =>
  isBusy(at) ? { lag: WAITING, rate: at < 20 * DAY ? before : after } : {};

const print = (past: Past, pipe: ConcurrencyNow) => {
  const { verdict, concurrency, isLimited, reason } = adviseConcurrency(past, pipe);
  return `${verdict} ${concurrency === undefined ? 'nothing' : concurrency.advised}${isLimited ? ', limited' : ''}: ${reason}`;
};

const ROWS: readonly [title: string, past: Past, pipe: ConcurrencyNow, expected: string][] = [
  ['no lag keeps it', history(28, () => ({})), pipeOf(), 'keep 4: Nothing waits.'],
  [
    'lag that is worked off within a minute is no lag',
    history(28, () => ({ lag: 5_000 })),
    pipeOf(),
    'keep 4: Nothing waits.',
  ],
  [
    'lag grows it by one',
    history(28, waitsDaily),
    pipeOf(),
    'grow 5: Messages waited for 25% of the last 28 days; one step more may help.',
  ],
  [
    'however long messages wait',
    history(28, () => ({ lag: WAITING * 1_000 })),
    pipeOf(),
    'grow 5: Messages waited for 100% of the last 28 days; one step more may help.',
  ],
  [
    'seldom lag keeps it',
    history(28, (at) => (at < 53 ? { lag: WAITING } : {})),
    pipeOf(),
    'keep 4: Messages waited for 2% of the last 28 days, which is seldom.',
  ],
  [
    'less than two hours are jitter, on a single day too',
    history(28, (at) => (at >= 28 * DAY - 7 ? { lag: WAITING } : {})),
    updatedOn(27),
    'keep 4: Messages waited for 7.3% of the last 1 day, which is seldom.',
  ],
  [
    'lag before the last update does not count',
    history(28, (at) => (at < 20 * DAY ? waitsDaily(at) : {})),
    updatedOn(20),
    'keep 4: Nothing waits.',
  ],
  [
    'an update that brought throughput is followed by the next step',
    history(28, changesOn20(150, 160)),
    updatedOn(20),
    'grow 5: Messages waited for 25% of the last 8 days; one step more may help.',
  ],
  [
    'a step from 20 to 21 brings less in proportion',
    history(28, changesOn20(150, 155)),
    { ...updatedOn(20), now: 21 },
    'grow 22: Messages waited for 25% of the last 8 days; one step more may help.',
  ],
  [
    'an update that brought none is not repeated',
    history(28, changesOn20(150, 155)),
    updatedOn(20),
    'keep 4, limited: Messages waited for 25% of the last 8 days, but throughput was 103.3% of that before the last update.',
  ],
  [
    'nor one that cost some',
    history(28, changesOn20(150, 120)),
    updatedOn(20),
    'keep 4, limited: Messages waited for 25% of the last 8 days, but throughput was 80% of that before the last update.',
  ],
  [
    'what an update brought is unknown where nothing waited before',
    history(28, (at) => (at < 20 * DAY ? {} : waitsDaily(at))),
    updatedOn(20),
    'grow 5: Messages waited for 25% of the last 8 days; one step more may help.',
  ],
  [
    'a step has a day to be seen',
    history(28, waitsDaily),
    pipeOf({ updatedMs: START_MS + 27 * DAY * STEP_MS + 1 }),
    'unknown nothing: Less than a day of lag and rate since the last update of the pipe.',
  ],
  [
    'less than a week gives no advice',
    history(6, waitsDaily),
    pipeOf(),
    'unknown nothing: Only 6 days of lag and rate; advice needs 7.',
  ],
  [
    'nor does a week without lag data',
    history(28, (at) => ({ ...waitsDaily(at), ...(at >= 6 * DAY && { lag: UNKNOWN }) })),
    pipeOf(),
    'unknown nothing: Only 6 days of lag and rate; advice needs 7.',
  ],
  [
    'nor no lag at all',
    { ...history(28, waitsDaily), lag: null },
    pipeOf(),
    'unknown nothing: Only 0 days of lag and rate; advice needs 7.',
  ],
  [
    'nor no rate at all',
    { ...history(28, waitsDaily), rate: null },
    pipeOf(),
    'unknown nothing: Only 0 days of lag and rate; advice needs 7.',
  ],
  [
    'a pipe that takes in nothing waits for something else',
    history(28, (at) => (isBusy(at) ? { lag: WAITING, rate: 0 } : {})),
    pipeOf(),
    'keep 4: Nothing waits.',
  ],
  [
    'what is missing counts as no wait',
    history(28, (at) => (at % DAY === 0 ? { lag: WAITING } : { lag: at % DAY < 60 ? UNKNOWN : 0 })),
    pipeOf(),
    'keep 4: Messages waited for 1% of the last 28 days, which is seldom.',
  ],
  [
    'the limits end it',
    history(28, waitsDaily),
    pipeOf({ limits: { min: 2, max: 4 } }),
    'keep 4: Messages waited for 25% of the last 28 days, and more is not possible within its limits.',
  ],
];

describe('the advice', () => {
  test.each(ROWS)('%s', (_, past, pipe, expected) => {
    expect(print(past, pipe)).toBe(expected);
  });
});

const anySeries = (most: number) =>
  fc.array(fc.oneof(fc.constant(UNKNOWN), fc.constant(0), fc.integer({ min: 0, max: most })), {
    minLength: 1,
    maxLength: 40,
  });
const anyPipe = fc.record({
  now: fc.integer({ min: 0, max: 34 }),
  limits: fc.record({ min: fc.integer({ min: 0, max: 9 }), max: fc.integer({ min: 9, max: 34 }) }),
  updatedMs: fc.oneof(fc.constant(-1), fc.integer({ min: 0, max: 28 * DAY })).map((step) => START_MS + step * STEP_MS),
});

/** Repeats the values over 28 days. */
const fill = (values: readonly number[]) =>
  Float32Array.from({ length: 28 * DAY }, (_, at) => values[at % values.length] ?? 0);

test('advice is at most one step, never less, and within the limits', () => {
  const seen = new Set<string>();
  checkProperty(
    fc.property(anySeries(200), anySeries(1e5), anyPipe, (rate, lag, pipe) => {
      const past = { startMs: START_MS, stepMs: STEP_MS, rate: fill(rate), lag: fill(lag) };
      const { verdict, concurrency } = adviseConcurrency(past, pipe);
      seen.add(verdict);
      const { now, limits } = pipe;
      const advised = verdict === 'grow' ? now + 1 : now;
      expect(concurrency).toEqual(verdict === 'unknown' ? undefined : { now, advised });
      if (verdict !== 'grow') return;
      expect(now + 1).toBeGreaterThanOrEqual(limits.min);
      expect(now + 1).toBeLessThanOrEqual(limits.max);
    }),
    { numRuns: 300 },
  );
  expect([...seen].sort()).toEqual(['grow', 'keep', 'unknown']);
});

test('what is missing since the last update never makes it grow', () => {
  // Of each day since the update: a step may be missing or not.
  const anyPast = fc.record({
    waiting: fc.integer({ min: 0, max: 6 }),
    before: fc.constantFrom(140, 150, 160),
    missing: fc.array(fc.boolean(), { minLength: DAY, maxLength: DAY }),
  });
  checkProperty(
    fc.property(anyPast, ({ waiting, before, missing }) => {
      const isOld = (at: number) => at < 14 * DAY;
      const past = history(28, (at) => (at % DAY < waiting ? { lag: WAITING, rate: isOld(at) ? before : 150 } : {}));
      const without = (series: Float32Array) =>
        series.map((value, at) => (missing[at % DAY] && !isOld(at) ? UNKNOWN : value));
      const all = adviseConcurrency(past, updatedOn(14));
      const some = adviseConcurrency({ ...past, rate: without(past.rate), lag: without(past.lag) }, updatedOn(14));
      if (some.verdict === 'grow') expect(all.verdict).toBe('grow');
    }),
    { numRuns: 200 },
  );
});

test('steps end with the first one that brings nothing, and no sooner', () => {
  const anyWorld = fc.record({
    start: fc.integer({ min: 1, max: 30 }),
    /** The concurrency from which on the destination is the limit. */
    limit: fc.integer({ min: 1, max: 34 }),
    days: fc.integer({ min: 1, max: 3 }),
    seed: fc.integer({ min: 1, max: 1_000 }),
  });
  checkProperty(
    fc.property(anyWorld, ({ start, limit, days, seed }) => {
      const steps: { readonly from: number; readonly concurrency: number }[] = [{ from: 0, concurrency: start }];
      const noise = (at: number) => 1 + 0.005 * Math.sin(at * seed);
      const past = (until: number) =>
        history(until, (at) => {
          const { concurrency } = steps.findLast(({ from }) => from <= at) ?? { concurrency: start };
          return isBusy(at) ? { lag: WAITING, rate: 150 * Math.min(limit, concurrency) * noise(at) } : { rate: 150 };
        });
      for (let until = 14; until < 14 + days * 36; until += days) {
        const { from, concurrency: now } = steps.at(-1) ?? { from: 0, concurrency: start };
        const updatedMs = START_MS + (from === 0 ? -1 : from * STEP_MS);
        const { concurrency } = adviseConcurrency(past(until), pipeOf({ now, updatedMs }));
        const advised = concurrency?.advised ?? now;
        if (advised !== now) steps.push({ from: until * DAY, concurrency: advised });
      }
      expect(steps.at(-1)?.concurrency).toBe(Math.min(34, Math.max(start, limit) + 1));
    }),
    { numRuns: 10 },
  );
});
