import type { PipeRead } from '../plan/plan-fleet.ts';
import type { ServiceView } from './ask-service.ts';
import type { Context } from './context.ts';
import { type ObservedFleet, type ObserverWants, observeProject, observerPart } from './observe-project.ts';
import { type FleetOptions, type NoFleet, type OpenedFleet, openFleet } from './open-fleet.ts';
import type { OpenJudge } from './read-fleet.ts';
import { readLive } from './read-live.ts';

/** Reads the fleet of the configuration once and lets go of the services: what `plan` and `drift` look at. */
export async function observeFleet<T extends PipeRead>(
  judgeWith: (opened: OpenedFleet, view: Promise<ServiceView>) => OpenJudge<T>,
  options: FleetOptions,
  wants: ObserverWants,
  context: Context,
): Promise<ObservedFleet<T> | NoFleet> {
  const opened = await openFleet(options, context, { observability: observerPart(wants, options) });
  if (!opened.ok) return opened;
  return observeProject(
    opened,
    (view) => judgeWith(opened, view),
    wants,
    (project, openJudge) => readLive(project, openJudge, options, context),
    context,
  );
}
