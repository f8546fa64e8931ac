import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RateLimit } from '../../src/api/rate-limit/headers.ts';
import { checkProperty } from '../effort.ts';
import { obligingSwitches } from './any-switches.ts';
import { withProject } from './project.ts';
import { BACK_MS, HOUR_MS, stepsBy } from './quick-clock.ts';
import { scenarioOf } from './scenario.ts';

/** At least one step, early in the run. */
const someWallSteps = stepsBy([...BACK_MS, HOUR_MS], 60);

const anyLimit = fc.record<RateLimit>({
  requests: fc.constantFrom(1, 1, 2, 4),
  perMilliseconds: fc.constantFrom(20, 500, 2_000, 60_000),
});

// A limit that nobody configured is in test/api/rate-limits.test.ts.
it('neither exceeds a configured limit nor waits longer than it requires, for any wall clock steps', async () => {
  await checkProperty(
    fc.asyncProperty(scenarioOf(8, obligingSwitches), anyLimit, someWallSteps, (scenario, limit, wallSteps) => {
      // The service admits exactly the limit, which the client knows.
      const { requests, perMilliseconds: perMs } = limit;
      const switches = { ...scenario.switches, rateLimit: { requests, perMs } };
      return withProject({ ...scenario, switches, rateLimit: limit, wallSteps }, async (project) => {
        const startedAt = project.clock.serviceTime();
        const reads = await project.read(await project.load('varied'));
        const tookMs = project.clock.serviceTime() - startedAt;
        expect(reads.every(({ read }) => read.ok || read.failure.kind === 'not-found')).toBe(true);
        expect(project.sandbox.requests().map(({ status }) => status)).not.toContain(429);
        const windows = Math.ceil(reads.length / requests);
        expect(tookMs).toBeGreaterThanOrEqual((windows - 1) * perMs);
        // Quick time advances while answers are pending, which at worst gives each its own window.
        expect(tookMs).toBeLessThanOrEqual(reads.length * perMs);
      });
    }),
    { numRuns: 32 },
  );
});
