import type { PipeRead } from '../plan/plan-fleet.ts';
import { askService, listDefinitions, type ServiceView, type ServiceWants, wantsTargets } from './ask-service.ts';
import type { Context } from './context.ts';
import { findUnfinished, NONE_UNFINISHED, openFirst, weighAll } from './find-unfinished.ts';
import { closeFleet, type FleetOptions, type NoFleet, type OpenedFleet, openFleet } from './open-fleet.ts';
import type { OpenJudge } from './read-fleet.ts';
import { readLive } from './read-live.ts';

/** A fleet and what is live. It holds no connection: whoever is given this has nothing to write with. */
export interface ObservedFleet<T extends PipeRead>
  extends Pick<OpenedFleet, 'ok' | 'fleet' | 'selection' | 'base' | 'diagnostics'>,
    ServiceView {
  readonly reads: readonly T[];
}

/** What an observer asks for beside the live pipes. */
export interface ObserverWants extends ServiceWants {
  /** `wanted`: runs that were cut off are told, and the pipes that they left open are read first. */
  readonly unfinished: 'wanted' | 'left-out';
}

/** Reads the fleet once and lets go of the services: what `plan` and `drift` look at. */
export async function observeFleet<T extends PipeRead>(
  judgeWith: (opened: OpenedFleet, view: Promise<ServiceView>) => OpenJudge<T>,
  options: FleetOptions,
  wants: ObserverWants,
  context: Context,
): Promise<ObservedFleet<T> | NoFleet> {
  const opened = await openFleet(options, context, {
    observability: async (fleet, pipes) => {
      if (wantsTargets(wants, pipes)) return 'needed';
      return (await listDefinitions({ fleet, pipes }, wants, options)).length > 0 ? 'wanted' : 'none';
    },
  });
  if (!opened.ok) return opened;
  const unfinished =
    wants.unfinished === 'wanted' ? await findUnfinished(opened.folder, opened.fleet) : NONE_UNFINISHED;
  const asked = askService(opened, wants, options, context);
  const [reads, view] = await Promise.all([
    readLive({ ...opened, pipes: openFirst(opened.pipes, unfinished) }, judgeWith(opened, asked), options, context),
    asked,
  ]);
  await closeFleet(opened);
  const { ok, fleet, selection, base } = opened;
  const weighed = weighAll(unfinished, fleet, reads).map(({ diagnostic }) => diagnostic);
  const diagnostics = [...opened.diagnostics, ...unfinished.diagnostics, ...weighed];
  return { ok, fleet, selection, base, diagnostics, reads, ...view };
}
