import { describe, expect, test } from 'vitest';
import { createQuickstartFleet } from '../../src/sandbox/index.ts';
import { manage, openWorkspace } from './harness.ts';
import { type ClockStep, preload, stepClock } from './preload.ts';

/** The environment of a command whose wall clock steps. */
function steppedClock(steps: readonly ClockStep[]): Readonly<Record<string, string>> {
  return preload(stepClock(steps));
}

const HOUR_MS = 3_600_000;

const fleet = createQuickstartFleet();
const wanted = manage(fleet, 'changeable', { settings: { db_max_threads: 6 } });

describe.concurrent('a wall clock that steps while responses are pending', () => {
  test.each(
    [-20, -1_000, -HOUR_MS, HOUR_MS].flatMap((byMs) => [
      [byMs, 'plan', 2] as const,
      [byMs, 'drift', 2] as const,
      [byMs, 'apply --auto-approve', 2] as const,
      [byMs, 'apply --auto-approve', 9] as const,
    ]),
  )('a step of %i ms does not change the result of %s: at request %i', async (byMs, line, afterRequests) => {
    const [still, stepped] = await Promise.all([
      openWorkspace({ document: wanted }),
      openWorkspace({ document: wanted }),
    ]);
    const { code } = await still.run(line);
    expect(await stepped.runBuilt(line, steppedClock([{ byMs, afterRequests }]))).toMatchObject({ code });
    expect(stepped.takeRequests()).toEqual(still.takeRequests());
  });

  test('keeps to the configured rate limit and does not wait longer', async () => {
    const limit = { requests: 10, perMs: 500 };
    const { sandbox } = await openWorkspace({ document: wanted, switches: { rateLimit: limit } });
    const api = { url: sandbox.url, organization: fleet.organization, rateLimit: { requests: 10, per: '500ms' } };
    const { runBuilt: run } = await openWorkspace({ document: { ...wanted, api, services: fleet.services } });
    const steps = [HOUR_MS, -2 * HOUR_MS, 1_000].map((byMs, index) => ({ byMs, afterRequests: 4 + 5 * index }));
    expect(await run('apply --auto-approve', steppedClock(steps))).toMatchObject({ code: 0 });
    const requests = sandbox.requests();
    expect(requests.filter(({ status }) => status === 429)).toEqual([]);
    expect(requests.length).toBeGreaterThan(15);
  });
});
