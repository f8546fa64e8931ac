import { dirname } from 'node:path';
import type { Connection } from '../api/index.ts';
import { type ProjectFolder, projectFolder } from '../journal/project-folder.ts';
import { type Diagnostic, diagnose, hasErrors } from '../model/diagnostic.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import type { Sources } from '../model/location.ts';
import type { Origin } from '../model/plan.ts';
import { hintPipe } from '../model/suggest.ts';
import type { BaseState } from '../plan/attribute.ts';
import type { Selection } from '../plan/scope.ts';
import { renderDiagnostics } from '../render/diagnostics.ts';
import { checkOutputs, type Output } from './check-outputs.ts';
import { type Claim, type ClaimedProject, claimProject } from './claim-project.ts';
import type { Context } from './context.ts';
import type { GlobalOptions } from './global-options.ts';
import { loadBase } from './load-base.ts';
import { loadConfiguration } from './load-configuration.ts';
import { chooseParallelism, openApi } from './open-api.ts';
import { type OpenedObservability, openObservability } from './open-observability.ts';
import { findShardRun } from './read-shard.ts';
import { streamStyle } from './terminal.ts';

/** What a command that looks at live pipes is asked for, beyond the global options. */
export interface FleetOptions extends GlobalOptions {
  /** A git ref to attribute differences against, or null. */
  readonly base: string | null;
  /** null for all. */
  readonly onlyOrigin: readonly Origin[] | null;
  /** What will be written, to be refused before anything is asked or done. */
  readonly outputs: readonly Output[];
}

/** A configuration, which part of it is wanted, and a connection, to which nothing has been sent; the caller closes it. */
export interface OpenedFleet {
  readonly ok: true;
  readonly fleet: Fleet;
  readonly pipes: readonly DesiredPipe[];
  readonly selection: Selection;
  readonly base: BaseState | null;
  /** Warnings and notes of the configuration and of the base. */
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
  readonly connection: Connection;
  /** The other service: null when it has no part in the command; the caller closes it. */
  readonly observability: OpenedObservability | null;
  readonly parallelism: number;
  /** Where the runs of the project are written down. */
  readonly folder: ProjectFolder;
  /** Null unless it was claimed; the caller releases it. */
  readonly project: ClaimedProject | null;
}

/** Lets go of both services, and of the project. */
export async function closeFleet({
  connection,
  observability,
  project,
}: Pick<OpenedFleet, 'connection' | 'observability' | 'project'>): Promise<void> {
  connection.close();
  if (observability?.ok) observability.close();
  await project?.release();
}

/** Why no pipe can be looked at. */
export interface NoFleet {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: Sources;
  /** The outputs that can be written: a report of the failure takes the place of an older one. */
  readonly writable: readonly Output[];
}

/** What else of the command line has to do with the configuration. */
interface Beside {
  /** Names of pipes that other options hold, each with its option. */
  readonly named?: readonly { readonly option: string; readonly name: string }[];
  /** Files beside the configuration that the command reads. */
  readonly inputs?: readonly string[];
  /**
   * What part the observability API has: `needed`: nothing goes without it; `wanted`: what it cannot be asked is told where it
   * is missing.
   */
  readonly observability?: (fleet: Fleet, pipes: readonly DesiredPipe[]) => Promise<'needed' | 'wanted' | 'none'>;
  /** For a command that writes: the project is its own from before the first read on. */
  readonly claim?: Claim;
}

/**
 * Configuration, selection, git base and credentials: all of their problems at once. Warnings go to stderr at once when a
 * person reads; errors come back.
 */
export async function openFleet(
  options: FleetOptions,
  context: Context,
  { named = [], inputs = [], observability: part, claim }: Beside = {},
): Promise<OpenedFleet | NoFleet> {
  const loaded = await loadConfiguration(options, context);
  const { fleet, sources, root } = loaded;
  const outputs = await checkOutputs(options.outputs, [...sources.keys(), ...inputs], options, context);
  const { writable } = outputs;
  const diagnostics = [...outputs.diagnostics, ...loaded.diagnostics];
  if (fleet === null || root === null || hasErrors(loaded.diagnostics))
    return { ok: false, diagnostics, sources, writable };

  const selected = await selectTargets(fleet, options);
  const opened = await openApi(fleet, options, context);
  const wanted = (await part?.(fleet, selected.pipes)) ?? 'none';
  const observability = wanted === 'none' ? null : await openObservability(fleet, options, context);
  const based = options.base === null ? null : await loadBase(options.base, options, context);
  const problems = [
    ...selected.diagnostics,
    ...findUnknownNames(fleet, named),
    ...(opened.ok ? [] : opened.diagnostics),
    ...(wanted !== 'needed' || observability === null || observability.ok ? [] : observability.diagnostics),
    ...(based === null || based.ok ? [] : based.diagnostics),
  ];
  const folder = projectFolder(dirname(root));
  const mayClaim = claim !== undefined && opened.ok && !hasErrors([...outputs.diagnostics, ...problems]);
  const claimed = mayClaim ? await claimProject(folder, claim, context) : null;
  if (claimed?.ok === false) problems.push(claimed.diagnostic);
  const allSources = based === null ? sources : new Map([...sources, ...based.sources]);
  if (!opened.ok || hasErrors([...outputs.diagnostics, ...problems])) {
    if (opened.ok) opened.connection.close();
    if (observability?.ok) observability.close();
    return { ok: false, diagnostics: [...diagnostics, ...problems], sources: allSources, writable };
  }
  const warnings = [...diagnostics, ...(based?.diagnostics ?? [])];
  if (options.format === 'text' && warnings.length > 0) {
    context.stderr.write(renderDiagnostics(warnings, allSources, streamStyle(context.stderr, options, context)));
  }
  const { target, exclude, onlyOrigin, shard } = options;
  return {
    ok: true,
    fleet,
    pipes: selected.pipes,
    selection: { target, exclude, onlyOrigin, shard, run: findShardRun(context.environment) },
    base: based === null || !based.ok ? null : based.state,
    diagnostics: warnings,
    sources: allSources,
    connection: opened.connection,
    observability,
    parallelism: chooseParallelism(fleet, options),
    folder,
    project: claimed?.ok ? claimed.project : null,
  };
}

/** A name that was mistyped must not look like an allowance that was not needed. */
function findUnknownNames(
  fleet: Fleet,
  named: readonly { readonly option: string; readonly name: string }[],
): readonly Diagnostic[] {
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
  { target, exclude, shard }: GlobalOptions,
): Promise<{ readonly pipes: readonly DesiredPipe[]; readonly diagnostics: readonly Diagnostic[] }> {
  const all = { pipes: fleet.pipes, diagnostics: [] };
  const isNarrowed = target.length > 0 || exclude.length > 0;
  const matching = isNarrowed
    ? (await import('../plan/select-pipes.ts')).selectPipes(fleet.pipes, target, exclude)
    : all;
  if (shard === null) return matching;
  const { isInShard } = await import('../plan/shard.ts');
  return { ...matching, pipes: matching.pipes.filter(({ id }) => isInShard(id, shard)) };
}
