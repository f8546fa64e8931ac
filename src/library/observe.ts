import type { World } from '../cli/options/context.ts';
import type { ServiceView } from '../engine/ask-service.ts';
import {
  type ObservedFleet,
  type ObserverWants,
  observeProject,
  observerPart,
  type ToObserve,
} from '../engine/observe-project.ts';
import { openProject, type ProjectOptions, type ProjectWants } from '../engine/open-project.ts';
import type { OpenJudge } from '../engine/read-fleet.ts';
import { readProject } from '../engine/read-project.ts';
import { projectFolder } from '../journal/project-folder.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { ReadProgress } from '../model/event.ts';
import type { BaseState } from '../plan/origin/attribute.ts';
import type { PipeRead } from '../plan/plan-fleet.ts';
import type { ProjectFleet } from './service-options.ts';

/** What one look at a fleet is made with. */
export interface Look<T extends PipeRead> {
  readonly wants: ObserverWants;
  readonly named: NonNullable<ProjectWants['named']>;
  readonly base: BaseState | null;
  readonly options: ProjectOptions;
  readonly onProgress: (progress: ReadProgress) => void;
  openJudge(opened: ToObserve, view: Promise<ServiceView>): OpenJudge<T>;
}

/** Reads the fleet once and lets go of the services. What comes back holds nothing to write with. */
export async function observe<T extends PipeRead>(
  fleet: ProjectFleet,
  { wants, named, base, options, onProgress, openJudge }: Look<T>,
  world: World,
): Promise<ObservedFleet<T> | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }> {
  const observability = observerPart(wants, options);
  const opened = await openProject(fleet, projectFolder(fleet.folder), { named, observability }, options, world);
  if (!opened.ok) return opened;
  const project: ToObserve = { ...opened, base, diagnostics: [] };
  return observeProject(
    project,
    (view) => openJudge(project, view),
    wants,
    (part, judge) => readProject(part, judge, onProgress, world),
    world,
  );
}
