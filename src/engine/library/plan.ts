import { projectFolder } from '../../journal/project-folder.ts';
import type { Plan } from '../../model/plan.ts';
import { emptyPlan } from '../../plan/plan-fleet.ts';
import { frameOf, planProject } from '../observe.ts';
import { closeProject, openProject } from '../project.ts';
import { checkArguments } from './check-arguments.ts';
import { createRuntime } from './create-runtime.ts';
import { openListeners } from './listener.ts';
import { checkBoolean, readAllowed, readServiceOptions } from './read-options.ts';
import type { Allowed, ObserveOptions, ProjectFleet } from './service-options.ts';

/** How a plan is made. Everything may be left out. */
export interface PlanOptions extends ObserveOptions {
  /** What may be planned although a policy or a protection is against it. `apply` must be told again. */
  readonly allowances?: Allowed | undefined;
  /** Whether replicas follow the targets of their bands, by what the series show now. Default: false. */
  readonly recommend?: boolean | undefined;
}

/**
 * Reads the live pipes once, and says what `apply` would do: what `pipeform plan` shows. Writes nothing; what it is given
 * of the service can only read. The result is data: it can be rendered (`renderReport`), saved (`renderReport` with `json`,
 * read back by `readReport`), compared, and applied.
 *
 * What is against it is in the plan, not thrown: a pipe that could not be read is `error`; without credentials, or with
 * a `target` that matches nothing, `api` is null and `diagnostics` says why. `stateOf(plan)` sums it up.
 *
 * @throws RangeError for an option that is out of its range, TypeError for what is no fleet or option.
 * @throws ListenerError when a listener threw.
 * @example
 * ```ts
 * const proposed = await plan(fleet, { target: ['orders-*'] });
 * if (stateOf(proposed) === 'incomplete') process.exitCode = 1;
 * console.log(await renderReport(proposed, { format: 'text' }));
 * ```
 */
export async function plan(fleet: ProjectFleet, options: PlanOptions = {}): Promise<Plan> {
  checkArguments(fleet, options);
  const { base = null, recommend = false } = options;
  checkBoolean('recommend', recommend);
  const listeners = openListeners();
  const runtime = createRuntime(options, { stop: options.signal });
  const allowances = readAllowed(options.allowances);
  const asked = { ...readServiceOptions(options, listeners), base, allowances, recommend, definitions: true };
  const opened = await openProject(fleet, projectFolder(fleet.folder), asked, runtime);
  if (!opened.ok) return listeners.finish(emptyPlan(fleet.environment, opened.diagnostics, frameOf(runtime)));
  const onProgress = listeners.guard(options.onProgress);
  const { plan: made } = await planProject(opened, [], onProgress, runtime).finally(() => closeProject(opened));
  return listeners.finish(made);
}
