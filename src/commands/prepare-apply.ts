import type { Guards } from '../apply/guards.ts';
import type { Weighed } from '../apply/weigh-unfinished.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { Fleet } from '../model/fleet.ts';
import { joinPlan, type PipeRead } from '../plan/plan-fleet.ts';
import { type Allowances, findUnseenFleet } from '../plan/policy.ts';
import { type ReviewedPlan, reviewPlan } from '../plan/review-plan.ts';
import { renderDiagnostics } from '../render/diagnostics.ts';
import { isAboutRuns } from '../render/document-notes.ts';
import { readToolVersion } from '../version.ts';
import { askService, type ServiceWants, wantsTargets } from './ask-service.ts';
import type { Claim, ClaimedProject } from './claim-project.ts';
import type { Context } from './context.ts';
import { asksChecks, findGuards } from './find-guards.ts';
import { findUnfinished, listOpen, openFirst, type Unfinished, weighAll } from './find-unfinished.ts';
import { closeFleet, type FleetOptions, type NoFleet, type OpenedFleet, openFleet } from './open-fleet.ts';
import { planEach } from './plan-each.ts';
import { justRead } from './read-fleet.ts';
import { readLive } from './read-live.ts';
import { readReportFile } from './read-report-file.ts';
import { streamStyle } from './terminal.ts';

/** A plan that may be carried out, with what guards it and the connections to do it; the caller closes them. */
export interface PreparedApply
  extends Pick<OpenedFleet, 'ok' | 'sources' | 'connection' | 'observability' | 'parallelism' | 'folder'> {
  readonly plan: ReviewedPlan;
  readonly guards: Guards;
  readonly project: ClaimedProject;
  /** The runs that were cut off. */
  readonly unfinished: readonly Weighed[];
  /** The run that the plan puts back, or null. */
  readonly rollsBack: string | null;
}

export interface PrepareOptions extends FleetOptions {
  readonly allowances: Allowances;
  /** `left-out` with --no-rollout: apply in one go, whatever guards the configuration describes. */
  readonly rollout: 'wanted' | 'left-out';
  /** `wanted` with --recommend: replicas follow the targets of their bands. */
  readonly recommend: 'wanted' | 'left-out';
  readonly claim: Claim;
}

/** Makes a plan from what is live now. */
export async function prepareFresh(options: PrepareOptions, context: Context): Promise<PreparedApply | NoFleet> {
  const { allowances, recommend, rollout } = options;
  // An apply has nothing to do with what no update can mend.
  const wants: ServiceWants = { definitions: 'left-out', recommend };
  const opened = await openFleet(options, context, {
    named: namesOf(options),
    claim: options.claim,
    observability: async (fleet, pipes) =>
      wantsTargets(wants, pipes) || asksChecks(findGuards(fleet, pipes, rollout)) ? 'needed' : 'none',
  });
  if (!opened.ok) return opened;
  const { fleet, pipes, base, selection } = opened;
  const unfinished = await findUnfinished(opened.folder, fleet);
  const asked = askService(opened, wants, options, context);
  const [reads] = await Promise.all([
    readLive({ ...opened, pipes: openFirst(pipes, unfinished) }, planEach(opened, allowances, asked), options, context),
    asked,
  ]);
  const now = new Date(context.clock.now());
  const frame = { now, tool: readToolVersion() };
  const planned = joinPlan(fleet, reads, { ...frame, allowances, base, selection });
  const unseen = planned.scope === null ? null : findUnseenFleet(planned.scope);
  const looked = lookBack(unfinished, fleet, reads);
  const diagnostics = [
    ...opened.diagnostics,
    ...looked.diagnostics,
    ...planned.diagnostics,
    ...(unseen === null ? [] : [unseen]),
  ];
  return prepared(opened, { ...planned, diagnostics }, findGuards(fleet, pipes, rollout), looked.weighed);
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
    claim: options.claim,
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
    const looked = await readOpen(opened, options, context);
    const outdated = review.plan.diagnostics.filter(({ code }) => code === 'plan-outdated');
    if (options.format === 'text') {
      context.stderr.write(renderDiagnostics(outdated, opened.sources, streamStyle(context.stderr, options, context)));
    }
    const guards = findGuards(opened.fleet, opened.pipes, options.rollout);
    // What the plan said of runs when it was made is said anew.
    const told = review.plan.diagnostics.filter((diagnostic) => !isAboutRuns(diagnostic));
    const diagnostics = [...looked.diagnostics, ...told];
    return prepared(opened, { ...review.plan, diagnostics }, guards, looked.weighed);
  }
  await closeFleet(opened);
  return { ok: false, diagnostics: review.diagnostics, sources: opened.sources, writable: [] };
}

/** What runs that were cut off come to, now that pipes have been read. */
export function lookBack(
  unfinished: Unfinished,
  fleet: Fleet,
  reads: readonly PipeRead[],
): { readonly diagnostics: readonly Diagnostic[]; readonly weighed: readonly Weighed[] } {
  const weighed = weighAll(unfinished, fleet, reads);
  return { diagnostics: [...unfinished.diagnostics, ...weighed.map(({ diagnostic }) => diagnostic)], weighed };
}

/** A saved plan's pipes are read when their turn comes; those that a run left open are read before anything is written. */
async function readOpen(opened: OpenedFleet, options: PrepareOptions, context: Context) {
  const unfinished = await findUnfinished(opened.folder, opened.fleet);
  const pipes = listOpen(opened.fleet.pipes, unfinished);
  const reads = pipes.length === 0 ? [] : await readLive({ ...opened, pipes }, justRead, options, context);
  return lookBack(unfinished, opened.fleet, reads);
}

/** The project is claimed whenever a fleet is opened to be written to. */
export function prepared(
  opened: OpenedFleet,
  plan: ReviewedPlan,
  guards: Guards,
  unfinished: readonly Weighed[],
  rollsBack: string | null = null,
): PreparedApply {
  const { ok, sources, connection, observability, parallelism, folder, project } = opened;
  if (project === null) throw new Error('a run was prepared without a claim');
  return { ok, sources, connection, observability, parallelism, folder, project, plan, guards, unfinished, rollsBack };
}

export function namesOf({ allowances }: Pick<PrepareOptions, 'allowances'>) {
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
