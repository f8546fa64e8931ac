import type { RateLimitWait } from '../model/client.ts';
import { diagnoseCode } from '../model/diagnose-code.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import type { Plan, ProjectPlace } from '../model/plan.ts';
import type { Drift } from '../model/report.ts';
import type { ReadProgress } from '../model/run.ts';
import { readToolVersion } from '../model/version.ts';
import { findDrift } from '../plan/find-drift.ts';
import { compareReads, planCompared } from '../plan/plan-fleet.ts';
import { freezeProblems } from '../plan/policy/freeze.ts';
import type { ReviewedPlan } from '../plan/saved/review-plan.ts';
import { readFindings } from './health-inputs.ts';
import { openRules, watchFreezes } from './policies.ts';
import type { Project } from './project.ts';
import { type FleetReads, type OnProgress, readPipes } from './read-pipes.ts';
import type { Runtime } from './runtime.ts';
import { applySchedules, withDesired } from './schedules.ts';
import {
  type AssessedRun,
  assessUnfinishedRuns,
  findUnfinishedRuns,
  openFirst,
  type UnfinishedRuns,
} from './unfinished-runs.ts';

interface Readings extends FleetReads {
  readonly unfinished: readonly AssessedRun[];
  /** About unfinished runs other than `exceptRun`. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Finds unfinished runs, reads the pipes that `choose` returns, and assesses the runs by these reads. */
export async function readAfterRuns(
  project: Project,
  choose: (runs: UnfinishedRuns) => readonly DesiredPipe[],
  onProgress: OnProgress,
  exceptRun: string | null = null,
): Promise<Readings> {
  const runs = await findUnfinishedRuns(project.folder, project.fleet);
  const read = await readPipes(project, choose(runs), onProgress);
  const isApply = project.locked !== null && exceptRun === null;
  const unfinished = assessUnfinishedRuns(runs, project.fleet, read.reads, isApply);
  const others = unfinished.filter(({ runId }) => runId !== exceptRun).map(({ diagnostic }) => diagnostic);
  return { ...read, unfinished, diagnostics: [...runs.diagnostics, ...others] };
}

/**
 * Reads the selected pipes once and plans them. `unfinished`: runs without an end, assessed by the same reads. `fleet`: with the
 * sizes that were planned. A freeze is a warning of the plan, or an `error` when it is applied now.
 */
export async function planProject(
  given: Project,
  onProgress: OnProgress,
  ofFreeze: 'warning' | 'error' = 'warning',
): Promise<{ readonly plan: Plan; readonly fleet: Fleet; readonly unfinished: readonly AssessedRun[] }> {
  const shared = shareProgress(onProgress, given.pipes.length);
  const [{ reads: found, listings, unfinished, diagnostics }, checks] = await Promise.all([
    readAfterRuns(given, (runs) => openFirst(given.pipes, runs), shared.onProgress),
    readFindings(given, shared.onWait),
  ]);
  const project = applySchedules(given);
  const { fleet, base, selection, allowances, promotion, remediation, reviewed, earlier, runtime, connection, place } =
    project;
  const reads = withDesired(found, fleet);
  const frame = frameOf(runtime, place);
  const evaluateRules = await openRules(fleet, connection.now());
  const rules = { allowances, evaluateRules, remediation, reviewed };
  const options = { ...frame, ...rules, base, selection, checks, listings };
  // Only pipes that would change are read in the other environment: under a rate limit, each request is a wait.
  const compared = compareReads(fleet, reads, options);
  const changed = compared.map((one) => one.compared.pipe);
  const sources = await promotion?.readSources(fleet, changed, onProgress);
  const plan = planCompared(fleet, compared, sources === undefined ? options : { ...options, sources });
  const frozen = await findFrozen(plan, project, ofFreeze);
  const all = [
    ...earlier,
    ...diagnostics,
    ...frozen,
    ...plan.diagnostics,
    ...diagnoseRetirement(connection.retirement()),
  ];
  return { plan: { ...plan, diagnostics: all }, fleet, unfinished };
}

function diagnoseRetirement(announced: string | null): readonly Diagnostic[] {
  if (announced === null) return [];
  const summary = `The service announces the end of this version of its API: ${announced}.`;
  return [diagnoseCode('api-retiring', summary, null, 'note')];
}

/** The progress of the pipes, also while the observability API is waited for. */
function shareProgress(emit: OnProgress, total: number) {
  let last: ReadProgress = { done: 0, total, failed: 0 };
  return {
    onProgress(next: ReadProgress): void {
      last = next;
      emit(next);
    },
    onWait: (rateLimit: RateLimitWait): void => emit({ ...last, rateLimit }),
  };
}

/** A freeze that holds now, for a plan with something to apply. */
export async function findFrozen(
  plan: Pick<ReviewedPlan, 'summary' | 'overrides' | 'pipes'>,
  project: Project,
  severity: 'warning' | 'error',
): Promise<readonly Diagnostic[]> {
  if (plan.summary.update === 0) return [];
  const findFreeze = watchFreezes(plan, project);
  return freezeProblems(findFreeze(), plan.overrides, severity);
}

/** Reads the selected pipes once and compares them with the declared state. */
export async function detectDrift(project: Project, onProgress: OnProgress): Promise<Drift> {
  const { pipes, selection, earlier, runtime, place } = project;
  const shared = shareProgress(onProgress, pipes.length);
  const [{ reads, listings }, checks] = await Promise.all([
    readPipes(project, pipes, shared.onProgress),
    readFindings(project, shared.onWait),
  ]);
  const { fleet, base } = applySchedules(project);
  const drift = findDrift(fleet, withDesired(reads, fleet), {
    ...frameOf(runtime, place),
    base,
    selection,
    checks,
    listings,
  });
  return { ...drift, diagnostics: [...earlier, ...drift.diagnostics] };
}

/** What a document says of its making. */
export function frameOf({ clock }: Pick<Runtime, 'clock'>, project?: ProjectPlace) {
  return { now: new Date(clock.now()), tool: readToolVersion(), project };
}
