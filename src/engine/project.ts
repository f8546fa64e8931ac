import type { Connection } from '../api/index.ts';
import { type Guards, NO_GUARDS } from '../apply/ports.ts';
import type { ProjectFolder } from '../journal/project-folder.ts';
import { type Diagnostic, diagnose, hasErrors } from '../model/diagnostic.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import { hintPipe } from '../model/suggest.ts';
import type { BaseState } from '../plan/origin/attribute.ts';
import type { Allowances } from '../plan/policy/policy.ts';
import { isInShard, type Selection } from '../plan/policy/scope.ts';
import { type Claim, type ClaimedProject, claimProject } from './claim-project.ts';
import { chooseParallelism, openApi, openObservability } from './connections.ts';
import { type HealthScope, listDefinitions, listTargets } from './health-inputs.ts';
import type { PlanOptions } from './options.ts';
import type { Runtime } from './runtime.ts';

/** A fleet, the part of it that is selected, and connections, over which nothing has been sent. The caller closes it. */
export interface Project extends HealthScope {
  readonly ok: true;
  /** What was desired at a commit, to attribute differences against; null without one. */
  readonly base: BaseState | null;
  readonly allowances: Allowances;
  /** What guards the updates; nothing when the project was opened without guards. */
  readonly guards: Guards;
  readonly connection: Connection;
  /** Where the runs of the project are journaled. */
  readonly folder: ProjectFolder;
  /** null unless the project was claimed for a run. */
  readonly claim: ClaimedProject | null;
  /** What was found before: documents begin with it. */
  readonly earlier: readonly Diagnostic[];
}

export interface ProjectOptions
  extends Omit<PlanOptions, 'credentials' | 'variables' | 'clock' | 'signal' | 'onProgress'> {
  /** null for all. */
  readonly onlyOrigin?: Selection['onlyOrigin'];
  /** Whether the declared definitions of alerts are compared. */
  readonly definitions?: boolean;
  /** Whether the rollout and the checks of the configuration guard the updates. */
  readonly guards?: boolean;
  /** For work that writes: the project is locked from before the first read on. */
  readonly claim?: Claim;
  /** Diagnostics so far; an error among them ends the work here, before the project is claimed. */
  readonly earlier?: readonly Diagnostic[];
}

/** Selection, credentials, services and the lock of the project: all problems at once. */
export async function openProject(
  fleet: Fleet,
  folder: ProjectFolder,
  options: ProjectOptions,
  runtime: Runtime,
): Promise<Project | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }> {
  const { target = [], exclude = [], onlyOrigin = null, shard = null, base = null, claim } = options;
  const { recommend = false, definitions = false, earlier = [] } = options;
  const { policy = 'enforce', protectedPipes = [] } = options.allowances ?? {};
  const allowances = { policy, protectedPipes: new Set(protectedPipes) };
  const selection = { target, exclude, onlyOrigin, shard, run: findShardRun(runtime.environment) };
  const selected = await selectPipes(fleet, selection);
  const guards = options.guards === true ? findGuards(fleet, selected.pipes) : NO_GUARDS;
  const asked = { fleet, pipes: selected.pipes, selection, recommend, definitions };

  const api = await openApi(fleet, options, runtime);
  const isNeeded = asksChecks(guards) || (recommend && listTargets(selected.pipes).size > 0);
  const isUseful = isNeeded || listDefinitions(asked).length > 0;
  const observability = isUseful ? await openObservability(fleet, options, runtime) : null;
  const problems = [
    ...selected.diagnostics,
    ...findUnknownNames(fleet, allowances),
    ...(api.ok ? [] : api.diagnostics),
    ...(isNeeded && observability?.ok === false ? observability.diagnostics : []),
  ];
  const mayClaim = claim !== undefined && api.ok && !hasErrors([...earlier, ...problems]);
  const claimed = mayClaim ? await claimProject(folder, claim, runtime) : null;
  if (claimed?.ok === false) problems.push(claimed.diagnostic);
  if (!api.ok || hasErrors([...earlier, ...problems])) {
    if (api.ok) api.connection.close();
    if (observability?.ok) observability.close();
    return { ok: false, diagnostics: problems };
  }
  return {
    ok: true,
    ...asked,
    base,
    allowances,
    guards,
    connection: api.connection,
    observability,
    parallelism: chooseParallelism(fleet, options),
    folder,
    claim: claimed?.ok ? claimed.project : null,
    earlier,
    runtime,
  };
}

/** Closes both connections and gives the lock back. */
export async function closeProject({ connection, observability, claim }: Project): Promise<void> {
  connection.close();
  if (observability?.ok) observability.close();
  await claim?.release();
}

/** The rollout of the configuration and the checks of the pipes. */
function findGuards(fleet: Fleet, pipes: readonly DesiredPipe[]): Guards {
  const guarded = pipes.filter(({ checks }) => checks.length > 0);
  return {
    rollout: fleet.rollout,
    checks: fleet.checks,
    ofPipe: new Map(guarded.map(({ name, checks }) => [name, [...new Set(checks)]])),
  };
}

/** Whether any of the guards is a check, which the observability API answers. */
function asksChecks({ rollout, ofPipe }: Guards): boolean {
  return ofPipe.size > 0 || (rollout !== null && rollout.before.length + rollout.after.length > 0);
}

/** A mistyped name must not look like an allowance that was not needed. */
function findUnknownNames(fleet: Fleet, { protectedPipes }: Allowances): readonly Diagnostic[] {
  const names = fleet.pipes.map(({ name }) => name);
  return [...protectedPipes]
    .filter((name) => !names.includes(name))
    .map((name) =>
      diagnose('error', {
        code: 'target-no-match',
        summary: `--allow-protected ${name} names no pipe of the configuration.`,
        hint: hintPipe(name, names),
      }),
    );
}

async function selectPipes(
  fleet: Fleet,
  { target, exclude, shard }: Selection,
): Promise<{ readonly pipes: readonly DesiredPipe[]; readonly diagnostics: readonly Diagnostic[] }> {
  const isNarrowed = target.length > 0 || exclude.length > 0;
  const matching = isNarrowed
    ? (await import('../plan/policy/select-pipes.ts')).selectPipes(fleet.pipes, target, exclude)
    : { pipes: fleet.pipes, diagnostics: [] };
  if (shard === null) return matching;
  return { ...matching, pipes: matching.pipes.filter(({ id }) => isInShard(id, shard)) };
}

/**
 * The run that a shard is a part of, as CI engines name it: the same for all parts, and for those that are started again. Shards
 * of two runs are not joined: the older may say what is no longer so. null when no engine names the run.
 */
function findShardRun({
  PIPEFORM_SHARD_RUN,
  GITHUB_RUN_ID,
  CI_PIPELINE_ID,
  BUILDKITE_BUILD_ID,
  CIRCLE_WORKFLOW_ID,
}: Runtime['environment']): string | null {
  return PIPEFORM_SHARD_RUN || GITHUB_RUN_ID || CI_PIPELINE_ID || BUILDKITE_BUILD_ID || CIRCLE_WORKFLOW_ID || null;
}
