import type { CheckFinding } from '../../model/check.ts';
import { diagnoseCode } from '../../model/diagnose-code.ts';
import { compareText, type Diagnostic, sortByName } from '../../model/diagnostic.ts';
import { groupBy } from '../../model/group-by.ts';
import { canonicalJson, type JsonValue } from '../../model/json/json.ts';
import { DEFAULT_NAMING } from '../../model/naming.ts';
import { shortList } from '../../model/number.ts';
import type { ApiPlace, Coverage, Override, Plan, PlannedPipe } from '../../model/plan.ts';
import { POLICY_FINDINGS } from '../../model/policy-findings.ts';
import type { Drift, DriftPipe, Report } from '../../model/report.ts';
import type { Problems, Result } from '../../model/result.ts';
import type { GateRecord, RolloutRecord } from '../../model/rollout.ts';
import { mayHaveWritten, type Run, type RunPipe, summarizeRun } from '../../model/run.ts';
import { sumCapacity } from '../capacity.ts';
import { sumCosts } from '../cost.ts';
import { markGone, summarizeDrift } from '../find-drift.ts';
import { findNextChange, summarizePlan } from '../plan-fleet.ts';
import { joinOverrides } from '../policy/overrides.ts';
import { findFleetProblems } from '../policy/policies.ts';

/** A report and the name of its file. */
export interface NamedReport {
  readonly name: string;
  readonly report: Report;
}

/** The result of `mergeReports`. */
export type Merged = Result<{ readonly report: Report }, Problems>;

/**
 * Merges the reports of all shards of one run into the report of the complete fleet: the same bytes as without shards,
 * except the times and the ids of failed requests. Checks policy for the complete fleet. Refuses reports that are not
 * the shards of one run, each once, with all reasons.
 */
export function mergeReports(reports: readonly NamedReport[]): Merged {
  const [first] = reports;
  if (first === undefined) return refuse(['No report is named.']);
  const problems = [...findForeign(first, reports), ...findGaps(reports)];
  if (problems.length > 0) return refuse(problems);
  const documents = reports.map(({ report }) => report).sort((a, b) => indexOf(a) - indexOf(b));
  return { ok: true, report: mergeDocuments(first.report, documents) };
}

/** All documents have the kind of the first. */
function mergeDocuments(first: Report, documents: readonly Report[]): Report {
  const scope = first.scope === null ? null : { ...first.scope, shard: null, run: null };
  const common = { scope, diagnostics: joinDiagnostics(documents) };
  switch (first.kind) {
    case 'plan':
      return mergePlans({ ...first, ...common }, documents as readonly Plan[]);
    case 'drift':
      return mergeDrifts({ ...first, ...common }, documents as readonly Drift[]);
    case 'run':
      return mergeRuns({ ...first, ...common }, documents as readonly Run[]);
  }
}

function mergePlans(first: Plan, plans: readonly Plan[]): Plan {
  const pipes = joinPipes<PlannedPipe>(plans);
  const summary = summarizePlan(pipes);
  const observed = joinObserved(plans);
  const { scope } = first;
  const changes = { changedPipes: summary.update, cost: observed.cost ?? null };
  const refusals = scope === null ? [] : findFleetProblems({ scope, ...changes });
  const notes = first.diagnostics.filter(({ code }) => !POLICY_FINDINGS[code]?.countsChanges);
  const overrides = listOverrides(plans);
  return { ...first, ...observed, overrides, summary, pipes, diagnostics: [...notes, ...refusals] };
}

function mergeDrifts(first: Drift, drifts: readonly Drift[]): Drift {
  const observed = joinObserved(drifts);
  // What proves that a pipe is gone may be in another shard.
  const pipes = markGone(joinPipes<DriftPipe>(drifts), observed.coverage);
  return { ...first, ...observed, summary: summarizeDrift(pipes), pipes };
}

