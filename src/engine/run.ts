import { abandonRun, applyPlan } from '../apply/apply-plan.ts';
import { listRollbackPipes, planRollback } from '../apply/rollback/plan-rollback.ts';
import { type Guards, NO_GUARDS } from '../apply/rollout/guards.ts';
import type { JournaledRun } from '../journal/rebuild-run.ts';
import { settleJournal } from '../journal/settle-journal.ts';
import type { ReadResult } from '../model/client.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { DIAGNOSTIC_CODES } from '../model/diagnostic-codes.ts';
import type { RunEvent } from '../model/event.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import type { Plan } from '../model/plan.ts';
import { isAboutRuns, mayHaveWritten, type Run } from '../model/run.ts';
import { comparePlace } from '../plan/diff/compare-place.ts';
import { addressOf } from '../plan/pipe-address.ts';
import { emptyPlan } from '../plan/plan-fleet.ts';
import { findUnseenFleet } from '../plan/policy/policy.ts';
import { type ReviewedPlan, reviewPlan } from '../plan/saved/review-plan.ts';
import { type AssessedRun, settleFindings } from './assess-interrupted-run.ts';
import type { ClaimedProject } from './claim-project.ts';
import { assessInterruptedRuns, findInterruptedRuns, listOpen } from './find-interrupted-runs.ts';
import { findRun } from './find-run.ts';
import { frameOf, planProject } from './observe.ts';
import type { Project } from './project.ts';
import { type OnProgress, readPipes } from './read-pipes.ts';
import { makeRunId } from './run-id.ts';
import type { Runtime } from './runtime.ts';

/** What a run is asked to carry out: a plan made now, a plan that was saved, or the values that an earlier run replaced. */
export type RunRequest =
  | { readonly of: 'fresh' }
  | { readonly of: 'saved'; readonly plan: Plan }
  /** `run`: its id, the beginning of it, or `latest`. */
  | { readonly of: 'rollback'; readonly run: string };

/** A plan that may be carried out, and what guards it. */
export interface ExecutableRun {
  readonly project: Project & { readonly claim: ClaimedProject };
  readonly plan: ReviewedPlan;
  readonly guards: Guards;
  /** The runs that were interrupted, by what was read of their pipes. */
  readonly unfinished: readonly AssessedRun[];
  /** The run that the plan puts back, or null. */
  readonly rollsBack: string | null;
}

export type PreparedRun =
  | { readonly ok: true; readonly run: ExecutableRun }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/**
 * Turns a request into a plan that may be carried out: a fresh plan reads the selected pipes, a saved one is reviewed against the
 * configuration of now, a rollback reads the pipes that the earlier run wrote to. `earlier` is what was found before. The
 * project must be claimed.
 */
export async function prepareRun(
  request: RunRequest,
  project: Project,
  earlier: readonly Diagnostic[],
  onProgress: OnProgress,
  runtime: Runtime,
): Promise<PreparedRun> {
  const { claim } = project;
  if (claim === null) throw new Error('a run was prepared without a claim');
  const claimed = { ...project, claim };
  switch (request.of) {
    case 'fresh':
      return prepareFresh(claimed, earlier, onProgress, runtime);
    case 'saved':
      return prepareSaved(request.plan, claimed, onProgress, runtime);
    case 'rollback':
      return prepareRollback(request.run, claimed, earlier, onProgress, runtime);
  }
}

type ClaimedRunProject = ExecutableRun['project'];

async function prepareFresh(
  project: ClaimedRunProject,
  earlier: readonly Diagnostic[],
  onProgress: OnProgress,
  runtime: Runtime,
): Promise<PreparedRun> {
  const { plan, interrupted } = await planProject(project, earlier, onProgress, runtime);
  const unseen = plan.scope === null ? null : findUnseenFleet(plan.scope);
  const diagnostics = unseen === null ? plan.diagnostics : [...plan.diagnostics, unseen];
  const { guards } = project;
  return {
    ok: true,
    run: { project, plan: { ...plan, diagnostics }, guards, unfinished: interrupted, rollsBack: null },
  };
}

/** The pipes of a saved plan are read when they are updated; those that an interrupted run left open are read now. */
async function prepareSaved(
  saved: Plan,
  project: ClaimedRunProject,
  onProgress: OnProgress,
  runtime: Runtime,
): Promise<PreparedRun> {
  const { fleet, pipes, selection, allowances, guards } = project;
  const nowMs = runtime.clock.now();
  const review = reviewPlan(saved, fleet, { allowances, nowMs, selection, selected: pipes });
  if (!review.ok) return review;
  const runs = await findInterruptedRuns(project.folder, fleet);
  const reads = await readPipes(project, listOpen(fleet.pipes, runs), onProgress, runtime);
  const unfinished = assessInterruptedRuns(runs, fleet, reads);
  const told = [...runs.diagnostics, ...unfinished.map(({ diagnostic }) => diagnostic)];
  // What the plan said of interrupted runs when it was made is replaced by what is known now.
  const kept = review.plan.diagnostics.filter((diagnostic) => !isAboutRuns(diagnostic));
  const plan = { ...review.plan, diagnostics: [...told, ...kept] };
  return { ok: true, run: { project, plan, guards, unfinished, rollsBack: null } };
}

