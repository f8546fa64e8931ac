import type { World } from '../cli/options/context.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Fleet } from '../model/fleet.ts';
import type { BaseState } from '../plan/origin/attribute.ts';
import type { PipeRead } from '../plan/plan-fleet.ts';
import type { Selection } from '../plan/policy/scope.ts';
import { askService, listDefinitions, type ServiceView, type ServiceWants, wantsTargets } from './ask-service.ts';
import { findUnfinished, NONE_UNFINISHED, openFirst, weighAll } from './find-unfinished.ts';
import { closeProject, type OpenedProject, type ProjectWants } from './open-project.ts';
import type { OpenJudge } from './read-fleet.ts';
import type { ReadPipes } from './read-project.ts';

/** What an observer asks for beside the live pipes. */
export interface ObserverWants extends ServiceWants {
  /** `wanted`: runs that were cut off are told, and the pipes that they left open are read first. */
  readonly unfinished: 'wanted' | 'left-out';
}

/** A fleet and what is live. It holds no connection: whoever is given this has nothing to write with. */
export interface ObservedFleet<T extends PipeRead> extends ServiceView {
  readonly ok: true;
  readonly fleet: Fleet;
  readonly selection: Selection;
  readonly base: BaseState | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly reads: readonly T[];
}

/** What an observer needs of the observability API. */
export function observerPart(
  wants: ServiceWants,
  selection: Pick<Selection, 'target' | 'exclude' | 'shard'>,
): NonNullable<ProjectWants['observability']> {
  return async (fleet, pipes) => {
    if (wantsTargets(wants, pipes)) return 'needed';
    return (await listDefinitions({ fleet, pipes }, wants, selection)).length > 0 ? 'wanted' : 'none';
  };
}

/** A project that was opened to be looked at, and what is known of its configuration. */
export interface ToObserve extends OpenedProject {
  readonly base: BaseState | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the fleet once and lets go of the services, whatever happens: what `plan` and `drift` look at. */
export async function observeProject<T extends PipeRead>(
  opened: ToObserve,
  openJudge: (view: Promise<ServiceView>) => OpenJudge<T>,
  wants: ObserverWants,
  read: ReadPipes,
  world: World,
): Promise<ObservedFleet<T>> {
  try {
    const unfinished =
      wants.unfinished === 'wanted' ? await findUnfinished(opened.folder, opened.fleet) : NONE_UNFINISHED;
    const asked = askService(opened, wants, world);
    const [reads, view] = await Promise.all([
      read({ ...opened, pipes: openFirst(opened.pipes, unfinished) }, openJudge(asked)),
      asked,
    ]);
    const { ok, fleet, selection, base } = opened;
    const weighed = weighAll(unfinished, fleet, reads).map(({ diagnostic }) => diagnostic);
    const diagnostics = [...opened.diagnostics, ...unfinished.diagnostics, ...weighed];
    return { ok, fleet, selection, base, diagnostics, reads, ...view };
  } finally {
    await closeProject(opened);
  }
}
