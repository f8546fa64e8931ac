import { driftEach, driftObserved } from '../engine/drift-each.ts';
import type { Drift } from '../model/drift.ts';
import { readToolVersion } from '../model/version.ts';
import { emptyDrift } from '../plan/find-drift.ts';
import { checkArguments } from './check-arguments.ts';
import { openListeners } from './listener.ts';
import { makeWorld } from './make-world.ts';
import { observe } from './observe.ts';
import { readServiceOptions } from './read-options.ts';
import type { ObserveOptions, ProjectFleet } from './service-options.ts';

/** How drift is looked for. Everything may be left out. */
export interface DriftOptions extends ObserveOptions {}

/**
 * Reads the live pipes once, and says whether they are as declared: what `pipeform drift` reports. Writes nothing; what it
 * is given of the service can only read.
 *
 * Unreachable is never clean: a pipe that could not be read is `error`, and where nothing could be asked at all, `api` is
 * null and `diagnostics` says why. `stateOf(report)` sums it up: `clean`, `differences` or `incomplete`.
 *
 * @throws RangeError for an option that is out of its range, TypeError for what is no fleet or option.
 * @throws ListenerError when a listener threw.
 * @example
 * ```ts
 * const report = await drift(fleet);
 * for (const pipe of report.pipes.filter(({ status }) => status === 'drifted')) {
 *   console.log(pipe.name, pipe.changes.map(({ path, before, after }) => `${path}: ${before}, declared ${after}`));
 * }
 * ```
 */
export async function drift(fleet: ProjectFleet, options: DriftOptions = {}): Promise<Drift> {
  checkArguments(fleet, options);
  const { base = null } = options;
  const listeners = openListeners();
  const world = makeWorld(options, { stop: options.signal });
  const observed = await observe(
    fleet,
    {
      wants: { definitions: 'wanted', recommend: 'left-out', unfinished: 'left-out' },
      named: [],
      base,
      options: readServiceOptions(options, listeners),
      onProgress: listeners.guard(options.onProgress),
      openJudge: driftEach,
    },
    world,
  );
  const frame = { now: new Date(world.clock.now()), tool: readToolVersion() };
  return listeners.finish(
    observed.ok ? driftObserved(observed, frame) : emptyDrift(fleet.environment, observed.diagnostics, frame),
  );
}
