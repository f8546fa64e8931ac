import type { Connection } from '../api/index.ts';
import { type Diagnostic, diagnose, hasErrors } from '../model/diagnostic.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import type { Sources } from '../model/location.ts';
import type { Plan } from '../model/plan.ts';
import { hintPipe } from '../model/suggest.ts';
import { type PipeRead, planFleet } from '../plan/plan-fleet.ts';
import type { Allowances } from '../plan/policy.ts';
import { renderDiagnostics } from '../render/diagnostics.ts';
import { readToolVersion } from '../version.ts';
import type { Context } from './context.ts';
import type { GlobalOptions } from './global-options.ts';
import { loadConfiguration } from './load-configuration.ts';
import { chooseParallelism, openApi } from './open-api.ts';
import { openReadView } from './open-view.ts';
import { readFleet } from './read-fleet.ts';
import { streamStyle } from './terminal.ts';

/** A plan made from live pipes, with the connection that an apply goes on with; the caller closes it. */
export interface PreparedPlan {
  readonly ok: true;
  readonly fleet: Fleet;
  readonly plan: Plan;
  readonly sources: Sources;
  readonly connection: Connection;
  readonly parallelism: number;
}

/** Why no pipe was read. */
export interface NoPlan {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
}

/**
 * Configuration, credentials, live pipes, plan: what `plan` and `apply` have in common. Warnings of the configuration go
 * to stderr at once; errors come back.
 */
export async function preparePlan(
  options: GlobalOptions,
  context: Context,
  allowances: Allowances,
): Promise<PreparedPlan | NoPlan> {
  const { fleet, diagnostics, sources } = await loadConfiguration(options, context);
  if (fleet === null || hasErrors(diagnostics)) return { ok: false, diagnostics, sources };

  const selected = await selectTargets(fleet, options);
  const opened = await openApi(fleet, options, context);
  const problems = [
    ...selected.diagnostics,
    ...findUnknownNames(fleet, allowances),
    ...(opened.ok ? [] : opened.diagnostics),
  ];
  if (!opened.ok || problems.length > 0) {
    if (opened.ok) opened.connection.close();
    return { ok: false, diagnostics: [...diagnostics, ...problems], sources };
  }
  if (options.format === 'text' && diagnostics.length > 0) {
    context.stderr.write(renderDiagnostics(diagnostics, sources, streamStyle(context.stderr, options, context)));
  }

  const parallelism = chooseParallelism(fleet, options);
  const reads = await readSelected(selected.pipes, opened.connection, parallelism, options, context);
  const planned = planFleet(fleet, reads, { now: new Date(context.clock.now()), tool: readToolVersion(), allowances });
  return {
    ok: true,
    fleet,
    plan: { ...planned, diagnostics: [...diagnostics, ...planned.diagnostics] },
    sources,
    connection: opened.connection,
    parallelism,
  };
}

/** Reads with a progress view. When it throws, which is a mistake of ours, the view and the connection are closed all the same. */
async function readSelected(
  pipes: readonly DesiredPipe[],
  connection: Connection,
  parallelism: number,
  options: GlobalOptions,
  context: Context,
): Promise<readonly PipeRead[]> {
  const { createPipeReader } = await import('../api/index.ts');
  const view = await openReadView(pipes.length, options, context);
  try {
    return await readFleet(pipes, createPipeReader(connection), {
      parallelism,
      signal: context.interrupts.stop,
      onProgress: (progress) => view.progress(progress),
    });
  } catch (error) {
    connection.close();
    throw error;
  } finally {
    await view.stop();
  }
}

/** A name that was mistyped must not look like an allowance that was not needed. */
function findUnknownNames(fleet: Fleet, { protectedPipes }: Allowances): readonly Diagnostic[] {
  const names = fleet.pipes.map(({ name }) => name);
  return [...protectedPipes]
    .filter((name) => !names.includes(name))
    .map((name) =>
      diagnose('error', {
        code: 'target-no-match',
        summary: `--allow-protected ${name} names no pipe of the configuration.`,
        hint: hintPipe(name, names),
      }),
    );
}

async function selectTargets(
  fleet: Fleet,
  options: GlobalOptions,
): Promise<{ readonly pipes: readonly DesiredPipe[]; readonly diagnostics: readonly Diagnostic[] }> {
  if (options.target.length === 0 && options.exclude.length === 0) return { pipes: fleet.pipes, diagnostics: [] };
  const { selectPipes } = await import('../plan/select-pipes.ts');
  return selectPipes(fleet.pipes, options.target, options.exclude);
}
