import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { call, get, named, pathOf, start, stillClock } from './harness.ts';

const limited = async () => {
  const clock = stillClock(Date.UTC(2026, 10, 20, 10, 0, 0, 400));
  const sandbox = await start({ clock: clock.read, switches: { rateLimit: { requests: 3, perMs: 10_000 } } });
  return { clock, sandbox };
};

describe('the rate limit', () => {
  test('admits the given number of requests, then none until the window has passed', async () => {
    const { clock, sandbox } = await limited();
    const statuses = async (count: number) => {
      const seen: (number | null)[] = [];
      for (let sent = 0; sent < count; sent += 1) seen.push((await get(sandbox, 'orders-prod')).status);
      return seen;
    };
    expect(await statuses(5)).toEqual([200, 200, 200, 429, 429]);
    clock.move(9_999);
    expect(await statuses(1)).toEqual([429]);
    clock.move(1);
    expect(await statuses(4)).toEqual([200, 200, 200, 429]);
  });

  test('does not count requests without a valid key', async () => {
    const { sandbox } = await limited();
    const path = pathOf(sandbox, named(sandbox, 'orders-prod'));
    for (let sent = 0; sent < 5; sent += 1) await call(sandbox, path, { headers: { authorization: '' } });
    expect((await get(sandbox, 'orders-prod')).status).toBe(200);
  });

  test.each([-3_600_000, 3_600_000])('is unaffected when the wall clock steps by %i ms', async (step) => {
    const begun = Date.UTC(2026, 10, 20, 10);
    vi.useFakeTimers({ now: begun, toFake: ['Date', 'hrtime'] });
    onTestFinished(() => void vi.useRealTimers());
    const sandbox = await start({ switches: { rateLimit: { requests: 1, perMs: 10_000 } } });
    expect((await get(sandbox, 'orders-prod')).status).toBe(200);
    vi.setSystemTime(begun + step);
    vi.advanceTimersByTime(9_999);
    const refused = await get(sandbox, 'orders-prod');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    vi.advanceTimersByTime(1);
    expect((await get(sandbox, 'orders-prod')).status).toBe(200);
  });
});
