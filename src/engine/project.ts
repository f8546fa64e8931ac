import type { Connection } from '../api/index.ts';
import { type Guards, NO_GUARDS } from '../apply/ports.ts';
import { type ProjectFolder, projectFolder } from '../journal/project-folder.ts';
import { type Diagnostic, diagnose, hasErrors } from '../model/diagnostic.ts';
import type { HistoryEntry } from '../model/drift-history.ts';
import type { DesiredPipe, Fleet } from '../model/fleet.ts';
import type { ProjectPlace } from '../model/plan.ts';
import type { Problems, Result } from '../model/result.ts';
import { hintPipe } from '../model/suggest.ts';
import type { BaseState } from '../plan/attribute-changes.ts';
import type { Allowances, RemediationOptions } from '../plan/policy/plan-policy.ts';
import { findPromotion } from '../plan/policy/promotion.ts';
import { listRestored } from '../plan/policy/remediation.ts';
import { isInShard, type Selection } from '../plan/policy/scope.ts';
import { findUnusable } from '../plan/saved/review-plan.ts';
import { findWholeRefusal, listReviewed, type NamedPlan, type ReviewedUpdates } from '../plan/saved/reviewed.ts';
import { selectTargets } from '../plan/select-targets.ts';
import { chooseParallelism, openApi, openObservability } from './connections.ts';
import { type HealthScope, listDefinitions } from './health-inputs.ts';
import type { ApplyOptions, PlanOptions } from './options.ts';
import { type LockedProject, lockProject } from './project-lock.ts';
import { openPromotion, type PromotionReader } from './promotion.ts';
import { resolveCredentials } from './resolve-credentials.ts';
import type { Runtime } from './runtime.ts';

/** What a project is opened for. `apply` and `rollback` write, and lock the project before the first read. */
export type Purpose = 'plan' | 'drift' | 'pull' | 'recommend' | 'rollback-preview' | 'apply' | 'rollback';

/** A fleet with its selected pipes and open connections. The caller closes it. */
export interface Project extends HealthScope, Omit<Work, 'problems'>, OpenServices {
  readonly ok: true;
  /** The desired state at a commit, to attribute differences; null without one. */
  readonly base: BaseState | null;
  /** null for a plan of all selected differences. */
  readonly remediation: RemediationOptions | null;
  /** null when all updates may be planned. */
  readonly reviewed: ReviewedUpdates | null;
  /** The time whose scheduled sizes are compared, in epoch milliseconds; null for now. */
  readonly atMs: number | null;
  readonly folder: ProjectFolder;
  readonly place: ProjectPlace;
  /** null for work that does not write. */
  readonly locked: LockedProject | null;
  /** Diagnostics from before; documents begin with them. */
  readonly earlier: readonly Diagnostic[];
}

/** The options of the library's functions, of which `rollout` and `lockTimeoutMs` are about work that writes, and the command line's own. */
export interface ProjectOptions
  extends Omit<PlanOptions, 'credentials' | 'variables' | 'signal' | 'onProgress'>,
    Pick<ApplyOptions, 'rollout' | 'lockTimeoutMs'> {
  readonly purpose: Purpose;
  /** Where relative paths in variables start. */
  readonly cwd: string;
  readonly place: ProjectPlace;
  readonly base?: BaseState | null;
  /** null for all. */
  readonly onlyOrigin?: Selection['onlyOrigin'];
  /** Puts back drift only, within the bounds of the configuration. */
  readonly remediate?: Remediate | null;
  /** The plans that were reviewed: only updates that one of them has are planned. null for all updates. */
  readonly reviewed?: readonly NamedPlan[] | null;
  /** Diagnostics so far. With an error among them, the project is not opened. */
  readonly earlier?: readonly Diagnostic[];
}

/** `readHistory` gives the entries of the history file; null without a file. */
interface Remediate {
  readonly readHistory: (() => Promise<EarlierRuns>) | null;
}

export type EarlierRuns = Result<{ readonly entries: readonly HistoryEntry[] }, { readonly diagnostic: Diagnostic }>;

