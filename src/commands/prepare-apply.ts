import type { Connection } from '../api/index.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { Fleet } from '../model/fleet.ts';
import type { Sources } from '../model/location.ts';
import { planFleet } from '../plan/plan-fleet.ts';
import { type Allowances, findUnseenFleet } from '../plan/policy.ts';
import { type ReviewedPlan, reviewPlan } from '../plan/review-plan.ts';
import { renderDiagnostics } from '../render/diagnostics.ts';
import { readToolVersion } from '../version.ts';
import type { Context } from './context.ts';
import { type FleetOptions, type NoFleet, openFleet } from './open-fleet.ts';
import { readLive } from './read-live.ts';
import { readReportFile } from './read-report-file.ts';
import { streamStyle } from './terminal.ts';

/** A plan that may be carried out, with the connection to do it; the caller closes it. */
export interface PreparedApply {
  readonly ok: true;
  readonly fleet: Fleet;
  readonly plan: ReviewedPlan;
  readonly sources: Sources;
  readonly connection: Connection;
  readonly parallelism: number;
}

export interface PrepareOptions extends FleetOptions {
  readonly allowances: Allowances;
}

/** Makes a plan from what is live now. */
export async function prepareFresh(options: PrepareOptions, context: Context): Promise<PreparedApply | NoFleet> {
  const opened = await openFleet(options, context, { named: namesOf(options) });
  if (!opened.ok) return opened;
  const { fleet, base, selection } = opened;
  const reads = await readLive(opened, options, context);
  const { allowances } = options;
  const now = new Date(context.clock.now());
  const planned = planFleet(fleet, reads, { now, tool: readToolVersion(), allowances, base, selection });
  const unseen = planned.scope === null ? null : findUnseenFleet(planned.scope);
  const diagnostics = [...opened.diagnostics, ...planned.diagnostics, ...(unseen === null ? [] : [unseen])];
  return { ...opened, plan: { ...planned, diagnostics } };
}

/** Takes a saved plan and weighs it against the configuration of now; the pipes are read when their turn comes. */
export async function prepareSaved(
  file: string,
  options: PrepareOptions,
  context: Context,
): Promise<PreparedApply | NoFleet> {
  const read = await readReportFile(file, options, context);
  if (!read.ok) return fail([read.diagnostic]);
  const { report } = read;
  if (report.kind !== 'plan') return fail([notAPlan(file, report.kind)]);
  const opened = await openFleet(options, context, { named: namesOf(options), inputs: [file] });
  if (!opened.ok) return opened;
  const review = reviewPlan(report, opened.fleet, {
    allowances: options.allowances,
    nowMs: context.clock.now(),
    selection: opened.selection,
    selected: opened.pipes,
  });
  if (review.ok) {
    const outdated = review.plan.diagnostics.filter(({ code }) => code === 'plan-outdated');
    if (options.format === 'text') {
      context.stderr.write(renderDiagnostics(outdated, opened.sources, streamStyle(context.stderr, options, context)));
    }
    return { ...opened, plan: review.plan };
  }
  opened.connection.close();
  return { ok: false, diagnostics: review.diagnostics, sources: opened.sources, writable: [] };
}

function namesOf({ allowances }: PrepareOptions) {
  return [...allowances.protectedPipes].map((name) => ({ option: '--allow-protected', name }));
}

function fail(diagnostics: readonly Diagnostic[]): NoFleet {
  return { ok: false, diagnostics, sources: new Map(), writable: [] };
}

function notAPlan(file: string, kind: 'drift' | 'run'): Diagnostic {
  return diagnose('error', {
    code: 'report-unreadable',
    summary: `${file} is ${kind === 'drift' ? 'a drift report' : 'the report of a run'}, not a plan.`,
    hint: 'Make a plan with `pipeform plan --out FILE`.',
  });
}
