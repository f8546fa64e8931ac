import type { ServiceView } from '../../../engine/ask-service.ts';
import {
  type ObservedFleet,
  type ObserverWants,
  observeProject,
  observerPart,
} from '../../../engine/observe-project.ts';
import type { OpenJudge } from '../../../engine/read-fleet.ts';
import type { PipeRead } from '../../../plan/plan-fleet.ts';
import type { Context } from '../../options/context.ts';
import { type FleetOptions, type NoFleet, type OpenedFleet, openFleet } from './open-fleet.ts';
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
