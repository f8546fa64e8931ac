import { expectTypeOf, it } from 'vitest';
import type { Pulled } from '../../src/cli/commands/pull/document.ts';
import type { NewReads } from '../../src/cli/commands/pull/new-pipes.ts';
import type { readFindings } from '../../src/engine/health-inputs.ts';
import type { detectDrift, planProject } from '../../src/engine/plan-project.ts';
import type { CheckFinding } from '../../src/model/check.ts';
import type { PipeLister, PipeReader, PipeWriter } from '../../src/model/client.ts';
import type { Diagnostic } from '../../src/model/diagnostic.ts';
import type { DesiredPipe } from '../../src/model/fleet.ts';
import type { ObservabilityReader } from '../../src/model/observability/reader.ts';
import type { Drift } from '../../src/model/report.ts';
import type { PipeRead } from '../../src/plan/plan-fleet.ts';

// The compiler checks these; nothing is run.
it('gives plan and drift documents and no way to write', () => {
  expectTypeOf<keyof Awaited<ReturnType<typeof planProject>>>().toEqualTypeOf<'fleet' | 'plan' | 'unfinished'>();
  expectTypeOf<Awaited<ReturnType<typeof detectDrift>>>().toEqualTypeOf<Drift>();
  expectTypeOf<Awaited<ReturnType<typeof readFindings>>>().toEqualTypeOf<readonly CheckFinding[]>();
  expectTypeOf<keyof ObservabilityReader>().toEqualTypeOf<'now' | 'querySeries' | 'readAlert' | 'url'>();
  expectTypeOf<keyof PipeReader>().toEqualTypeOf<'readPipe'>();
  expectTypeOf<keyof PipeLister>().toEqualTypeOf<'listPipes'>();
  expectTypeOf<keyof PipeReader & keyof PipeWriter>().toBeNever();
});

it('gives pull the reads and no way to write to pipes', () => {
  expectTypeOf<NewReads>().toEqualTypeOf<{
    readonly ok: true;
    readonly known: readonly DesiredPipe[];
    readonly reads: readonly PipeRead[];
    readonly diagnostics: readonly Diagnostic[];
  }>();
  expectTypeOf<keyof Pulled>().toEqualTypeOf<'pipes' | 'edits' | 'diagnostics'>();
});
