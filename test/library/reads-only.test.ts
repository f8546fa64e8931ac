import { expectTypeOf, it } from 'vitest';
import type { DriftOptions, drift, PipeReader, PipeWriter, Plan, PlanOptions, plan } from '../../src/index.ts';

// The compiler holds these; nothing is run.
it('gives plan and drift of the library what was read, and nothing to write with', () => {
  expectTypeOf<Extract<keyof (PlanOptions & DriftOptions), 'onEvent' | 'journal' | keyof PipeWriter>>().toBeNever();
  expectTypeOf<keyof PipeReader & keyof PipeWriter>().toBeNever();
  expectTypeOf<Awaited<ReturnType<typeof plan>>>().toEqualTypeOf<Plan>();
  expectTypeOf<Parameters<typeof drift>[1]>().toEqualTypeOf<DriftOptions | undefined>();
});
