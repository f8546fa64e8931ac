import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stateOf } from '../../src/model/report.ts';
import { listReviewed } from '../../src/plan/saved/reviewed.ts';
import { checkProperty } from '../effort.ts';
import { triples } from '../plan/arbitraries.ts';
import { changedBy, idOf, onlyPipe, pair, planOf, setByPath } from '../plan/samples.ts';
import { FakeService } from './fake-service.ts';
import { runPlan } from './run-plan.ts';

it('for any pipe and any reviewed part of its changes, applies that part and keeps every other live value', async () => {
  const masks = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 });
  await checkProperty(
    fc.asyncProperty(triples('a'), masks, fc.constantFrom('replace', 'merge'), async (triple, mask, put) => {
      const { desired, live } = triple;
      const whole = planOf([pair(desired, live)]);
      const pipes = whole.pipes.map((pipe) => ({ ...pipe, changes: pipe.changes.filter((_, index) => mask[index]) }));
      const reviewed = listReviewed([{ plan: { ...whole, pipes } }]);
      const plan = planOf([pair(desired, live)], { reviewed });
      const agreed = pipes[0]?.changes ?? [];
      expect(plan.pipes[0]?.changes).toEqual(agreed);
      const left = whole.pipes[0]?.changes.filter((change) => !agreed.includes(change)) ?? [];
      expect(plan.pipes[0]?.notReviewed ?? []).toEqual(left);
      if (left.length > 0) expect(stateOf(plan)).toBe('differences');

      const fake = new FakeService([live], { put });
      const { run } = await runPlan(plan, fake);
      expect(onlyPipe(run).status).toBe(agreed.length > 0 ? 'applied' : 'unchanged');
      expect(setByPath(fake.truth(idOf('a')))).toEqual(changedBy(agreed, live));
    }),
    { numRuns: 150 },
  );
});
