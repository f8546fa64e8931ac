import type { Guards } from '../apply/rollout/guards.ts';
import type { World } from '../cli/options/context.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { Fleet } from '../model/fleet.ts';
import type { Plan } from '../model/plan.ts';
import type { PipeRead } from '../plan/plan-fleet.ts';
import type { Allowances } from '../plan/policy/policy.ts';
import { type ReviewedPlan, reviewPlan } from '../plan/saved/review-plan.ts';
import { isAboutRuns } from '../report/text/diagnostics.ts';
import type { ReadyRun } from './carry-out.ts';
import { asksChecks, findGuards } from './find-guards.ts';
import { findUnfinished, listOpen, type Unfinished, weighAll } from './find-unfinished.ts';
import type { OpenedProject, ProjectWants } from './open-project.ts';
import { justRead } from './read-fleet.ts';
import type { ReadPipes } from './read-project.ts';
import type { Weighed } from './weigh-unfinished.ts';

/** What may be written, and under which guard. */
export interface ApplyTerms {
  readonly allowances: Allowances;
  /** `left-out` with --no-rollout: apply in one go, whatever guards the configuration describes. */
  readonly rollout: 'wanted' | 'left-out';
}

/** What the apply of a plan that exists needs of the observability API: the checks that guard it. */
export function guardPart({ rollout }: ApplyTerms): NonNullable<ProjectWants['observability']> {
  return async (fleet, pipes) => (asksChecks(findGuards(fleet, pipes, rollout)) ? 'needed' : 'none');
}

/** Weighs a saved plan against the configuration of now; its pipes are read when their turn comes. */
export async function reviewSaved(
  saved: Plan,
  opened: OpenedProject,
  { allowances, rollout }: ApplyTerms,
  read: ReadPipes,
  { clock }: World,
): Promise<
  { readonly ok: true; readonly ready: ReadyRun } | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }
> {
  const { fleet, pipes, selection } = opened;
  const review = reviewPlan(saved, fleet, { allowances, nowMs: clock.now(), selection, selected: pipes });
  if (!review.ok) return review;
  const looked = await readOpen(opened, read);
  // What the plan said of runs when it was made is said anew.
  const told = review.plan.diagnostics.filter((diagnostic) => !isAboutRuns(diagnostic));
  const plan = { ...review.plan, diagnostics: [...looked.diagnostics, ...told] };
  return { ok: true, ready: makeReady(opened, plan, findGuards(fleet, pipes, rollout), looked.weighed) };
}

/** The project is claimed whenever one is opened to be written to. */
export function makeReady(
  { connection, observability, parallelism, folder, project }: OpenedProject,
  plan: ReviewedPlan,
  guards: Guards,
  unfinished: readonly Weighed[],
  rollsBack: string | null = null,
): ReadyRun {
  if (project === null) throw new Error('a run was prepared without a claim');
  return { connection, observability, parallelism, folder, project, plan, guards, unfinished, rollsBack };
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

/** Whether a wave could never pass: no read confirms what is not waited for. */
export function cannotPassWaves({ guards }: Pick<ReadyRun, 'guards'>, waitTimeoutMs: number): boolean {
  return guards.rollout !== null && waitTimeoutMs === 0;
}

/** The pipes that a run left open are read before anything is written. */
async function readOpen(opened: OpenedProject, read: ReadPipes) {
  const unfinished = await findUnfinished(opened.folder, opened.fleet);
  const pipes = listOpen(opened.fleet.pipes, unfinished);
  const reads = pipes.length === 0 ? [] : await read({ ...opened, pipes }, justRead);
  return lookBack(unfinished, opened.fleet, reads);
}

/** Of a report that was given where a plan is wanted. `name` is how it is called to a person. */
export function notAPlan(name: string, kind: 'drift' | 'run'): Diagnostic {
  return diagnose('error', {
    code: 'report-unreadable',
    summary: `${name} is ${kind === 'drift' ? 'a drift report' : 'the report of a run'}, not a plan.`,
    hint: 'Make a plan with `pipeform plan --out FILE`.',
  });
}
