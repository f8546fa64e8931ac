import { resolve } from 'node:path';
import type { World } from '../cli/options/context.ts';
import { abandonApply } from '../engine/abandon-apply.ts';
import { allowedNames } from '../engine/allowed-names.ts';
import { type CarryOutOptions, carryOut, type ReadyRun } from '../engine/carry-out.ts';
import { DEFAULT_WAIT_TIMEOUT_MS } from '../engine/default-options.ts';
import { closeProject, openProject, type ProjectOptions } from '../engine/open-project.ts';
import { readProject } from '../engine/read-project.ts';
import { type ApplyTerms, cannotPassWaves, guardPart, notAPlan, reviewSaved } from '../engine/review-saved.ts';
import { type ProjectFolder, projectFolder } from '../journal/project-folder.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type { RunEvent } from '../model/event.ts';
import type { Plan } from '../model/plan.ts';
import type { Run } from '../model/run.ts';
import { seal } from '../plan/saved/seal.ts';
import { checkArguments } from './check-arguments.ts';
import { openListeners } from './listener.ts';
import { makeWorld } from './make-world.ts';
import { checkChoice, checkMilliseconds, readAllowed, readServiceOptions } from './read-options.ts';
import type { Allowed, ProjectFleet, ServiceOptions } from './service-options.ts';

