import { allowedNames } from '../engine/allowed-names.ts';
import { planEach, planObserved } from '../engine/plan-each.ts';
import type { Plan } from '../model/plan.ts';
import { readToolVersion } from '../model/version.ts';
import { emptyPlan } from '../plan/plan-fleet.ts';
import { checkArguments } from './check-arguments.ts';
import { openListeners } from './listener.ts';
import { makeWorld } from './make-world.ts';
import { observe } from './observe.ts';
import { checkChoice, readAllowed, readServiceOptions } from './read-options.ts';
import type { Allowed, ObserveOptions, ProjectFleet } from './service-options.ts';

/** How a plan is made. Everything may be left out. */
export interface PlanOptions extends ObserveOptions {
  /** What may be planned although a policy or a protection is against it. `apply` must be told again. */
  readonly allowances?: Allowed | undefined;
  /** `wanted`: replicas follow the targets of their bands, as the series ask for now. Default: `left-out`. */
  readonly recommend?: 'wanted' | 'left-out' | undefined;
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
  const { base = null, recommend = 'left-out' } = options;
  checkChoice('recommend', recommend, ['wanted', 'left-out']);
  const listeners = openListeners();
  const world = makeWorld(options, { stop: options.signal });
  const allowances = readAllowed(options.allowances);
  const observed = await observe(
    fleet,
    {
      wants: { definitions: 'wanted', recommend, unfinished: 'wanted' },
      named: allowedNames(allowances),
      base,
      options: readServiceOptions(options, listeners),
      onProgress: listeners.guard(options.onProgress),
      openJudge: (opened, view) => planEach(opened, allowances, view),
    },
    world,
  );
  const frame = { now: new Date(world.clock.now()), tool: readToolVersion() };
  return listeners.finish(
    observed.ok ? planObserved(observed, allowances, frame) : emptyPlan(fleet.environment, observed.diagnostics, frame),
  );
}
