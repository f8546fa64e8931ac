import { compareText, type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import type { Drift, DriftPipe } from '../../model/drift.ts';
import { canonicalJson, type JsonValue } from '../../model/json.ts';
import { DEFAULT_NAMING } from '../../model/naming.ts';
import type { ApiPlace, Plan, PlannedPipe, Scope } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import { type Run, type RunPipe, summarizeRun } from '../../model/run.ts';
import { summarizeDrift } from '../find-drift.ts';
import { summarizePlan } from '../plan-fleet.ts';
import { findFleetRefusal } from '../policy/policy.ts';
import { sumCapacity } from '../sizing/capacity.ts';
import { joinFindings } from './join-findings.ts';
import { joinGates, joinRollouts } from './join-rollouts.ts';

/** A report and how it is called to a person: the name of its file. */
export interface NamedReport {
  readonly name: string;
  readonly report: Report;
}

/** What joining reports came to. */
export type Merged =
  | { readonly ok: true; readonly report: Report }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/**
 * Joins the reports of all shards of one run into what one run over the whole fleet would have reported: the same bytes,
 * but for the time, which is that of the oldest, and the ids of requests that failed. Policy that speaks of the whole fleet is judged here. Refuses what are not
 * the shards of one run, each exactly once; all reasons at once.
 */
export function mergeReports(reports: readonly NamedReport[]): Merged {
  const [first] = reports;
  if (first === undefined) return misfit(['No report is named.']);
  const problems = [...findForeign(first, reports), ...findGaps(reports)];
  if (problems.length > 0) return misfit(problems);
  const documents = reports.map(({ report }) => report).sort((a, b) => indexOf(a) - indexOf(b));
  const plans = documents.filter((report) => report.kind === 'plan');
  const drifts = documents.filter((report) => report.kind === 'drift');
  const runs = documents.filter((report) => report.kind === 'run');
  const merged = mergePlans(plans) ?? mergeDrifts(drifts) ?? mergeRuns(runs);
  return merged === null ? misfit(['No report is named.']) : { ok: true, report: merged };
}

function mergePlans(plans: readonly Plan[]): Plan | null {
  const [first] = plans;
  if (first === undefined) return null;
  const pipes = joinPipes<PlannedPipe>(plans);
  const summary = summarizePlan(pipes);
  const scope = wholeScope(first);
  const refusal = scope === null ? null : findFleetRefusal(scope, summary.update);
  const noted = joinDiagnostics(plans).filter(({ code }) => code !== 'too-many-changes');
  const capacity = sumCapacity(plans.map((plan) => plan.capacity));
  const diagnostics = refusal === null ? noted : [...noted, refusal];
  return {
    ...first,
    createdAt: oldest(plans),
    scope,
    summary,
    capacity,
    pipes,
    checks: joinFindings(plans),
    diagnostics,
  };
}

function mergeDrifts(drifts: readonly Drift[]): Drift | null {
  const [first] = drifts;
  if (first === undefined) return null;
  const pipes = joinPipes<DriftPipe>(drifts);
  return {
    ...first,
    createdAt: oldest(drifts),
    scope: wholeScope(first),
    summary: summarizeDrift(pipes),
    capacity: sumCapacity(drifts.map((drift) => drift.capacity)),
    pipes,
    checks: joinFindings(drifts),
    diagnostics: joinDiagnostics(drifts),
  };
}

/** The runs of the shards of one plan, as one: from the first start to the last end. */
function mergeRuns(runs: readonly Run[]): Run | null {
  const [first] = runs;
  if (first === undefined) return null;
  const pipes = joinPipes<RunPipe>(runs);
  return {
    ...first,
    id: runs.map(({ id }) => id).join('+'),
    startedAt: runs.map(({ startedAt }) => startedAt).reduce((a, b) => (a < b ? a : b)),
    finishedAt: runs.map(({ finishedAt }) => finishedAt).reduce((a, b) => (a > b ? a : b)),
    interrupted: runs.find(({ interrupted }) => interrupted !== null)?.interrupted ?? null,
    rollsBack: runs.find(({ rollsBack }) => rollsBack !== null)?.rollsBack ?? null,
    scope: wholeScope(first),
    summary: summarizeRun(pipes),
    pipes,
    rollout: joinRollouts(runs),
    checks: joinGates(runs),
    diagnostics: joinDiagnostics(runs),
  };
}

function joinPipes<T extends { readonly name: string }>(reports: readonly { readonly pipes: readonly T[] }[]): T[] {
  return reports.flatMap(({ pipes }) => pipes).sort((a, b) => compareText(a.name, b.name));
}

/** What every shard says of the whole is said once; what one shard says twice, twice. */
function joinDiagnostics(reports: readonly Pick<Report, 'diagnostics'>[]): readonly Diagnostic[] {
  const joined: Diagnostic[] = [];
  const said = new Map<string, number>();
  for (const { diagnostics } of reports) {
    const here = new Map<string, number>();
    for (const diagnostic of diagnostics) {
      const text = JSON.stringify(diagnostic);
      const times = (here.get(text) ?? 0) + 1;
      here.set(text, times);
      if (times <= (said.get(text) ?? 0)) continue;
      said.set(text, times);
      joined.push(diagnostic);
    }
  }
  return joined;
}

function oldest(reports: readonly { readonly createdAt: string }[]): string {
  return reports.map(({ createdAt }) => createdAt).reduce((a, b) => (a < b ? a : b));
}

function indexOf({ scope }: Report): number {
  return scope?.shard?.index ?? 0;
}

function wholeScope({ scope }: Report): Scope | null {
  return scope === null ? null : { ...scope, shard: null, run: null };
}

/** In what a report differs from the first one, though all shards of one run agree in it. */
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
  };
}

function placeOf({ url, organization, naming = DEFAULT_NAMING }: ApiPlace): JsonValue {
  return { url, organization, naming: { ...naming } };
}

function findGaps(reports: readonly NamedReport[]): readonly string[] {
  const unsharded = reports.filter(({ report }) => (report.scope?.shard ?? null) === null);
  if (unsharded.length > 0) return unsharded.map(({ name }) => `${name} is not the report of a shard (--shard I/N).`);
  const total = reports[0]?.report.scope?.shard?.total ?? 0;
  const owners = new Map<number, string[]>();
  for (const { name, report } of reports) {
    const index = indexOf(report);
    owners.set(index, [...(owners.get(index) ?? []), name]);
  }
  const twice = [...owners].filter(([, names]) => names.length > 1);
  const missing = Array.from({ length: total }, (_, i) => i + 1).filter((index) => !owners.has(index));
  const shown = missing.slice(0, 20).join(', ');
  const more = missing.length > 20 ? ` and ${missing.length - 20} more` : '';
  return [
    ...twice.map(([index, names]) => `Shard ${index} is there ${names.length} times: ${names.join(', ')}.`),
    ...(missing.length === 0 ? [] : [`Missing of ${total} shards: ${shown}${more}.`]),
  ];
}

function misfit(problems: readonly string[]): Merged {
  const [first = '', ...rest] = problems;
  return {
    ok: false,
    diagnostics: [
      diagnose('error', {
        code: 'shards-do-not-fit',
        summary: `These are not the shards of one run: ${first}`,
        detail: rest.length === 0 ? null : rest.join('\n'),
        hint: 'Give `pipeform merge` every shard of one run exactly once.',
      }),
    ],
  };
}
