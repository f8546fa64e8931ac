import { describeReadFailure } from '../../health/describe-failure.ts';
import { ungroupedProblem } from '../../health/ungrouped.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { readInstantMs } from '../../model/field/units.ts';
import type { DesiredPipe, Fleet } from '../../model/fleet.ts';
import { groupBy } from '../../model/group-by.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import { count, shortList } from '../../model/number.ts';
import { capacityOf, type Size } from '../../model/size/size.ts';
import type { PipeHistory } from '../../model/size/sizing.ts';
import { SIZING_SERIES, type Sizing } from '../../model/size/sizing-series.ts';
import { unreadProblem } from '../../plan/describe-failure.ts';
import type { PipeRead } from '../../plan/plan-fleet.ts';
import type { Project } from '../project.ts';
import { type OnProgress, readPipes } from '../read-pipes.ts';
import { findImpossible } from './check-histories.ts';
import { findLiveSize, findSize, isSized } from './pipe-sizes.ts';
import { type GroupValues, type Histories, readHistories } from './read-histories.ts';

/** A pipe with what it used, or why there is no advice, in a sentence. `isDeclared`: the pipe itself, whose size may differ, was not read. */
export type Subject = { readonly desired: DesiredPipe } & (
  | { readonly obstacle: null; readonly now: Size; readonly isDeclared: boolean; readonly history: PipeHistory }
  | { readonly obstacle: string; readonly now: Size | null }
);

