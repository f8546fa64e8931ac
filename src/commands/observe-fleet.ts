import type { PipeRead } from '../plan/plan-fleet.ts';
import type { Context } from './context.ts';
import { type FleetOptions, type NoFleet, type OpenedFleet, openFleet } from './open-fleet.ts';
import { readLive } from './read-live.ts';

/** A fleet and what is live. It holds no connection: whoever is given this has nothing to write with. */
export interface ObservedFleet extends Pick<OpenedFleet, 'ok' | 'fleet' | 'selection' | 'base' | 'diagnostics'> {
  readonly reads: readonly PipeRead[];
}

/** Reads the fleet once and lets go of the service: what `plan` and `drift` look at. */
export async function observeFleet(options: FleetOptions, context: Context): Promise<ObservedFleet | NoFleet> {
  const opened = await openFleet(options, context);
  if (!opened.ok) return opened;
  const reads = await readLive(opened, options, context);
  opened.connection.close();
  const { ok, fleet, selection, base, diagnostics } = opened;
  return { ok, fleet, selection, base, diagnostics, reads };
}
