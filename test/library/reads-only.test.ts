import { expectTypeOf, it } from 'vitest';
import type { DriftOptions, drift, PipeReader, PipeWriter, Plan, PlanOptions, plan } from '../../src/index.ts';

// The compiler checks these; nothing is run.
it('gives plan and drift of the library the reads and no way to write', () => {
  expectTypeOf<Extract<keyof (PlanOptions & DriftOptions), 'onEvent' | 'journal' | keyof PipeWriter>>().toBeNever();
  expectTypeOf<keyof PipeReader & keyof PipeWriter>().toBeNever();
  expectTypeOf<Awaited<ReturnType<typeof plan>>>().toEqualTypeOf<Plan>();
  expectTypeOf<Parameters<typeof drift>[1]>().toEqualTypeOf<DriftOptions | undefined>();
});
