import { expectTypeOf, it } from 'vitest';
import type { Pulled } from '../../src/cli/commands/pull/document.ts';
import type { NewReads } from '../../src/cli/commands/pull/new-pipes.ts';
import type { ServiceView } from '../../src/engine/ask-service.ts';
import type { ObservedFleet } from '../../src/engine/observe-project.ts';
import type { CheckFinding } from '../../src/model/check.ts';
import type { PipeReader, PipeWriter } from '../../src/model/client.ts';
import type { ObservabilityReader } from '../../src/model/observability.ts';
import type { TargetHistory } from '../../src/model/recommendation.ts';
import type { PipeRead } from '../../src/plan/plan-fleet.ts';

// The compiler holds these; nothing is run.
it('gives plan and drift what was read, and nothing to write with', () => {
  expectTypeOf<keyof ObservedFleet<PipeRead>>().toEqualTypeOf<
    'ok' | 'fleet' | 'selection' | 'base' | 'diagnostics' | 'reads' | keyof ServiceView
  >();
  expectTypeOf<ServiceView>().toEqualTypeOf<{
    readonly findings: readonly CheckFinding[];
    readonly histories: ReadonlyMap<string, TargetHistory> | null;
  }>();
  expectTypeOf<keyof ObservabilityReader>().toEqualTypeOf<'now' | 'querySeries' | 'readAlert'>();
  expectTypeOf<ObservedFleet<PipeRead>['reads']>().toEqualTypeOf<readonly PipeRead[]>();
  expectTypeOf<keyof PipeReader>().toEqualTypeOf<'readPipe'>();
  expectTypeOf<keyof PipeReader & keyof PipeWriter>().toBeNever();
});

it('gives pull what was read, and nothing to write to pipes with', () => {
  expectTypeOf<NewReads>().toEqualTypeOf<{ readonly ok: true; readonly reads: readonly PipeRead[] }>();
  expectTypeOf<keyof Pulled>().toEqualTypeOf<'pipes' | 'edits' | 'diagnostics'>();
});