/** Without waves and checks: what is put back was there before, and whoever rolls back is in a hurry. */
async function prepareRollback(
  wanted: string,
  project: ClaimedRunProject,
  earlier: readonly Diagnostic[],
  onProgress: OnProgress,
  runtime: Runtime,
): Promise<PreparedRun> {
  const { fleet, selection, allowances } = project;
  const isMeant = ({ run }: JournaledRun): boolean =>
    run.pipes.some(mayHaveWritten) && comparePlace(run, fleet, 'run').length === 0;
  const found = await findRun(project.folder, wanted, isMeant);
  if (!found.ok) return { ok: false, diagnostics: [found.diagnostic] };
  const { run } = found.journaled;
  const mismatch = findMismatch(run, fleet);
  if (mismatch !== null) return { ok: false, diagnostics: [mismatch] };

  const runs = await findInterruptedRuns(project.folder, fleet);
  const written: Run = { ...run, pipes: run.pipes.filter(createFilter(project)) };
  const pipes = listRollbackPipes(written, fleet).flatMap(({ desired }) => (desired === null ? [] : [desired]));
  const reads = await readPipes(project, pipes, onProgress, runtime);
  const byAddress = new Map(reads.map(({ desired, read }) => [addressOf(desired), read]));
  const read = (pipe: DesiredPipe): ReadResult => {
    const result = byAddress.get(addressOf(pipe));
    if (result === undefined) throw new Error(`pipe ${pipe.name} was not read`);
    return result;
  };
  const plan = planRollback(written, fleet, { ...frameOf(runtime), allowances, selection, read });
  const unfinished = assessInterruptedRuns(runs, fleet, reads);
  // What is known of the run that is put back would advise to put it back.
  const others = unfinished.filter(({ runId }) => runId !== run.id).map(({ diagnostic }) => diagnostic);
  const diagnostics = [...earlier, ...runs.diagnostics, ...others, ...plan.diagnostics];
  return {
    ok: true,
    run: { project, plan: { ...plan, diagnostics }, guards: NO_GUARDS, unfinished, rollsBack: run.id },
  };
}

/** The selected pipes; those that left the configuration too, when nothing narrows the selection. */
function createFilter({ pipes, fleet }: Project): (pipe: Pick<DesiredPipe, 'serviceId' | 'id'>) => boolean {
  const selected = new Set(pipes.map(addressOf));
  const configured = new Set(fleet.pipes.map(addressOf));
  return (pipe) =>
    selected.has(addressOf(pipe)) || (selected.size === configured.size && !configured.has(addressOf(pipe)));
}

function findMismatch(run: Run, fleet: Fleet): Diagnostic | null {
  const differences = comparePlace(run, fleet, 'run');
  if (differences.length === 0) return null;
  return diagnose('error', {
    code: 'run-for-another',
    summary: `The run ${run.id} was of another place than the configuration names. Nothing was written.`,
    detail: differences.join('\n'),
    hint: DIAGNOSTIC_CODES['run-for-another'].cure,
  });
}

/** Why a report that was given where a plan is needed cannot be applied. `name` is what it is called to a person. */
export function notAPlan(name: string, kind: 'drift' | 'run'): Diagnostic {
  return diagnose('error', {
    code: 'report-unreadable',
    summary: `${name} is ${kind === 'drift' ? 'a drift report' : 'the report of a run'}, not a plan.`,
    hint: 'Make a plan with `pipeform plan --out FILE`.',
  });
}

/** Whether a wave could never pass: no read confirms an update that is not waited for. */
export function cannotPassWaves({ guards }: Pick<ExecutableRun, 'guards'>, waitTimeoutMs: number): boolean {
  return guards.rollout !== null && waitTimeoutMs === 0;
}

export interface ExecuteOptions {
  /** Milliseconds to read for until a written value shows; 0 reads once. */
  readonly waitTimeoutMs: number;
  /** What a failed pipe means for those not started yet. */
  readonly onFailure: 'continue' | 'stop';
  readonly emit: (event: RunEvent) => void;
}

/** Of a pipe that is updated: one before the first write, and one at least that shows it. */
const READS_AROUND_WRITES = 2;

/** Carries a plan out. Every write is in the journal of the project, which is locked for the run. */
export async function executeRun(prepared: ExecutableRun, options: ExecuteOptions, runtime: Runtime): Promise<Run> {
  const { createPipeReader, createPipeWriter } = await import('../api/index.ts');
  const { project, plan, guards, rollsBack } = prepared;
  const { connection, observability, claim, parallelism } = project;
  const updates = plan.pipes.filter(({ status }) => status === 'update');
  connection.expect(updates.reduce((sum, { requests }) => sum + READS_AROUND_WRITES + requests.length, 0));
  const ports = {
    reader: createPipeReader(connection),
    writer: createPipeWriter(connection),
    observability: observability?.ok ? observability.reader : null,
    journal: claim.journal,
    clock: runtime.clock,
  };
  const run = await applyPlan(plan, ports, {
    ...options,
    ...runtime.interrupts,
    runId: claim.runId,
    rollsBack,
    parallelism,
    guards,
  });
  await settleInterruptedRuns(prepared, run);
  return run;
}

/** Interrupted runs of which all is known now are not reported again. When this fails, they are. */
async function settleInterruptedRuns({ unfinished, project }: ExecutableRun, run: Run): Promise<void> {
  // Nobody could look up what a run found whose own journal is not whole.
  if (project.claim.journal.trouble() !== null) return;
  for (const assessed of unfinished) {
    const pipes = settleFindings(assessed, run);
    if (pipes === null) continue;
    const entry = { type: 'settled', at: run.finishedAt, by: run.id, pipes } as const;
    await settleJournal(project.folder, assessed.runId, entry).catch(() => {});
  }
}

/** A run that ended before it could start: its events still end with `run_done`, and say why. */
export function abandonUnstartedRun(
  environment: string | null,
  diagnostics: readonly Diagnostic[],
  emit: (event: RunEvent) => void,
  runtime: Runtime,
): Run {
  return abandonRun(emptyPlan(environment, diagnostics, frameOf(runtime)), runtime.clock, {
    runId: makeRunId(runtime),
    rollsBack: null,
    emit,
    stop: runtime.interrupts.stop,
  });
}
