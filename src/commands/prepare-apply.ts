import type { Guards } from '../apply/guards.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { planFleet } from '../plan/plan-fleet.ts';
import { type Allowances, findUnseenFleet } from '../plan/policy.ts';
import { type ReviewedPlan, reviewPlan } from '../plan/review-plan.ts';
import { renderDiagnostics } from '../render/diagnostics.ts';
import { readToolVersion } from '../version.ts';
import { askService, type ServiceWants, wantsTargets } from './ask-service.ts';
import type { Context } from './context.ts';
import { asksChecks, findGuards } from './find-guards.ts';
import { closeFleet, type FleetOptions, type NoFleet, type OpenedFleet, openFleet } from './open-fleet.ts';
import { readLive } from './read-live.ts';
import { readReportFile } from './read-report-file.ts';
import { streamStyle } from './terminal.ts';

/** A plan that may be carried out, with what guards it and the connections to do it; the caller closes them. */
export interface PreparedApply
  extends Pick<OpenedFleet, 'ok' | 'sources' | 'connection' | 'observability' | 'parallelism'> {
  readonly plan: ReviewedPlan;
  readonly guards: Guards;
}

export interface PrepareOptions extends FleetOptions {
  readonly allowances: Allowances;
  /** `left-out` with --no-rollout: apply in one go, whatever guards the configuration describes. */
  readonly rollout: 'wanted' | 'left-out';
  /** `wanted` with --recommend: replicas follow the targets of their bands. */
  readonly recommend: 'wanted' | 'left-out';
}

/** Makes a plan from what is live now. */
export async function prepareFresh(options: PrepareOptions, context: Context): Promise<PreparedApply | NoFleet> {
  const { allowances, recommend, rollout } = options;
  // An apply has nothing to do with what no update can mend.
  const wants: ServiceWants = { definitions: 'left-out', recommend };
  const opened = await openFleet(options, context, {
    named: namesOf(options),
    observability: async (fleet, pipes) =>
      wantsTargets(wants, pipes) || asksChecks(findGuards(fleet, pipes, rollout)) ? 'needed' : 'none',
  });
  if (!opened.ok) return opened;
  const { fleet, pipes, base, selection } = opened;
  const [reads, { histories }] = await Promise.all([
    readLive(opened, options, context),
    askService(opened, wants, options, context),
  ]);
  const now = new Date(context.clock.now());
  const frame = { now, tool: readToolVersion() };
  const planned = planFleet(fleet, reads, { ...frame, allowances, base, selection, recommendations: histories });
  const unseen = planned.scope === null ? null : findUnseenFleet(planned.scope);
  const diagnostics = [...opened.diagnostics, ...planned.diagnostics, ...(unseen === null ? [] : [unseen])];
  return { ...opened, guards: findGuards(fleet, pipes, rollout), plan: { ...planned, diagnostics } };
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
  const opened = await openFleet(options, context, {
    named: namesOf(options),
    inputs: [file],
    observability: async (fleet, pipes) => (asksChecks(findGuards(fleet, pipes, options.rollout)) ? 'needed' : 'none'),
  });
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
    return { ...opened, guards: findGuards(opened.fleet, opened.pipes, options.rollout), plan: review.plan };
  }
  closeFleet(opened);
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
