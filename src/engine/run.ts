import { createPipeReader, createPipeWriter } from '../api/index.ts';
import { abandonRun, applyPlan } from '../apply/apply-plan.ts';
import { type ApplyPlanOptions, type Guards, NO_GUARDS } from '../apply/ports.ts';
import { listRollbackPipes, planRollback } from '../apply/rollback/plan-rollback.ts';
import { settleJournal } from '../journal/open-journal.ts';
import type { RateLimitWait } from '../model/client.ts';
import { timestamp } from '../model/clock.ts';
import { diagnoseCode } from '../model/diagnose-code.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import { addressOf } from '../model/pipe-address.ts';
import type { Plan } from '../model/plan.ts';
import type { Problems, Result } from '../model/result.ts';
import { isAboutRuns, type Run, type RunEvent } from '../model/run.ts';
import { emptyPlan } from '../plan/plan-fleet.ts';
import { findUnseenFleet } from '../plan/policy/change-limit.ts';
import type { SourcePipes } from '../plan/policy/plan-policy.ts';
import { findPromotion } from '../plan/policy/promotion.ts';
import { comparePlace } from '../plan/policy/scope.ts';
import { findDuplicatePipe, type ReviewedPlan, reviewPlan } from '../plan/saved/review-plan.ts';
import { schedulePipe } from '../plan/schedule-fleet.ts';
import { findTrigger } from './ci-job.ts';
import { describeCrash } from './describe-crash.ts';
import { findRollback } from './find-rollback.ts';
import { findFrozen, frameOf, planProject, readAfterRuns } from './plan-project.ts';
import { askServiceTime, openRules, openWritePolicies, readServiceTime } from './policies.ts';
import type { Project } from './project.ts';
import { type LockedProject, makeRunId } from './project-lock.ts';
import type { OnProgress } from './read-pipes.ts';
import type { Runtime } from './runtime.ts';
import { applySchedules, hasSchedules, withDesired } from './schedules.ts';
import { type AssessedRun, listOpen, settleFindings } from './unfinished-runs.ts';

export type RunRequest =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'saved'; readonly plan: Plan }
  /** `run`: the id of a journaled run, the beginning of it, or `latest`; or a saved run document. */
  | { readonly kind: 'rollback'; readonly run: string | Run };

export interface ExecutableRun {
  readonly project: Project & { readonly locked: LockedProject };
  readonly plan: ReviewedPlan;
  readonly guards: Guards;
  readonly unfinished: readonly AssessedRun[];
  /** The run that the plan rolls back, or null. */
  readonly rollsBack: string | null;
}

export type PreparedRun = Result<{ readonly run: ExecutableRun }, Problems>;

type LockedRunProject = ExecutableRun['project'];

/** A fresh plan and a rollback read pipes; a saved plan is reviewed against the configuration. The project must be locked. */
export async function prepareRun(request: RunRequest, project: Project, onProgress: OnProgress): Promise<PreparedRun> {
  const { locked } = project;
  if (locked === null) throw new Error('a run was prepared without the lock of its project');
  const lockedProject = { ...project, locked };
  if (request.kind === 'fresh') return prepareFresh(lockedProject, onProgress);
  if (request.kind === 'saved') return prepareSaved(request.plan, lockedProject, onProgress);
  return prepareRollback(request.run, lockedProject, onProgress);
}

async function prepareFresh(given: LockedRunProject, onProgress: OnProgress): Promise<PreparedRun> {
  const { plan, fleet, unfinished } = await planProject(given, onProgress, 'error');
  const project = { ...given, fleet };
  const diagnostics = [...plan.diagnostics, ...(plan.scope === null ? [] : findUnseenFleet(plan.scope))];
  const { guards } = project;
  return { ok: true, run: { project, plan: { ...plan, diagnostics }, guards, unfinished, rollsBack: null } };
}

/**
 * Reads only pipes that an unfinished run left open, and those that changes are promoted from; the others are read when they are
 * updated.
 */
