import { expect, test } from 'vitest';
import { createServiceClock } from '../../src/api/http/service-clock.ts';
import type { PlannedSeries } from '../../src/cli/commands/series/query.ts';
import { fetchSeries } from '../../src/cli/commands/series/query.ts';
import { manualClock } from '../api/fake-clock.ts';
import { answerRows, fakeReader } from '../health/samples.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const HOUR_MS = 3_600_000;
const LAST_HOUR: PlannedSeries = {
  requested: [],
  ...{ since: HOUR_MS, from: null, to: null },
  defaultMs: HOUR_MS,
  granularity: '1m',
  maxBuckets: 100,
};

/** A service with the right time, and a local wall clock that steps while each response is pending. */
function stepping(byMs: readonly number[]) {
  const clock = manualClock(NOON);
  const service = createServiceClock(clock);
  const reader = fakeReader({
    now: service.now,
    series: () => {
      clock.step(byMs[reader.queries.length - 1] ?? 0);
      service.follow({ date: new Date(NOON).toUTCString() });
      return answerRows([]);
    },
  });
  const ask = () => fetchSeries(LAST_HOUR, reader, clock, new AbortController().signal);
  return { requested: reader.queries, ask };
}

test('sends one query, even when the wall clock steps after the response', async () => {
  const { requested, ask } = stepping([0, -HOUR_MS, 2 * HOUR_MS]);
  for (let turn = 0; turn < 3; turn += 1) await ask();
  expect(requested.map(({ endMs }) => Math.abs(endMs - NOON) <= 500)).toEqual([true, true, true]);
});
