import { expectTypeOf, it } from 'vitest';
import type { ApplyOptions, DriftOptions, drift, Plan, PlanOptions, plan, RollbackOptions } from '../../src/index.ts';

// The compiler checks these; nothing is run.
it('gives plan and drift no option of a write', () => {
  expectTypeOf<Extract<keyof (PlanOptions & DriftOptions), 'onEvent' | 'journal'>>().toBeNever();
  expectTypeOf<Extract<keyof (PlanOptions & DriftOptions & ApplyOptions), 'base' | 'clock' | 'files'>>().toBeNever();
  expectTypeOf<Exclude<keyof ApplyOptions, keyof RollbackOptions>>().toEqualTypeOf<'rollout'>();
  expectTypeOf<Awaited<ReturnType<typeof plan>>>().toEqualTypeOf<Plan>();
  expectTypeOf<Parameters<typeof drift>[1]>().toEqualTypeOf<DriftOptions | undefined>();
});