async function prepareSaved(saved: Plan, given: LockedRunProject, onProgress: OnProgress): Promise<PreparedRun> {
  const goesByTime =
    (hasSchedules(given.fleet) || hasLastDays(given.fleet)) && comparePlace(saved, given.fleet, 'plan').length === 0;
  const known = new Set(given.fleet.pipes.map(addressOf));
  // One that the plan refused may be updated now.
  const changed = saved.pipes.find((pipe) => pipe.live !== null && known.has(addressOf(pipe)));
  if (goesByTime) await readServiceTime(changed, given);
  const project = applySchedules(given);
  const { fleet, pipes: selected, selection, allowances, guards, connection } = project;
  const sources = await readSavedSources(saved, project, onProgress);
  const nowMs = connection.now();
  const evaluateRules = await openRules(fleet, nowMs);
  const options = { allowances, nowMs, selection, selected, evaluateRules };
  const review = reviewPlan(saved, fleet, sources === null ? options : { ...options, sources });
  if (!review.ok) return review;
  const { unfinished, diagnostics } = await readAfterRuns(project, (runs) => listOpen(fleet.pipes, runs), onProgress);
  // The plan's diagnostics about unfinished runs are outdated.
  const kept = review.plan.diagnostics.filter((diagnostic) => !isAboutRuns(diagnostic));
  // A saved plan needs no request before this one.
  if (!goesByTime) await askServiceTime(review.plan, project);
  const frozen = await findFrozen(review.plan, project, 'error');
  const plan = { ...review.plan, diagnostics: [...diagnostics, ...frozen, ...kept] };
  return { ok: true, run: { project, plan, guards, unfinished, rollsBack: null } };
}

/** Whether an acknowledgement or an exception of a rule ends on a day. */
function hasLastDays({ pipes, policy: { rules } }: Fleet): boolean {
  return pipes.some(({ acknowledge }) => acknowledge.length > 0) || rules.some(({ except }) => except.length > 0);
}

async function readSavedSources(
  saved: Plan,
  { fleet, pipes, promotion }: LockedRunProject,
  onProgress: OnProgress,
): Promise<SourcePipes | null> {
  const isUsable = promotion !== null && comparePlace(saved, fleet, 'plan').length === 0;
  if (!isUsable || findPromotion(fleet, saved.overrides) === null) return null;
  const selected = new Set(pipes.map(addressOf));
  const planned = saved.pipes.filter((pipe) => pipe.live !== null && selected.has(addressOf(pipe)));
  return promotion.readSources(fleet, planned, onProgress);
}

/** A rollback has no waves and checks: the restored values were live before, and it is urgent. */
async function prepareRollback(
  requested: string | Run,
  given: LockedRunProject,
  onProgress: OnProgress,
): Promise<PreparedRun> {
  const planned = await planRunRollback(requested, given, onProgress);
  if (!planned.ok) return planned;
  const { run, plan, unfinished } = planned;
  const project = { ...planned.project, locked: given.locked };
  return { ok: true, run: { project, plan, guards: NO_GUARDS, unfinished, rollsBack: run.id } };
}

export type PlannedRollback = Result<
  {
    readonly run: Run;
    readonly plan: Plan;
    /** The project has the sizes that were planned. */
    readonly project: Project;
    readonly unfinished: readonly AssessedRun[];
  },
  Problems
>;

/** Reads what a run wrote, and plans to restore it. Needs no lock. `requested`: as in `RunRequest`. */
export async function planRunRollback(
  requested: string | Run,
  given: Project,
  onProgress: OnProgress,
): Promise<PlannedRollback> {
  const found = await findRollback(given.folder, requested, given.fleet);
  if (!found.ok) return { ok: false, diagnostics: [found.diagnostic] };
  const { run } = found;
  const refusal = runProblem(run, given.fleet);
  if (refusal !== null) return { ok: false, diagnostics: [refusal] };

  const written: Run = { ...run, pipes: run.pipes.filter(createFilter(given)) };
  // The diagnostic of this run would recommend its rollback.
  const read = await readAfterRuns(given, () => listRollbackPipes(written, given.fleet), onProgress, run.id);
  const project = applySchedules(given);
  const { fleet, selection, allowances, earlier, runtime, connection } = project;
  const evaluateRules = await openRules(fleet, connection.now());
  const isDocument = typeof requested !== 'string';
  const how = { ...frameOf(runtime), allowances, selection, evaluateRules, isDocument };
  const reads = withDesired(read.reads, fleet);
  const plan = planRollback(written, fleet, reads, { ...how, sizeAt: schedulePipe });
  const diagnostics = [...earlier, found.note, ...read.diagnostics, ...plan.diagnostics];
  return { ok: true, run, plan: { ...plan, diagnostics }, project, unfinished: read.unfinished };
}