interface ReadSubjects {
  readonly histories: Histories;
  readonly subjects: readonly Subject[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads what the selected pipes used in so much time until now. A pipe is read itself only where the deployment lists pipes, or where the
 * configuration does not say all that is needed: 1,000 pipes and 35 days take some 100 requests without that.
 */
export async function readSubjects(project: Project, pastMs: number, onProgress: OnProgress): Promise<ReadSubjects> {
  const { fleet, pipes, runtime } = project;
  const { sizing, reader } = openSizing(project);
  const toRead = pipes.filter((pipe) => needsLive(pipe, fleet, sizing));
  const { reads } = await readPipes(project, toRead, onProgress);
  const pipesOf = createMatcher(fleet.pipes, reads);
  const histories = await readHistories({ ...sizing, historyMs: pastMs }, reader, {
    pipes: fleet.pipes.length,
    isPipe: (group) => pipesOf(group).length > 0,
    signal: runtime.interrupts.stop,
    onProgress: (days) => onProgress({ ...days, unit: 'day' }),
  });
  const matched = matchGroups(histories, pipesOf);
  const readOf = new Map(reads.map(({ desired, read }) => [desired, read]));
  const subjects = pipes.map((desired) => createSubject(desired, readOf.get(desired), matched, histories));
  const impossible = findImpossible(
    subjects.flatMap((subject) => (subject.obstacle === null ? [{ ...subject, name: subject.desired.name }] : [])),
    sizing,
  );
  return {
    histories,
    subjects: subjects.map((subject) =>
      impossible.names.has(subject.desired.name)
        ? { desired: subject.desired, now: subject.now, obstacle: 'Its series have values that are not possible.' }
        : subject,
    ),
    diagnostics: [
      ...reads.flatMap(({ desired, read }) => (read.ok ? [] : [unreadProblem(desired, read.failure, fleet.api.url)])),
      ...diagnoseMissing(histories, reader.url, sizing),
      ...diagnoseGroups(histories, sizing),
      ...diagnoseEmpty(histories, sizing),
      ...diagnoseSeveral(pipes, matched.groupsOf, sizing),
      ...diagnoseAmbiguous(pipes, matched.ambiguous, sizing),
      ...impossible.diagnostics,
    ],
  };
}

/** What a project that was opened for this has. */
export function openSizing({ fleet: { sizing }, observability }: Project) {
  if (sizing === null || !observability?.ok) throw new Error('the project was opened for another purpose');
  return { sizing, reader: observability.reader };
}

/** UTC. */
export function describePeriod({ startMs, stepMs, steps }: Histories): {
  readonly from: string;
  readonly until: string;
} {
  const [from = '', until = ''] = [startMs, startMs + steps * stepMs].map((time) => new Date(time).toISOString());
  return { from, until };
}

/** A pipe is read when its size is not declared, or when the capacity of the past is only known since its last update. */
function needsLive(pipe: DesiredPipe, fleet: Fleet, { series }: Sizing): boolean {
  if ((pipe.source !== null && !isStreaming(pipe.source)) || !isSized(pipe)) return false;
  return fleet.api.listing || pipe.source === null || findSize(pipe, null) === null || series.capacity === undefined;
}

function isStreaming(source: string | null): boolean {
  return source === 'kafka' || source === 'kinesis';
}

/** The names of the pipes that a group may be: it is the id of a pipe, its name in the configuration, or its live name. */
type Matcher = (group: string) => readonly string[];

function createMatcher(pipes: readonly DesiredPipe[], reads: readonly PipeRead[]): Matcher {
  const byName = new Map<string, Set<string>>();
  const add = (group: string, name: string) => byName.set(group, (byName.get(group) ?? new Set()).add(name));
  for (const { desired, read } of reads) if (read.ok) add(read.pipe.name, desired.name);
  for (const { name, liveName } of pipes) for (const one of [name, liveName ?? name]) add(one, name);
  const byId = new Map(pipes.map(({ id, name }) => [id, [name]]));
  return (group) => [...new Set([...(byName.get(group) ?? []), ...(byId.get(group.toLowerCase()) ?? [])])];
}

interface MatchedGroups {
  /** The key is the name of a pipe. */
  readonly groupsOf: ReadonlyMap<string, readonly string[]>;
  /** The groups that may be several pipes, with the names of these. */
  readonly ambiguous: ReadonlyMap<string, readonly string[]>;
}

function matchGroups({ groups }: Histories, pipesOf: Matcher): MatchedGroups {
  const found = [...groups.keys()].sort().map((group) => ({ group, names: pipesOf(group) }));
  const pairs = found.flatMap(({ group, names }) => names.map((name) => ({ group, name })));
  const groupsOf = [...groupBy(pairs, ({ name }) => name)].map(
    ([name, ofPipe]) => [name, ofPipe.map(({ group }) => group)] as const,
  );
  const ambiguous = found.filter(({ names }) => names.length > 1).map(({ group, names }) => [group, names] as const);
  return { groupsOf: new Map(groupsOf), ambiguous: new Map(ambiguous) };
}

const NO_ADVICE_ON_CONCURRENCY =
  'An object-storage pipe scales by concurrency, which has no price and whose effect is not known before it is tried.';

/** `read`: undefined when it was not read. */
function createSubject(
  desired: DesiredPipe,
  read: PipeRead['read'] | undefined,
  { groupsOf, ambiguous }: MatchedGroups,
  histories: Histories,
): Subject {
  const groups = groupsOf.get(desired.name) ?? [];
  const live = read?.ok ? read.pipe : null;
  const source = live?.source ?? desired.source;
  const now = findSize(desired, live);
  const values = groups.some((group) => ambiguous.has(group))
    ? 'A group of the series may be this pipe or another one.'
    : findValues(groups, histories);
  const without = (obstacle: string): Subject => ({ desired, now, obstacle });
  if (read?.ok === false) return without('It could not be read.');
  const isBucket = source === 'objectStorage' || (source === null && desired.scaling.concurrency !== undefined);
  if (isBucket) return without(NO_ADVICE_ON_CONCURRENCY);
  if (source !== null && !isStreaming(source)) return without(`A pipe of kind ${source} has no scaling.`);
  if (!isSized(desired)) return without('The configuration does not manage its size.');
  if (now === null) return without('Its size is not known.');
  if (typeof values === 'string') return without(values);
  return { desired, now, isDeclared: live === null, history: toHistory(values, histories, live, now), obstacle: null };
}

/** The values of the group of a pipe, or why there are none, in a sentence. */
function findValues([group, ...others]: readonly string[], { groups }: Histories): GroupValues | string {
  if (others.length > 0) return 'Several groups of the series are this pipe.';
  const values = group === undefined ? undefined : groups.get(group);
  return values ?? 'The series have no group with its id or name.';
}

function toHistory(
  values: GroupValues,
  { startMs, stepMs, steps }: Histories,
  live: LivePipe | null,
  now: Size,
): PipeHistory {
  const { cpu, memory, rate, lag } = values;
  const unknown = () => new Float32Array(steps).fill(Number.NaN);
  const since = readInstantMs(live?.updatedAt ?? '');
  const millicores = capacityOf((live === null ? null : findLiveSize(live)) ?? now);
  const capacity =
    values.capacity ?? unknown().map((_, step) => (startMs + step * stepMs >= since ? millicores : Number.NaN));
  return { startMs, stepMs, cpu: cpu ?? unknown(), memory, rate, lag, capacity };
}

/** Reports failed queries: as a warning, since missing data shrinks nothing, or as an error when there is no data at all. */
function diagnoseMissing(
  { failures, groups, others, queries }: Histories,
  url: string,
  sizing: Sizing,
): readonly Diagnostic[] {
  const [failure] = failures;
  if (failure === undefined) return [];
  const severity = groups.size + others.size === 0 ? 'error' : 'warning';
  const summary =
    severity === 'error'
      ? 'The series of `sizing` could not be read, so there is no advice.'
      : `${failures.length} of ${count(queries, 'query', 'queries')} failed; their time counts as missing data.`;
  return [
    diagnose(
      severity,
      { code: 'observability-failed', summary, detail: describeReadFailure(failure, url) },
      sizing.location,
    ),
  ];
}

const MAX_NAMES = 3;

function diagnoseGroups({ groups, others, ungrouped, failures }: Histories, sizing: Sizing): readonly Diagnostic[] {
  const { location, groupBy: columns } = sizing.series.cpu;
  const lost = ungrouped === 0 ? [] : [ungroupedProblem(ungrouped, columns, location)];
  if (groups.size + others.size === 0) {
    if (failures.length > 0) return lost;
    const summary = 'The series of `sizing` have no values.';
    const hint = 'Run `pipeform series` with the same source and filter to see what they have.';
    return [...lost, diagnose('error', { code: 'sizing-series', summary, hint }, location)];
  }
  if (others.size === 0) return lost;
  const names = shortList(
    [...others].sort().map((name) => (name === '' ? 'one without a name' : name)),
    MAX_NAMES,
  );
  const isNone = groups.size === 0;
  const summary = isNone
    ? `No group of \`sizing.series\` is a pipe of the configuration; they are ${names}.`
    : `${count(others.size, 'group')} of \`sizing.series\` ${others.size === 1 ? 'is' : 'are'} no pipe of the configuration: ${names}.`;
  const hint = `Group by a column with the id or the name of the pipe in place of ${columns[0]}, or add the pipes.`;
  return [...lost, diagnose(isNone ? 'error' : 'note', { code: 'sizing-series', summary, hint }, location)];
}

/** A warning for a series that has no value while others have some: its metric or its filter may be mistyped. */
function diagnoseEmpty({ groups, failures }: Histories, { series }: Sizing): readonly Diagnostic[] {
  if (groups.size === 0 || failures.length > 0) return [];
  return SIZING_SERIES.flatMap((key) => {
    const has = [...groups.values()].some((values) => values[key]?.some((value) => !Number.isNaN(value)));
    const query = series[key];
    if (query === undefined || has) return [];
    const summary = `\`sizing.series.${key}\` has no values.`;
    const hint =
      'Check its source, its metric and its filter: `pipeform series` with the same ones shows what they have.';
    return [diagnose('warning', { code: 'sizing-series', summary, hint }, query.location)];
  });
}

/** A warning for groups that may be several of these pipes, since nobody knows whose values they have. */
function diagnoseAmbiguous(
  pipes: readonly DesiredPipe[],
  ambiguous: MatchedGroups['ambiguous'],
  { series: { cpu } }: Sizing,
): readonly Diagnostic[] {
  const chosen = new Set(pipes.map(({ name }) => name));
  const found = [...ambiguous].filter(([, names]) => names.some((name) => chosen.has(name)));
  if (found.length === 0) return [];
  const listed = shortList(
    found.map(([group, names]) => `${group} (${names.join(', ')})`),
    MAX_NAMES,
  );
  const summary = `${count(found.length, 'group')} of \`sizing.series\` may be several pipes, by their names in the configuration or in the service: ${listed}.`;
  const hint = `Group by a column with the id of the pipe in place of ${cpu.groupBy[0]}.`;
  return [diagnose('warning', { code: 'sizing-series', summary, hint }, cpu.location)];
}

/** A warning, since each of the groups may have only a part of what the pipe did. */
function diagnoseSeveral(
  pipes: readonly DesiredPipe[],
  groupsOf: MatchedGroups['groupsOf'],
  { series: { cpu } }: Sizing,
): readonly Diagnostic[] {
  const found = pipes.flatMap(({ name }) => {
    const groups = groupsOf.get(name) ?? [];
    return groups.length > 1 ? [`${name} (${groups.join(', ')})`] : [];
  });
  if (found.length === 0) return [];
  const summary = `${count(found.length, 'pipe')} ${found.length === 1 ? 'has' : 'have'} several groups of \`sizing.series\`: ${shortList(found, MAX_NAMES)}.`;
  const hint = `Group by a column with one value for each pipe, such as its id, in place of ${cpu.groupBy[0]}.`;
  return [diagnose('warning', { code: 'sizing-series', summary, hint }, cpu.location)];
}
