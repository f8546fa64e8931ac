import type { PipeRead } from '../plan/plan-fleet.ts';
import { askService, listDefinitions, type ServiceView, type ServiceWants, wantsTargets } from './ask-service.ts';
import type { Context } from './context.ts';
import { closeFleet, type FleetOptions, type NoFleet, type OpenedFleet, openFleet } from './open-fleet.ts';
import { readLive } from './read-live.ts';

/** A fleet and what is live. It holds no connection: whoever is given this has nothing to write with. */
export interface ObservedFleet
  extends Pick<OpenedFleet, 'ok' | 'fleet' | 'selection' | 'base' | 'diagnostics'>,
    ServiceView {
  readonly reads: readonly PipeRead[];
}

/** Reads the fleet once and lets go of the services: what `plan` and `drift` look at. */
export async function observeFleet(
  options: FleetOptions,
  wants: ServiceWants,
  context: Context,
): Promise<ObservedFleet | NoFleet> {
  const opened = await openFleet(options, context, {
    observability: async (fleet, pipes) => {
      if (wantsTargets(wants, pipes)) return 'needed';
      return (await listDefinitions({ fleet, pipes }, wants, options)).length > 0 ? 'wanted' : 'none';
    },
  });
  if (!opened.ok) return opened;
  const [reads, view] = await Promise.all([
    readLive(opened, options, context),
    askService(opened, wants, options, context),
  ]);
  closeFleet(opened);
  const { ok, fleet, selection, base, diagnostics } = opened;
  return { ok, fleet, selection, base, diagnostics, reads, ...view };
}