function joinObserved(
  reports: readonly (Plan | Drift)[],
): Pick<Plan, 'createdAt' | 'capacity' | 'cost' | 'schedule' | 'coverage' | 'checks'> {
  const pipes = joinPipes<PlannedPipe | DriftPipe>(reports);
  const cost = reports[0]?.cost;
  return {
    createdAt: reports.map(({ createdAt }) => createdAt).reduce((a, b) => (a < b ? a : b)),
    capacity: sumCapacity(reports.map(({ capacity }) => capacity)),
    ...(cost && { cost: sumCosts(pipes, cost.currency) }),
    ...joinSchedules(reports, pipes),
    coverage: joinCoverage(reports.flatMap(({ coverage }) => coverage)),
    checks: joinFindings(reports),
  };
}

/** The schedule is that of the time of the first shard, before all changes that were next for any. */
function joinSchedules(
  reports: readonly (Plan | Drift)[],
  pipes: readonly Pick<PlannedPipe, 'scheduled'>[],
): Pick<Plan, 'schedule'> {
  const [at] = reports.flatMap(({ schedule }) => schedule?.at ?? []).sort();
  return at === undefined ? {} : { schedule: { at, next: findNextChange(pipes) } };
}

/** Each shard compares the whole list of a service, but knows only of its own pipes that they are gone. */
function joinCoverage(all: readonly Coverage[]): readonly Coverage[] {
  const byService = [...groupBy(all, ({ serviceId }) => serviceId).values()];
  const joined = byService.flatMap(([first, ...rest]) =>
    first === undefined ? [] : [{ ...first, gone: [first, ...rest].flatMap(({ gone }) => gone).sort(compareText) }],
  );
  return joined.sort((a, b) => compareText(a.service, b.service));
}

function mergeRuns(first: Run, runs: readonly Run[]): Run {
  const pipes = joinPipes<RunPipe>(runs);
  return {
    ...first,
    id: runs.map(({ id }) => id).join('+'),
    startedAt: runs.map(({ startedAt }) => startedAt).reduce((a, b) => (a < b ? a : b)),
    finishedAt: runs.map(({ finishedAt }) => finishedAt).reduce((a, b) => (a > b ? a : b)),
    interrupted: runs.find(({ interrupted }) => interrupted !== null)?.interrupted ?? null,
    rollsBack: runs.find(({ rollsBack }) => rollsBack !== null)?.rollsBack ?? null,
    overrides: listOverrides(runs),
    summary: summarizeRun(pipes),
    pipes,
    rollout: joinRollouts(runs),
    checks: numberWaves(runs, ({ checks }) => checks),
  };
}

/** Each override once: the shards of one run have the same. */
function listOverrides(reports: readonly Pick<Plan, 'overrides'>[]): readonly Override[] {
  return reports.reduce<readonly Override[]>((all, { overrides }) => joinOverrides(all, overrides), []);
}

function joinPipes<T extends { readonly name: string }>(reports: readonly { readonly pipes: readonly T[] }[]) {
  return sortByName(reports.flatMap(({ pipes }) => pipes));
}

const SEVERITY: Readonly<Record<CheckFinding['status'], number>> = { 'in-sync': 0, drifted: 1, error: 2 };

/** The findings of all shards, one for each alert: the most severe, or the first of equals. */
export function joinFindings(
  reports: readonly { readonly checks: readonly CheckFinding[] }[],
): readonly CheckFinding[] {
  const byName = new Map<string, CheckFinding>();
  for (const finding of reports.flatMap(({ checks }) => checks)) {
    const known = byName.get(finding.name);
    if (known === undefined || SEVERITY[finding.status] > SEVERITY[known.status]) byName.set(finding.name, finding);
  }
  return sortByName([...byName.values()]);
}

/** The most severe first. */
const ROLLOUT_STATUSES: readonly RolloutRecord['status'][] = ['failed', 'blocked', 'interrupted', 'passed'];

/**
 * One record for the rollouts of all shards, which ran in parallel: wave numbers are names, not an order. The status is
 * the most severe, but `blocked`, which means that nothing was written, becomes `failed` if another shard wrote.
 */
function joinRollouts(runs: readonly Run[]): RolloutRecord | null {
  const rollouts = runs.flatMap(({ rollout }) => (rollout === null ? [] : [rollout]));
  if (rollouts.length === 0) return null;
  const worst = ROLLOUT_STATUSES.find((status) => rollouts.some((rollout) => rollout.status === status)) ?? 'failed';
  const hasWritten = runs.some(({ pipes }) => pipes.some(mayHaveWritten));
  return {
    status: worst === 'blocked' && hasWritten ? 'failed' : worst,
    onFailure: rollouts.some(({ onFailure }) => onFailure === 'rollback') ? 'rollback' : 'stop',
    waves: numberWaves(runs, ({ rollout }) => rollout?.waves ?? []),
  };
}