/** Selects pipes, opens connections, and takes the lock. Reports all problems together. `home`: the folder of the root document. */
export async function openProject(
  fleet: Fleet,
  home: string,
  options: ProjectOptions,
  runtime: Runtime,
): Promise<Project | Problems> {
  const { base = null, reviewed = null, earlier = [] } = options;
  const folder = projectFolder(home);
  const { problems: ofWork, ...work } = selectWork(fleet, options, runtime.environment);
  const { services, problems: ofServices } = await openServices(fleet, work, options, runtime);
  const problems = [...ofWork, ...ofServices];
  if (services === null || hasErrors([...earlier, ...problems])) {
    if (services !== null) closeServices(services);
    return { ok: false, diagnostics: problems };
  }
  const updates = reviewed === null ? null : listReviewed(reviewed);
  const secured = await secureProject(fleet, folder, options, runtime).catch((error: unknown) => {
    closeServices(services);
    throw error;
  });
  if (!secured.ok) {
    closeServices(services);
    return { ok: false, diagnostics: [...problems, secured.diagnostic] };
  }
  return {
    ok: true,
    fleet,
    ...work,
    ...services,
    base,
    remediation: secured.remediation,
    reviewed: updates,
    atMs: options.at?.getTime() ?? null,
    parallelism: chooseParallelism(fleet, options),
    folder,
    place: options.place,
    locked: secured.locked,
    earlier,
    runtime,
  };
}

export async function closeProject(project: Project): Promise<void> {
  closeServices(project);
  await project.locked?.release();
}

/** What is worked on, and within which limits. */
interface Work extends Pick<HealthScope, 'definitions'> {
  /** The selected pipes. */
  readonly pipes: readonly DesiredPipe[];
  readonly selection: Selection;
  readonly allowances: Allowances;
  readonly guards: Guards;
  readonly problems: readonly Diagnostic[];
}

function selectWork(fleet: Fleet, options: ProjectOptions, environment: Runtime['environment']): Work {
  const { purpose, target = [], exclude = [], onlyOrigin = null, shard = null, reviewed = null } = options;
  const { force = false, protectedPipes = [], overrides = [] } = options.allowances ?? {};
  const allowances = { force, protectedPipes: new Set(protectedPipes), overrides };
  const selection = { target, exclude, onlyOrigin, shard, run: findShardRun(environment) };
  const { pipes, diagnostics } = selectPipes(fleet, selection);
  const isGuarded = purpose === 'apply' && options.rollout !== false;
  const isReport = purpose === 'plan' || purpose === 'drift';
  const problems = [...diagnostics, ...findUnknownNames(fleet, allowances)];
  for (const one of reviewed ?? []) {
    const unusable = findUnusable(one.plan, fleet);
    const refusal = findWholeRefusal(one);
    if (unusable !== null) problems.push({ ...unusable, summary: `${one.name}: ${unusable.summary}` });
    else if (refusal !== null) problems.push(refusal);
  }
  if (options.remediate) problems.push(...findMissingBounds(fleet, options.remediate));
  if (purpose === 'recommend' && fleet.sizing === null) problems.push(NO_SIZING);
  return {
    pipes,
    selection,
    allowances,
    guards: isGuarded ? findGuards(fleet, pipes) : NO_GUARDS,
    definitions: isReport ? listDefinitions(fleet, pipes, selection) : [],
    problems,
  };
}

const NO_SIZING = diagnose('error', {
  code: 'missing-key',
  summary: 'The configuration has no `sizing`, so nothing is known of what pipes use.',
  hint: 'Add `sizing: { series: { cpu: … } }` at the top level; `pipeform explain sizing` shows its keys.',
});

interface OpenServices extends Pick<HealthScope, 'observability'> {
  readonly connection: Connection;
  /** null when nothing is promoted. */
  readonly promotion: PromotionReader | null;
}

/** Connects to all that the work needs. Sends nothing. null without a connection to the pipes API. */
async function openServices(
  fleet: Fleet,
  { allowances, guards, definitions }: Omit<Work, 'problems'>,
  options: ProjectOptions,
  runtime: Runtime,
): Promise<{ readonly services: OpenServices | null; readonly problems: readonly Diagnostic[] }> {
  const credentials = await resolveCredentials(runtime.environment, options.cwd);
  const api = openApi(fleet, options, credentials, runtime);
  const isNeeded = hasChecks(guards) || options.purpose === 'recommend';
  const isUseful = isNeeded || definitions.length > 0;
  const observability = isUseful ? openObservability(fleet, options, credentials, runtime) : null;
  const missing = isNeeded && observability?.ok === false ? observability.diagnostics : [];
  if (!api.ok) {
    if (observability?.ok) observability.close();
    return { services: null, problems: [...api.diagnostics, ...missing] };
  }
  const { connection } = api;
  const isPromoted = options.purpose === 'plan' || options.purpose === 'apply';
  const source = isPromoted ? findPromotion(fleet, allowances.overrides)?.source : null;
  const opened = source ? openPromotion(fleet, source, connection, options, credentials, runtime) : null;
  const promotion = opened?.ok ? opened.reader : null;
  const problems = [...(opened?.ok === false ? opened.diagnostics : []), ...missing];
  return { services: { connection, observability, promotion }, problems };
}

function closeServices({ connection, observability, promotion }: OpenServices): void {
  connection.close();
  promotion?.close();
  if (observability?.ok) observability.close();
}