/** How a plan is carried out. Everything may be left out. */
export interface ApplyOptions extends ServiceOptions {
  /** What may be written although a policy or a protection is against it, whatever the plan was made with. */
  readonly allowances?: Allowed | undefined;
  /** `left-out`: in one go, without the waves and health checks of the configuration. Default: `wanted`. */
  readonly rollout?: 'wanted' | 'left-out' | undefined;
  /** What a pipe that fails means for those not started yet. Default: `continue`. */
  readonly onFailure?: 'continue' | 'stop' | undefined;
  /**
   * Milliseconds to read for until a written value shows, up to a day; 0 reads once, which no rollout goes with. Default:
   * 120,000.
   */
  readonly waitTimeoutMs?: number | undefined;
  /** Milliseconds to wait for another run of the project, up to a day. Default: 0, which is not at all. */
  readonly lockTimeoutMs?: number | undefined;
  /** The folder whose `.pipeform` keeps the lock and the journal. Default: the fleet's. There is no run without one. */
  readonly journal?: { readonly folder: string } | undefined;
  /**
   * Asks to stop: what is in flight is finished and confirmed, nothing more is started, and the rest is `skipped`. `SIGINT`
   * or `SIGTERM` as the reason is what `interrupted` of the run says.
   */
  readonly signal?: AbortSignal | undefined;
  /** Stops at once: what is in flight is broken off, and what cannot be known of it is `unknown`. */
  readonly abort?: AbortSignal | undefined;
  /** Hears what happens while it does: the lines of `pipeform apply --format json`. The last one is `run_done`. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
}

/**
 * Carries out exactly the plan that it is given, as `pipeform apply PLAN` does: nothing is asked, and nothing is planned
 * anew. The plan is weighed against the fleet of now: addresses, identifiers, policy and what may change come from the fleet;
 * from the plan only which fields change to what, and what must still be live. Each pipe is read before its first write, and
 * is `stale` and not written when it moved; after the last write it is read until every value shows. What is not confirmed
 * by a read is not `applied`. Waves and health checks of the configuration guard it.
 *
 * Each write is in the journal before and after it is sent (`.pipeform/runs` of the project), under the lock of the project,
 * so `pipeform runs`, `pipeform rollback` and the next run know of it. When the journal cannot be written, nothing more is
 * sent.
 *
 * It installs no signal handlers: hand `signal`, and abort it on SIGINT and SIGTERM. A process that is killed leaves a run
 * that the next one reports.
 *
 * What is against it is in the run, not thrown: see `status` of each pipe. When nothing could be started (no credentials, a
 * plan for another place, the lock is held), `pipes` is empty, `api` null, and `diagnostics` says why; nothing was written.
 *
 * @param plan of `plan`, or of `readReport`; a plan that was saved and edited since is refused.
 * @throws RangeError for an option that is out of its range, TypeError for what is no plan, fleet or option; nothing was
 *   written.
 * @throws ListenerError when a listener threw; its `report` is the run.
 * @example
 * ```ts
 * const run = await apply(proposed, fleet, { onEvent: (event) => console.log(event.type) });
 * if (stateOf(run) === 'incomplete') console.error(await renderReport(run, { format: 'text' }));
 * ```
 */
export async function apply(plan: Plan, fleet: ProjectFleet, options: ApplyOptions = {}): Promise<Run> {
  checkArguments(fleet, options);
  if (typeof plan !== 'object' || plan === null) throw new TypeError('what is to be applied is not a plan');
  const { rollout = 'wanted', onFailure = 'continue', journal = fleet } = options;
  const { waitTimeoutMs = DEFAULT_WAIT_TIMEOUT_MS, lockTimeoutMs = 0 } = options;
  checkMilliseconds('waitTimeoutMs', waitTimeoutMs, 0);
  checkMilliseconds('lockTimeoutMs', lockTimeoutMs, 0);
  checkChoice('rollout', rollout, ['wanted', 'left-out']);
  checkChoice('onFailure', onFailure, ['continue', 'stop']);
  const listeners = openListeners();
  const errand: Errand = {
    plan,
    fleet,
    folder: projectFolder(resolve(journal.folder)),
    lockTimeoutMs,
    terms: { allowances: readAllowed(options.allowances), rollout },
    carrying: { waitTimeoutMs, onFailure, emit: listeners.guard(options.onEvent) },
    options: readServiceOptions(options, listeners),
  };
  return listeners.finish(await conduct(errand, makeWorld(options, { stop: options.signal, abort: options.abort })));
}

interface Errand {
  readonly plan: Plan;
  readonly fleet: ProjectFleet;
  readonly folder: ProjectFolder;
  readonly lockTimeoutMs: number;
  readonly terms: ApplyTerms;
  readonly carrying: CarryOutOptions;
  readonly options: ProjectOptions;
}

async function conduct(errand: Errand, world: World): Promise<Run> {
  const { fleet, folder, lockTimeoutMs, terms, carrying, options } = errand;
  const giveUp = (diagnostics: readonly Diagnostic[]): Run =>
    abandonApply(fleet.environment, diagnostics, carrying.emit, world);
  const copied = await copyPlan(errand.plan);
  if (!copied.ok) return giveUp([copied.diagnostic]);
  const wants = { named: allowedNames(terms.allowances), observability: guardPart(terms), claim: { lockTimeoutMs } };
  const opened = await openProject(fleet, folder, wants, options, world);
  if (!opened.ok) return giveUp(opened.diagnostics);
  try {
    const reviewed = await reviewSaved(
      copied.plan,
      opened,
      terms,
      (part, openJudge) => readProject(part, openJudge, () => {}, world),
      world,
    );
    if (!reviewed.ok) return giveUp(reviewed.diagnostics);
    const problem = findUnfit(reviewed.ready, carrying);
    return problem === null ? await carryOut(reviewed.ready, carrying, world) : giveUp([problem]);
  } finally {
    await closeProject(opened);
  }
}

/** As it would be saved and read back: checked against its schema, its digest if it has one, and nobody else's to change. */
async function copyPlan(
  plan: Plan,
): Promise<{ readonly ok: true; readonly plan: Plan } | { readonly ok: false; readonly diagnostic: Diagnostic }> {
  const { readReport } = await import('../plan/saved/read-report.ts');
  const read = readReport(JSON.stringify('digest' in plan ? plan : seal(plan)), 'The plan');
  if (!read.ok) return read;
  const { report } = read;
  return report.kind === 'plan'
    ? { ok: true, plan: report }
    : { ok: false, diagnostic: notAPlan('The plan', report.kind) };
}

function findUnfit(ready: ReadyRun, { waitTimeoutMs }: CarryOutOptions): Diagnostic | null {
  if (!cannotPassWaves(ready, waitTimeoutMs)) return null;
  return diagnose('error', {
    code: 'usage',
    summary: 'waitTimeoutMs: 0 does not go with a rollout: a wave passes only when a read has confirmed its updates.',
    hint: "Leave out waitTimeoutMs, or give rollout: 'left-out' too.",
  });
}