/** The records of all runs, with wave numbers that continue from run to run. */
function numberWaves<T extends { readonly wave: GateRecord['wave'] }>(
  runs: readonly Run[],
  list: (run: Run) => readonly T[],
): readonly T[] {
  let offset = 0;
  return runs.flatMap((run) => {
    const before = offset;
    offset += run.rollout?.waves.length ?? 0;
    return list(run).map((record) => ({ ...record, wave: record.wave === null ? null : before + record.wave }));
  });
}

/** Each diagnostic as often as the shard has it that has it most often. */
function joinDiagnostics(reports: readonly Pick<Report, 'diagnostics'>[]): readonly Diagnostic[] {
  const joined: Diagnostic[] = [];
  const most = new Map<string, number>();
  for (const { diagnostics } of reports) {
    const here = new Map<string, number>();
    for (const diagnostic of diagnostics) {
      const text = JSON.stringify(diagnostic);
      const times = (here.get(text) ?? 0) + 1;
      here.set(text, times);
      if (times <= (most.get(text) ?? 0)) continue;
      most.set(text, times);
      joined.push(diagnostic);
    }
  }
  return joined;
}

function indexOf({ scope }: Report): number {
  return scope?.shard?.index ?? 0;
}

/** The facts that differ, but are equal for all shards of one run. */
function findForeign(first: NamedReport, others: readonly NamedReport[]): readonly string[] {
  const expected = commonFacts(first.report);
  return others.flatMap(({ name, report }) => {
    const found = commonFacts(report);
    return Object.keys(expected)
      .filter((fact) => canonicalJson(found[fact] ?? null) !== canonicalJson(expected[fact] ?? null))
      .map((fact) => `${name} has another ${fact} than ${first.name}.`);
  });
}

function commonFacts({ kind, tool, environment, api, base, scope }: Report): Readonly<Record<string, JsonValue>> {
  return {
    kind,
    'version of Pipeform': tool.version,
    environment,
    'API address, organization or naming': api === null ? null : placeOf(api),
    'base commit': base === null ? null : { ...base },
    configuration: scope?.configuration ?? null,
    'run of the shards': scope?.run ?? null,
    'number of shards': scope?.shard?.total ?? null,
    selection: [scope?.target ?? [], scope?.exclude ?? [], scope?.onlyOrigin ?? null],
    'limit of changed pipes': scope?.changeLimit?.pipes ?? null,
    'limit of the cost': scope?.costLimit ?? null,
  };
}

function placeOf({ url, organization, naming = DEFAULT_NAMING }: ApiPlace): JsonValue {
  return { url, organization, naming: { ...naming } };
}

const MAX_NAMED = 20;

function findGaps(reports: readonly NamedReport[]): readonly string[] {
  const unsharded = reports.filter(({ report }) => (report.scope?.shard ?? null) === null);
  if (unsharded.length > 0) return unsharded.map(({ name }) => `${name} is not the report of a shard.`);
  const total = reports[0]?.report.scope?.shard?.total ?? 0;
  const byIndex = groupBy(reports, ({ report }) => indexOf(report));
  const twice = [...byIndex].filter(([, alike]) => alike.length > 1);
  const missing = Array.from({ length: total }, (_, i) => i + 1).filter((index) => !byIndex.has(index));
  return [
    ...twice.map(
      ([index, alike]) => `Shard ${index} is given ${alike.length} times: ${alike.map(({ name }) => name).join(', ')}.`,
    ),
    ...(missing.length === 0
      ? []
      : [`Of ${total} shards, these are missing: ${shortList(missing.map(String), MAX_NAMED)}.`]),
  ];
}

function refuse([first = '', ...rest]: readonly string[]): Merged {
  const summary = `These are not the shards of one run: ${first}`;
  const detail = rest.length === 0 ? null : rest.join('\n');
  return { ok: false, diagnostics: [diagnoseCode('shards-do-not-fit', summary, detail)] };
}
