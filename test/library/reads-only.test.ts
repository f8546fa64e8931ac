import { expectTypeOf, it } from 'vitest';
import type { DriftOptions, drift, PipeReader, PipeWriter, Plan, PlanOptions, plan } from '../../src/index.ts';
import type { observe } from '../../src/library/observe.ts';

// The compiler holds these; nothing is run.
it('gives plan and drift of the library what was read, and nothing to write with', () => {
  type Observed = Extract<Awaited<ReturnType<typeof observe>>, { readonly ok: true }>;
  expectTypeOf<Extract<keyof Observed, 'connection' | 'project' | 'observability' | keyof PipeWriter>>().toBeNever();
  expectTypeOf<Extract<keyof (PlanOptions & DriftOptions), 'onEvent' | 'journal' | keyof PipeWriter>>().toBeNever();
  expectTypeOf<keyof PipeReader & keyof PipeWriter>().toBeNever();
  expectTypeOf<Awaited<ReturnType<typeof plan>>>().toEqualTypeOf<Plan>();
  expectTypeOf<Parameters<typeof drift>[1]>().toEqualTypeOf<DriftOptions | undefined>();
});
