import { compareText } from '../../model/diagnostic.ts';
import { sectionOf } from '../../model/field/field.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Location } from '../../model/location.ts';
import { type Change, writtenSection } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import type { ReportPipe } from './report-pipe.ts';
import { wasAttempted } from './request.ts';
import { isWorthShowing, listStatusStyles, type StatusContext } from './status.ts';

/** Changes that the same pipes have in common. */
export interface PipeGroup {
  /** The changes have the order of the field table. The places are those of the first pipe. */
  readonly changes: readonly Change[];
  /** At least `FEWEST_EQUAL`, all with the same status, ordered by service and then by name. */
  readonly pipes: readonly ReportPipe[];
}

/** Each change of each pipe that is worth showing, in exactly one place. */
export interface Arrangement {
  /** That of most pipes first. */
  readonly groups: readonly PipeGroup[];
  /** With the changes that are in no group: the most urgent status first, conflicts first within it, then by service and name. */
  readonly pipes: readonly ReportPipe[];
}

/** A report shows this many changed pipes one by one. */
const MAX_UNGROUPED = 3;

/** Among fewer changed pipes, only those with all changes in common are grouped: each pipe then reads as a unit. */
const FEWEST_SPLIT = 10;

/** What fewer pipes have in common is shown with each pipe. */
const FEWEST_EQUAL = 3;

/** `requests`: the requests of a pipe are shown, too. */
export function arrangePipes(report: StatusContext, given: readonly ReportPipe[], requests: boolean): Arrangement {
  const ordered = given
    .filter(isWorthShowing)
    .toSorted((a, b) => compareText(a.service, b.service) || compareText(a.name, b.name));
  const equal = findEqualChanges(ordered);
  const grouped = new Set(equal.flat().map(({ change }) => change));
  const pipes = ordered.flatMap((pipe): readonly ReportPipe[] => {
    const changes = pipe.changes.filter((change) => !grouped.has(change));
    if (changes.length === pipe.changes.length) return [pipe];
    const { allChanges = pipe.changes } = pipe;
    return changes.length === 0 && !hasMore(pipe, requests) ? [] : [{ ...pipe, changes, allChanges }];
  });
  return { groups: joinGroups(equal), pipes: rankPipes(report, pipes) };
}

/** The most urgent status first, conflicts first within it, else in the given order. */
export function rankPipes<P extends ReportPipe>(report: StatusContext, pipes: readonly P[]): readonly P[] {
  const statuses = listStatusStyles(report).map(({ status }) => status);
  return pipes
    .map((pipe) => ({ pipe, rank: 2 * statuses.indexOf(pipe.status) - (pipe.changes.some(isConflict) ? 1 : 0) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ pipe }) => pipe);
}

export function isConflict({ origin }: Change): boolean {
  return origin === 'conflict';
}

interface Member {
  readonly pipe: ReportPipe;
  /** The place of the pipe in the order. */
  readonly at: number;
  readonly change: Change;
}

function findEqualChanges(ordered: readonly ReportPipe[]): readonly (readonly Member[])[] {
  const changed = ordered.filter(({ changes }) => changes.length > 0);
  if (changed.length <= MAX_UNGROUPED) return [];
  const isUnit = changed.length < FEWEST_SPLIT;
  const members = changed.flatMap((pipe, at) => {
    const whole = isUnit ? pipe.changes.map(keyOf).join() : '';
    return pipe.changes.map((change) => ({ pipe, at, change, key: `${pipe.status} ${keyOf(change)} ${whole}` }));
  });
  return [...groupBy(members, ({ key }) => key).values()].filter(({ length }) => length >= FEWEST_EQUAL);
}

function keyOf({ path, before, after, band, origin, base = null }: Change): string {
  return JSON.stringify([path, before, after, band && [band.min, band.max], origin, base]);
}

/** Joins changes of exactly the same pipes, so that these are named once. */
function joinGroups(equal: readonly (readonly Member[])[]): readonly PipeGroup[] {
  const samePipes = groupBy(equal, (members) => members.map(({ at }) => at).join());
  return [...samePipes.values()]
    .map(
      (alike): PipeGroup => ({
        changes: alike.flatMap(([first]) => first?.change ?? []),
        pipes: alike[0]?.map(({ pipe }) => pipe) ?? [],
      }),
    )
    .sort((a, b) => b.pipes.length - a.pipes.length);
}

/** Whether there is more to say of a pipe than its changes. */
function hasMore({ acknowledged, diagnostics, requests }: ReportPipe, showsRequests: boolean): boolean {
  return acknowledged.length + diagnostics.length > 0 || (showsRequests && requests.length > 0);
}

/**
 * A run without the changes that it did not attempt, so that it does not show them as made. A refused or stale pipe keeps those that
 * were not made for that reason. Its notes say why a pipe was not attempted, which its status and the result say, too.
 */
export function dropUnattempted<R extends Report>(report: R): R {
  const { kind, pipes }: Report = report;
  if (kind !== 'run') return report;
  const attempted = pipes.map((given) => {
    const pipe = { ...given, diagnostics: given.diagnostics.filter(({ severity }) => severity !== 'note') };
    if (pipe.status === 'refused' || pipe.status === 'stale') return pipe;
    const sections = new Set(pipe.requests.filter(wasAttempted).map(({ method }) => writtenSection(method)));
    return { ...pipe, changes: pipe.changes.filter(({ path }) => sections.has(sectionOf(path))) };
  });
  return { ...report, pipes: attempted };
}

/** The distinct lines of a change that pipes have in common, in the order of the pipes. */
export function listPlaces({ path }: Change, pipes: readonly ReportPipe[]): readonly Location[] {
  const places = new Map<string, Location>();
  for (const { changes } of pipes) {
    for (const change of changes) {
      const { location } = change;
      const key = `${location.file}:${location.line}`;
      if (change.path === path && !places.has(key)) places.set(key, location);
    }
  }
  return [...places.values()];
}
