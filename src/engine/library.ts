import { dirname, resolve } from 'node:path';
import { loadPromotedFleet as loadDocuments } from '../config/load-fleet.ts';
import { createNodeFiles } from '../config/resolve/file-system.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { addDigest } from '../model/json/document.ts';
import type { Sources } from '../model/location.ts';
import type { Plan } from '../model/plan.ts';
import type { Drift, Report } from '../model/report.ts';
import type { Result } from '../model/result.ts';
import type { Run } from '../model/run.ts';
import { MAX_SHARDS } from '../model/shard.ts';
import { emptyDrift } from '../plan/find-drift.ts';
import { emptyPlan } from '../plan/plan-fleet.ts';
import { readReport, wrongKindProblem } from '../plan/saved/read-report.ts';
import { findProjectPlace } from './find-project-place.ts';
import { openListeners } from './listener.ts';
import {
  type ApplyOptions,
  DEFAULT_WAIT_TIMEOUT_MS,
  type DriftOptions,
  LONGEST_MS,
  type LoadFleetOptions,
  MAX_PARALLEL,
  type PlanOptions,
  type ProjectFleet,
  type RollbackOptions,
} from './options.ts';
import { detectDrift, frameOf, planProject } from './plan-project.ts';
import { closeProject, openProject, type Project, type Purpose } from './project.ts';
import type { OnProgress } from './read-pipes.ts';
import { abandonUnstartedRun, executeRun, prepareRun, type RunRequest, unconfirmedWavesProblem } from './run.ts';
import { createRuntime } from './runtime.ts';

/**
 * The result of loading. `diagnostics`: the problems of all files, in order of place, without errors when the fleet was loaded.
 * `sources`: for the excerpts of `renderDiagnostics`.
 */
export type LoadedFleet = { readonly diagnostics: readonly Diagnostic[]; readonly sources: Sources } & Result<
  { readonly fleet: ProjectFleet },
  { readonly fleet: null }
>;

/**
 * Loads the desired state from the configuration files, as every command does (includes, presets, environments, `${NAME}`,
 * units). Sends and writes nothing. When the files have an error, resolves with `ok: false` and all problems.
 *
 * @example
 * ```ts
 * const loaded = await loadFleet({ cwd: 'fleet', environment: 'production' });
 * if (!loaded.ok) throw new Error(renderDiagnostics(loaded.diagnostics, loaded));
 * console.log(`${loaded.fleet.pipes.length} pipes`);
 * ```
 */
export async function loadFleet(options: LoadFleetOptions = {}): Promise<LoadedFleet> {
  const { file = null, environment = null, variables = process.env } = options;
  const files = createNodeFiles();
  const cwd = resolve(options.cwd ?? '.');
  const { fleet, root, diagnostics, sources } = await loadDocuments({ cwd, file, environment, variables, files });
  if (fleet === null || root === null) return { ok: false, fleet: null, diagnostics, sources };
  return { ok: true, fleet: { ...fleet, folder: dirname(root) }, diagnostics, sources };
}

/**
 * Reads the live pipes once and returns what `apply` would do: what `pipeform plan` shows. Read-only. The result is data: it
 * can be rendered (`renderReport`), saved (`renderReport` with `json`, read back by `JSON.parse`), compared, and applied.
 *
 * Problems are in the plan, not thrown: a pipe that could not be read is `error`; without credentials, or with a `target`
 * that matches nothing, `api` is null and `diagnostics` says why. `stateOf(plan)` sums it up.
 *
 * @throws RangeError for a value outside its range.
 * @throws ListenerError when a listener threw.
 * @example
 * ```ts
 * const proposed = await plan(fleet, { target: ['orders-*'] });
 * if (stateOf(proposed) === 'incomplete') process.exitCode = 1;
 * console.log(await renderReport(proposed, { format: 'text' }));
 * ```
 */
export async function plan(fleet: ProjectFleet, options: PlanOptions = {}): Promise<Plan> {
  return observe('plan', fleet, options, emptyPlan, async (...reading) => (await planProject(...reading)).plan);
}

