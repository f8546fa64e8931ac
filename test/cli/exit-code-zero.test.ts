import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chooseExitCode } from '../../src/cli/output/choose-exit-code.ts';
import { type RequestOutcome, type RunPipe, type RunStatus, summarizeRun } from '../../src/model/run.ts';
import { FakeService } from '../apply/fake-service.ts';
import { runPlan } from '../apply/run-plan.ts';
import { checkProperty } from '../effort.ts';
import { desiredPipe, livePipe, onlyPipe, pair, planOf } from '../plan/samples.ts';

const WELL: readonly RunStatus[] = ['applied', 'unchanged'];
const STATUSES = [...WELL, 'failed', 'unknown', 'stale', 'refused', 'skipped', 'rolled-back'] as const;
const OUTCOMES = ['accepted', 'found', 'rejected', 'unknown', 'not-sent'] as const satisfies readonly RequestOutcome[];

it('an apply exits with 0 only when every selected pipe is as planned', async () => {
  const live = livePipe({ settings: { db_max_threads: 4 } });
  const plan = planOf([pair(desiredPipe({ settings: { db_max_threads: 8 } }), live)]);
  const { run } = await runPlan(plan, new FakeService([live]));
  const applied = onlyPipe(run);
  const ends = fc.array(fc.tuple(fc.constantFrom(...STATUSES), fc.constantFrom(...OUTCOMES)), { maxLength: 5 });
  const interruptions = fc.constantFrom(null, null, 'SIGINT' as const, 'SIGTERM' as const);
  checkProperty(
    fc.property(ends, interruptions, (given, interrupted) => {
      const pipes = given.map(([status, outcome]): RunPipe => {
        return { ...applied, status, requests: applied.requests.map((record) => ({ ...record, outcome })) };
      });
      const isWell = interrupted === null && given.every(([status]) => WELL.includes(status));
      const code = chooseExitCode({
        kind: 'report',
        report: { ...run, pipes, summary: summarizeRun(pipes), interrupted },
      });
      expect(code === 0).toBe(isWell);
    }),
    { numRuns: 300 },
  );
});
