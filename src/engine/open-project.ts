import type { Connection } from '../api/index.ts';
import type { World } from '../cli/options/context.ts';
import type { ProjectFolder } from '../journal/project-folder.ts';
import { type Diagnostic, diagnose, hasErrors } from '../model/diagnostic.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import { hintPipe } from '../model/suggest.ts';
import type { Selection } from '../plan/policy/scope.ts';
import { type Claim, type ClaimedProject, claimProject } from './claim-project.ts';
import type { Calling } from './log-requests.ts';
import { chooseParallelism, openApi } from './open-api.ts';
import { type OpenedObservability, openObservability } from './open-observability.ts';
import { findShardRun } from './read-shard.ts';

/** A fleet, which part of it is wanted, and a connection, to which nothing has been sent; the caller closes it. */
export interface OpenedProject {
  readonly ok: true;
  readonly fleet: Fleet;
  readonly pipes: readonly DesiredPipe[];
  readonly selection: Selection;
  readonly connection: Connection;
  /** The other service: null when it has no part in the work; the caller closes it. */
  readonly observability: OpenedObservability | null;
  readonly parallelism: number;
  /** Where the runs of the project are written down. */
  readonly folder: ProjectFolder;
  /** Null unless it was claimed; the caller releases it. */
  readonly project: ClaimedProject | null;
}

/** What part the observability API has: `needed`: nothing goes without it; `wanted`: what it cannot be asked is told where it is missing. */
export type ServicePart = 'needed' | 'wanted' | 'none';

export interface ProjectWants {
  /** Names of pipes that are meant to be in the fleet, each with the option that holds it. */
  readonly named?: readonly { readonly option: string; readonly name: string }[];
  readonly observability?: (fleet: Fleet, pipes: readonly DesiredPipe[]) => Promise<ServicePart>;
  /** For work that writes: the project is its own from before the first read on. */
  readonly claim?: Claim;
  /** What was found before; its errors end the work here, before the project is claimed. */
  readonly found?: readonly Diagnostic[];
}

export type ProjectOptions = Calling & Omit<Selection, 'run'>;

/** Selection, credentials, services and the claim of the project: all that stands in their way at once. */
export async function openProject(
  fleet: Fleet,
  folder: ProjectFolder,
  { named = [], observability: part, claim, found = [] }: ProjectWants,
  options: ProjectOptions,
  world: World,
): Promise<OpenedProject | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }> {
  const selected = await selectTargets(fleet, options);
  const opened = await openApi(fleet, options, world);
  const wanted = (await part?.(fleet, selected.pipes)) ?? 'none';
  const observability = wanted === 'none' ? null : await openObservability(fleet, options, world);
  const problems = [
    ...selected.diagnostics,
    ...findUnknownNames(fleet, named),
    ...(opened.ok ? [] : opened.diagnostics),
    ...(wanted !== 'needed' || observability === null || observability.ok ? [] : observability.diagnostics),
  ];
  const mayClaim = claim !== undefined && opened.ok && !hasErrors([...found, ...problems]);
  const claimed = mayClaim ? await claimProject(folder, claim, world) : null;
  if (claimed?.ok === false) problems.push(claimed.diagnostic);
  if (!opened.ok || hasErrors([...found, ...problems])) {
    if (opened.ok) opened.connection.close();
    if (observability?.ok) observability.close();
    return { ok: false, diagnostics: problems };
  }
  const { target, exclude, onlyOrigin, shard } = options;
  return {
    ok: true,
    fleet,
    pipes: selected.pipes,
    selection: { target, exclude, onlyOrigin, shard, run: findShardRun(world.environment) },
    connection: opened.connection,
    observability,
    parallelism: chooseParallelism(fleet, options),
    folder,
    project: claimed?.ok ? claimed.project : null,
  };
}

/** Lets go of both services, and of the project. */
export async function closeProject({
  connection,
  observability,
  project,
}: Pick<OpenedProject, 'connection' | 'observability' | 'project'>): Promise<void> {
  connection.close();
  if (observability?.ok) observability.close();
  await project?.release();
}

/** A name that was mistyped must not look like an allowance that was not needed. */
function findUnknownNames(fleet: Fleet, named: NonNullable<ProjectWants['named']>): readonly Diagnostic[] {
  const names = fleet.pipes.map(({ name }) => name);
  return named
    .filter(({ name }) => !names.includes(name))
    .map(({ option, name }) =>
      diagnose('error', {
        code: 'target-no-match',
        summary: `${option} ${name} names no pipe of the configuration.`,
        hint: hintPipe(name, names),
      }),
    );
}

async function selectTargets(
  fleet: Fleet,
  { target, exclude, shard }: Pick<Selection, 'target' | 'exclude' | 'shard'>,
): Promise<{ readonly pipes: readonly DesiredPipe[]; readonly diagnostics: readonly Diagnostic[] }> {
  const all = { pipes: fleet.pipes, diagnostics: [] };
  const isNarrowed = target.length > 0 || exclude.length > 0;
  const matching = isNarrowed
    ? (await import('../plan/policy/select-pipes.ts')).selectPipes(fleet.pipes, target, exclude)
    : all;
  if (shard === null) return matching;
  const { isInShard } = await import('../plan/policy/shard.ts');
  return { ...matching, pipes: matching.pipes.filter(({ id }) => isInShard(id, shard)) };
}