/**
 * Reads the live pipes once and returns whether they match the configuration: what `pipeform drift` reports. Read-only.
 *
 * Unreachable is never clean: a pipe that could not be read is `error`, and when no pipe could be read, `api` is null and
 * `diagnostics` says why. `stateOf(report)` sums it up: `clean`, `differences` or `incomplete`.
 *
 * @throws RangeError for a value outside its range.
 * @throws ListenerError when a listener threw.
 * @example
 * ```ts
 * const report = await drift(fleet);
 * for (const pipe of report.pipes.filter(({ status }) => status === 'drifted')) {
 *   console.log(pipe.name, pipe.changes.map(({ path, before, after }) => `${path}: ${before}, declared ${after}`));
 * }
 * ```
 */
export async function drift(fleet: ProjectFleet, options: DriftOptions = {}): Promise<Drift> {
  return observe('drift', fleet, options, emptyDrift, detectDrift);
}

async function observe<R extends Plan | Drift>(
  purpose: Purpose,
  fleet: ProjectFleet,
  options: PlanOptions,
  empty: (environment: string | null, diagnostics: readonly Diagnostic[], frame: ReturnType<typeof frameOf>) => R,
  read: (project: Project, onProgress: OnProgress) => Promise<R>,
): Promise<R> {
  checkOptions(options);
  const listeners = openListeners();
  const runtime = createRuntime(options);
  const onRequest = options.onRequest && listeners.guard(options.onRequest);
  const place = await findProjectPlace({ cwd: fleet.folder, file: null }, runtime);
  const opened = await openProject(fleet, fleet.folder, { ...options, purpose, cwd: '.', place, onRequest }, runtime);
  if (!opened.ok) return listeners.finish(empty(fleet.environment, opened.diagnostics, frameOf(runtime, place)));
  const onProgress = listeners.guard(options.onProgress);
  return listeners.finish(await read(opened, onProgress).finally(() => closeProject(opened)));
}

/**
 * Carries out exactly the given plan, as `pipeform apply PLAN` does, without a prompt and without planning again. The plan is
 * reviewed against the fleet: only the changes and the preconditions come from the plan; addresses, identifiers and policy come
 * from the fleet. Each pipe is read before its first write, and is `stale` and not written when it moved; after the last write
 * it is read until every value shows. A pipe is `applied` only when a read confirmed it. The rollout and the health checks of
 * the configuration apply.
 *
 * The run holds the project lock, and each write is in the journal (`.pipeform/runs`) before and after it is sent, for `pipeform
 * runs`, `pipeform rollback` and the next run. When the journal cannot be written, nothing more is sent.
 *
 * No signal handlers are installed: pass `signal`, and abort it on SIGINT and SIGTERM. The next run reports a killed one.
 *
 * Problems are in the run, not thrown: see `status` of each pipe. When the run could not start (no credentials, a plan for
 * another place, the lock is held), `pipes` is empty, `api` is null, and `diagnostics` has the reason; nothing was written.
 *
 * @param plan from `plan`, or a saved one, which is refused when it was edited.
 * @throws RangeError for a value outside its range; nothing was written.
 * @throws ListenerError when a listener threw; its `report` is the run.
 * @example
 * ```ts
 * const run = await apply(proposed, fleet, { onEvent: (event) => console.log(event.type) });
 * if (stateOf(run) === 'incomplete') console.error(await renderReport(run, { format: 'text' }));
 * ```
 */
export async function apply(plan: Plan, fleet: ProjectFleet, options: ApplyOptions = {}): Promise<Run> {
  const copied = await copyReport(plan, 'plan');
  const request = copied.ok ? ({ kind: 'saved', plan: copied.report } as const) : copied.diagnostic;
  return carryOut('apply', request, fleet, options);
}

/**
 * Restores the values that a run replaced, as `pipeform rollback RUN` does, without a prompt: the call is the approval. A field
 * is restored only while its live value is still what the run wrote, without waves and health checks; the configuration stays
 * as it is. Journal, lock, signals and the results are those of `apply`; `rollsBack` of the result is the id of the run.
 *
 * @param run a run document; or the id of a run in the journal, the beginning of one, or `latest`: the newest run that wrote
 * something, is not a rollback and has not been rolled back.
 * @throws RangeError for a value outside its range; nothing was written.
 * @throws ListenerError when a listener threw; its `report` is the run.
 * @example
 * ```ts
 * const run = await apply(proposed, fleet);
 * if (stateOf(run) === 'incomplete') await rollback(run, fleet);
 * ```
 */