function runProblem(run: Run, fleet: Fleet): Diagnostic | null {
  if (run.api === null) {
    const summary = `The run ${run.id} could not start and wrote nothing, so there is nothing to roll back.`;
    const hint = 'See `pipeform show FILE` for its errors.';
    return diagnose('error', { code: 'report-unreadable', summary, hint });
  }
  const mismatch = comparePlace(run, fleet, 'run');
  if (mismatch.length === 0) return findDuplicatePipe(run, 'run');
  const summary = `The run ${run.id} wrote to another API, organization, naming or environment. Nothing was written now.`;
  return diagnoseCode('report-for-another', summary, mismatch.join('\n'));
}

/** Matches the selected pipes and, without a narrower selection, those that left the configuration. */
function createFilter({ pipes, fleet }: Project): (pipe: Pick<DesiredPipe, 'serviceId' | 'id'>) => boolean {
  const selected = new Set(pipes.map(addressOf));
  const configured = new Set(fleet.pipes.map(addressOf));
  return (pipe) =>
    selected.has(addressOf(pipe)) || (selected.size === configured.size && !configured.has(addressOf(pipe)));
}

/** Refuses a rollout that does not wait. `hint`: how to ask for another one. */
export function unconfirmedWavesProblem(
  { guards }: Pick<ExecutableRun, 'guards'>,
  waitTimeoutMs: number,
  hint: string,
): Diagnostic | null {
  if (guards.rollout === null || waitTimeoutMs !== 0) return null;
  const summary = 'A rollout must wait after each write: a wave passes only after a read has confirmed its updates.';
  return diagnose('error', { code: 'usage', summary, hint });
}

export interface ExecuteOptions extends Pick<ApplyPlanOptions, 'waitTimeoutMs' | 'failFast' | 'emit'> {
  /** This is the folder of the configuration. */
  readonly folder: string;
  /** Called for a bug that ends the work on one pipe or check, but not the run. */
  readonly onBug?: ((error: unknown) => void) | undefined;
}

export async function executeRun(prepared: ExecutableRun, options: ExecuteOptions): Promise<Run> {
  const { connection, observability, runtime } = prepared.project;
  const listen = (listener: ((wait: RateLimitWait) => void) | null): void => {
    connection.onRateLimit(listener);
    if (observability?.ok) observability.reader.onRateLimit(listener);
  };
  const noteWait = (wait: RateLimitWait) => options.emit({ type: 'rate_limit', at: timestamp(runtime.clock), ...wait });
  listen(noteWait);
  try {
    const run = await applyPrepared(prepared, options, noteWait);
    await settleUnfinishedRuns(prepared, run);
    return run;
  } finally {
    listen(null);
  }
}

async function applyPrepared(
  prepared: ExecutableRun,
  { folder, onBug, ...options }: ExecuteOptions,
  noteWait: (wait: RateLimitWait) => void,
): Promise<Run> {
  const { project, guards, rollsBack } = prepared;
  // A saved plan may have been made in another place.
  const plan = { ...prepared.plan, project: project.place };
  const { connection, observability, locked, parallelism, runtime } = project;
  const ports = {
    reader: createPipeReader(connection),
    writer: createPipeWriter(connection),
    observability: observability?.ok ? observability.reader : null,
    journal: locked.journal,
    clock: runtime.clock,
    reportBug(error: unknown) {
      onBug?.(error);
      return describeCrash(error, runtime.environment, false);
    },
  };
  const trigger = await findTrigger(folder, runtime);
  const writePolicies = openWritePolicies(plan, project, rollsBack !== null, noteWait);
  const control = { ...runtime.interrupts, parallelism, guards, writePolicies };
  const how = { ...options, ...trigger, ...control, runId: locked.runId, rollsBack };
  return applyPlan(plan, ports, how);
}

/** Marks unfinished runs whose open pipes are all known now, so that they are not reported again. */
async function settleUnfinishedRuns({ unfinished, project }: ExecutableRun, run: Run): Promise<void> {
  // The entry refers to the journal of this run, which is incomplete.
  if (project.locked.journal.failure() !== null) return;
  for (const assessed of unfinished) {
    const pipes = settleFindings(assessed, run);
    if (pipes === null) continue;
    const entry = { type: 'settled', at: run.finishedAt, by: run.id, pipes } as const;
    await settleJournal(project.folder, assessed.runId, entry).catch(() => {});
  }
}

export function abandonUnstartedRun(
  environment: string | null,
  diagnostics: readonly Diagnostic[],
  emit: (event: RunEvent) => void,
  runtime: Runtime,
): Run {
  const frame = { runId: makeRunId(runtime), rollsBack: null, emit, stop: runtime.interrupts.stop };
  return abandonRun(emptyPlan(environment, diagnostics, frameOf(runtime)), runtime.clock, frame);
}
