import { describe, expect, it } from 'vitest';
import type { Override } from '../../../src/model/plan.ts';
import { codes, pair, planOf } from '../samples.ts';
import { fleet, live, reviewed, wanted } from '../saved/review.ts';

const planned: Override = { policy: 'freeze', reason: 'incident 12' };
const own: Override = { policy: 'freeze', reason: 'incident 13' };
const plan = planOf([pair(wanted, live)], { allowances: { overrides: [planned] } });

describe('an override', () => {
  it('is in the plan, and a warning shows its reason', () => {
    expect(plan.overrides).toEqual([planned]);
    expect(plan.diagnostics).toMatchObject([
      { severity: 'warning', code: 'policy-overridden', summary: 'policy.freeze is overridden: incident 12' },
    ]);
  });

  it('holds from the saved plan to its apply, where another reason replaces it', () => {
    expect(reviewed(plan, fleet)).toEqual(plan);
    const again = reviewed(plan, fleet, { allowances: { overrides: [own] } });
    expect(again.overrides).toEqual([own]);
    expect(codes(again.diagnostics)).toEqual(['policy-overridden']);
  });
});
