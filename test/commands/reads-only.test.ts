import { expectTypeOf, it } from 'vitest';
import type { ObservedFleet } from '../../src/commands/observe-fleet.ts';
import type { PipeReader, PipeWriter } from '../../src/model/client.ts';
import type { PipeRead } from '../../src/plan/plan-fleet.ts';

// The compiler holds these; nothing is run.
it('gives plan and drift what was read, and nothing to write with', () => {
  expectTypeOf<keyof ObservedFleet>().toEqualTypeOf<'ok' | 'fleet' | 'selection' | 'base' | 'diagnostics' | 'reads'>();
  expectTypeOf<ObservedFleet['reads']>().toEqualTypeOf<readonly PipeRead[]>();
  expectTypeOf<keyof PipeReader>().toEqualTypeOf<'readPipe'>();
  expectTypeOf<keyof PipeReader & keyof PipeWriter>().toBeNever();
});