export async function rollback(run: string | Run, fleet: ProjectFleet, options: RollbackOptions = {}): Promise<Run> {
  if (typeof run === 'string') return carryOut('rollback', { kind: 'rollback', run }, fleet, options);
  const copied = await copyReport(run, 'run');
  const request = copied.ok ? ({ kind: 'rollback', run: copied.report } as const) : copied.diagnostic;
  return carryOut('rollback', request, fleet, options);
}

/** `request`: what is carried out, or why nothing can be. */
async function carryOut(
  purpose: 'apply' | 'rollback',
  request: RunRequest | Diagnostic,
  fleet: ProjectFleet,
  options: ApplyOptions,
): Promise<Run> {
  checkOptions(options);
  const { waitTimeoutMs = DEFAULT_WAIT_TIMEOUT_MS, failFast = false, journal = fleet } = options;
  const listeners = openListeners();
  const runtime = createRuntime(options);
  const emit = listeners.guard(options.onEvent);
  const giveUp = (diagnostics: readonly Diagnostic[]): Run =>
    listeners.finish(abandonUnstartedRun(fleet.environment, diagnostics, emit, runtime));

  if ('severity' in request) return giveUp([request]);
  const onRequest = options.onRequest && listeners.guard(options.onRequest);
  // A program may pass the options of `plan` too.
  const place = await findProjectPlace({ cwd: fleet.folder, file: null }, runtime);
  const surroundings = { purpose, cwd: '.', place, onRequest, at: undefined };
  const opened = await openProject(fleet, resolve(journal.folder), { ...options, ...surroundings }, runtime);
  if (!opened.ok) return giveUp(opened.diagnostics);
  try {
    const prepared = await prepareRun(request, opened, () => {});
    if (!prepared.ok) return giveUp(prepared.diagnostics);
    const refusal = unconfirmedWavesProblem(prepared.run, waitTimeoutMs, WAIT_HINT);
    if (refusal !== null) return giveUp([refusal]);
    return listeners.finish(await executeRun(prepared.run, { waitTimeoutMs, failFast, emit, folder: fleet.folder }));
  } finally {
    await closeProject(opened);
  }
}

const WAIT_HINT = 'Leave out `waitTimeoutMs: 0`, or add `rollout: false`.';

type CopiedReport<R extends Report> = Result<{ readonly report: R }, { readonly diagnostic: Diagnostic }>;

/** Checks a document against its schema and, if it was saved, its digest; and copies it, so that the caller cannot change it. */
async function copyReport<R extends Plan | Run>(document: R, kind: R['kind']): Promise<CopiedReport<R>> {
  const name = `The ${kind}`;
  const read = readReport(JSON.stringify('digest' in document ? document : addDigest(document)), name);
  if (!read.ok) return read;
  const { report } = read;
  const isWanted = (one: Report): one is R => one.kind === kind;
  return isWanted(report) ? { ok: true, report } : { ok: false, diagnostic: wrongKindProblem(kind, name, report.kind) };
}

/** Refuses what types allow, but would select no pipe, wait without end, or make a journal that cannot be read. */
function checkOptions(options: PlanOptions & ApplyOptions): void {
  const { shard, parallelism, timeoutMs, waitTimeoutMs, lockTimeoutMs, allowances } = options;
  checkWhole('shard.total', shard?.total, MAX_SHARDS);
  checkWhole('shard.index', shard?.index, shard?.total ?? 1);
  checkWhole('parallelism', parallelism, MAX_PARALLEL);
  checkRange('timeoutMs', timeoutMs, 1, LONGEST_MS);
  checkRange('waitTimeoutMs', waitTimeoutMs, 0, LONGEST_MS);
  checkRange('lockTimeoutMs', lockTimeoutMs, 0, LONGEST_MS);
  if (options.at !== undefined && Number.isNaN(options.at.getTime())) throw new RangeError('at must be a valid time');
  const bare = allowances?.overrides?.find(({ reason }) => reason.trim() === '');
  if (bare !== undefined)
    throw new RangeError(`the reason to override ${bare.policy} must not be empty, since it is recorded`);
}

function checkWhole(name: string, value: number | null | undefined, most: number): void {
  checkRange(name, value, 1, most);
  if (value != null && !Number.isInteger(value)) throw new RangeError(`${name} must be a whole number, not ${value}`);
}

function checkRange(name: string, value: number | null | undefined, least: number, most: number): void {
  // NaN is neither below nor above.
  if (value != null && !(value >= least && value <= most))
    throw new RangeError(`${name} must be from ${least} to ${most}, not ${value}`);
}