type SecuredProject = Result<
  { readonly locked: LockedProject | null; readonly remediation: RemediationOptions | null },
  { readonly diagnostic: Diagnostic }
>;

/** Takes the lock for work that writes, and reads the history of a remediation under it: the run that had it may have added to it. */
async function secureProject(
  fleet: Fleet,
  folder: ProjectFolder,
  { purpose, lockTimeoutMs = 0, remediate }: ProjectOptions,
  runtime: Runtime,
): Promise<SecuredProject> {
  const writes = purpose === 'apply' || purpose === 'rollback';
  const lock = writes ? await lockProject(folder, lockTimeoutMs, runtime) : null;
  if (lock?.ok === false) return lock;
  const locked = lock?.project ?? null;
  try {
    const remediation = remediate ? await openRemediation(fleet, remediate) : null;
    if (remediation?.ok !== false) return { ok: true, locked, remediation: remediation?.options ?? null };
    await locked?.release();
    return remediation;
  } catch (error) {
    await locked?.release();
    throw error;
  }
}

function findGuards(fleet: Fleet, pipes: readonly DesiredPipe[]): Guards {
  const guarded = pipes.filter(({ checks }) => checks.length > 0);
  return {
    rollout: fleet.rollout,
    checks: fleet.checks,
    ofPipe: new Map(guarded.map(({ name, checks }) => [name, [...new Set(checks)]])),
  };
}

/** Whether the guards need the observability API. */
function hasChecks({ rollout, ofPipe }: Guards): boolean {
  return ofPipe.size > 0 || (rollout !== null && rollout.before.length + rollout.after.length > 0);
}

function findMissingBounds(
  { remediation: bounds, environment }: Fleet,
  { readHistory }: Remediate,
): readonly Diagnostic[] {
  if (bounds === null) {
    const where = environment === null ? 'The configuration' : `The configuration of environment ${environment}`;
    const summary = `${where} has no \`remediation\`, which sets what may be restored and how much.`;
    const hint = 'Add `remediation: { fields, maxPipes }` to the configuration, or apply without --remediate.';
    return [diagnose('error', { code: 'missing-key', summary, hint })];
  }
  const { perPipe } = bounds;
  if (perPipe === null || readHistory !== null) return [];
  const summary = 'remediation.perPipe counts how often a pipe was restored before, which needs a history file.';
  const hint = 'Pass --history FILE, a file kept between runs, such as one in the CI cache. The first run creates it.';
  return [diagnose('error', { code: 'usage', summary, hint }, perPipe.location)];
}

/** The bounds of the configuration, and what its history says of earlier remediations; null without bounds. */
async function openRemediation(
  { remediation: bounds, environment }: Fleet,
  { readHistory }: Remediate,
): Promise<Result<{ readonly options: RemediationOptions }, { readonly diagnostic: Diagnostic }> | null> {
  if (bounds === null) return null;
  const earlier =
    readHistory === null || bounds.perPipe === null ? { ok: true as const, entries: [] } : await readHistory();
  return earlier.ok ? { ok: true, options: { bounds, past: listRestored(earlier.entries, environment) } } : earlier;
}

/** A mistyped name must not look like an unneeded allowance. */
function findUnknownNames(fleet: Fleet, { protectedPipes }: Allowances): readonly Diagnostic[] {
  const names = fleet.pipes.map(({ name }) => name);
  return [...protectedPipes]
    .filter((name) => !names.includes(name))
    .map((name) =>
      diagnose('error', {
        code: 'target-no-match',
        summary: `The allowance for the protected pipe \`${name}\` matches no pipe of the configuration.`,
        hint: hintPipe(name, names),
      }),
    );
}

function selectPipes(
  fleet: Fleet,
  { target, exclude, shard }: Selection,
): { readonly pipes: readonly DesiredPipe[]; readonly diagnostics: readonly Diagnostic[] } {
  const isNarrowed = target.length > 0 || exclude.length > 0;
  const matching = isNarrowed ? selectTargets(fleet.pipes, target, exclude) : { pipes: fleet.pipes, diagnostics: [] };
  if (shard === null) return matching;
  return { ...matching, pipes: matching.pipes.filter(({ id }) => isInShard(id, shard)) };
}

/**
 * The id of the CI run, the same for all its shards and for restarted jobs; null outside of CI. Shards of two runs are not merged,
 * since the older ones may be outdated.
 */
function findShardRun({ PIPEFORM_SHARD_RUN: given, ...ci }: Runtime['environment']): string | null {
  return given || ci.GITHUB_RUN_ID || ci.CI_PIPELINE_ID || ci.BUILDKITE_BUILD_ID || ci.CIRCLE_WORKFLOW_ID || null;
}
