import type { Diagnostic } from '../model/diagnostic.ts';
import type { Drift } from '../model/drift.ts';
import type { Plan } from '../model/plan.ts';
import { readToolVersion } from '../model/version.ts';
import { findDrift } from '../plan/find-drift.ts';
import { type PipeRead, planFleet } from '../plan/plan-fleet.ts';
import type { AssessedRun } from './assess-interrupted-run.ts';
import {
  assessInterruptedRuns,
  findInterruptedRuns,
  type InterruptedRuns,
  NO_INTERRUPTED_RUNS,
  openFirst,
} from './find-interrupted-runs.ts';
import { readHealthInputs } from './health-inputs.ts';
import type { Project } from './project.ts';
import { type OnProgress, readPipes } from './read-pipes.ts';
import type { Runtime } from './runtime.ts';

/** A plan, and what interrupted runs came to by the reads that it was made from. */
export interface ProposedPlan {
  readonly plan: Plan;
  readonly interrupted: readonly AssessedRun[];
}

/** A drift report, and the reads that it was made from. */
export interface DetectedDrift {
  readonly drift: Drift;
  readonly reads: readonly PipeRead[];
}

/**
 * Reads the selected pipes once, then plans them: what `plan` shows and a fresh `apply` carries out. The diagnostics of the
 * plan begin with `earlier`, what was found before.
 */
export async function planProject(
  project: Project,
  earlier: readonly Diagnostic[],
  onProgress: OnProgress,
  runtime: Runtime,
): Promise<ProposedPlan> {
  const { fleet, base, selection, allowances } = project;
  const runs = await findInterruptedRuns(project.folder, fleet);
  const [reads, { findings, histories }] = await readAll(project, runs, onProgress, runtime);
  const plan = planFleet(fleet, reads, {
    ...frameOf(runtime),
    allowances,
    base,
    selection,
    recommendations: histories,
    checks: findings,
  });
  const interrupted = assessInterruptedRuns(runs, fleet, reads);
  const told = [...runs.diagnostics, ...interrupted.map(({ diagnostic }) => diagnostic)];
  return { plan: { ...plan, diagnostics: [...earlier, ...told, ...plan.diagnostics] }, interrupted };
}

/** Reads the selected pipes once and says whether they are as declared: what `drift` reports. */
export async function detectDrift(
  project: Project,
  earlier: readonly Diagnostic[],
  onProgress: OnProgress,
  runtime: Runtime,
): Promise<DetectedDrift> {
  const { fleet, base, selection } = project;
  const [reads, { findings }] = await readAll(project, NO_INTERRUPTED_RUNS, onProgress, runtime);
  const drift = findDrift(fleet, reads, { ...frameOf(runtime), base, selection, checks: findings });
  return { drift: { ...drift, diagnostics: [...earlier, ...drift.diagnostics] }, reads };
}

/** Who makes a document, and when. */
export function frameOf({ clock }: Pick<Runtime, 'clock'>) {
  return { now: new Date(clock.now()), tool: readToolVersion() };
}

/** The pipes and what the observability API says, side by side. */
function readAll(project: Project, runs: InterruptedRuns, onProgress: OnProgress, runtime: Runtime) {
  return Promise.all([
    readPipes(project, openFirst(project.pipes, runs), onProgress, runtime),
    readHealthInputs(project, runtime),
  ]);
}
