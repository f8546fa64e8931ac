import { compareText } from '../../model/diagnostic.ts';
import { parseField } from '../../model/field/field.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Location } from '../../model/location.ts';
import { count } from '../../model/number.ts';
import { type Change, sectionOf } from '../../model/plan.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import { wasAttempted } from './count.ts';
import { isWorthShowing, STATUS_STYLES } from './status.ts';

/** Changes that the same pipes have in common. */
export interface ChangeGroup<P extends ReportPipe> {
  readonly kind: 'group';
  /** In the order of the field table. The locations are those of the first pipe. */
  readonly changes: readonly Change[];
  /** At least `FEWEST_EQUAL`, all with the same status, ordered by service and then by name. */
  readonly pipes: readonly P[];
}

/** A pipe by itself. */
export interface PipeBlock<P extends ReportPipe> {
  readonly kind: 'pipe';
  readonly pipe: P;
  /** All its changes; in a summary those that are in no group. */
  readonly changes: readonly Change[];
}

export type ReportBlock<P extends ReportPipe> = ChangeGroup<P> | PipeBlock<P>;

/** How much of a report to show. */
export interface ReportDetail {
  /** Request bodies, too. JSON always has them. */
  readonly requests: boolean;
  /** Counts, groups and totals only, without the names of pipes. */
  readonly summary: boolean;
  /** Each pipe shows its own problem, not one error for all pipes with the same cause. */
  readonly isFull?: boolean;
}

/** Up to this many changed pipes are shown one by one. */
const MAX_UNGROUPED = 3;

/** Among fewer changed pipes, only those with all changes in common are grouped: each pipe then reads as a unit. */
const FEWEST_SPLIT = 10;

/** Changes that fewer pipes have in common are shown with each pipe. */
const FEWEST_EQUAL = 3;

/**
 * A run without the changes that it did not attempt, so that it does not show them as made. A refused or stale pipe keeps those that
 * were not made for that reason.
 */
export function dropUnattempted<R extends Report>(report: R): R {
  const { kind, pipes }: Report = report;
  if (kind !== 'run') return report;
  const attempted = pipes.map((pipe) => {
    if (pipe.status === 'refused' || pipe.status === 'stale') return pipe;
    const sections = new Set(pipe.requests.filter(wasAttempted).map(({ method }) => sectionOf(method)));
    return { ...pipe, changes: pipe.changes.filter(({ path }) => sections.has(parseField(path).section)) };
  });
  return { ...report, pipes: attempted };
}

/**
 * What a report shows, in order: the most urgent status first and conflicts first within a status, groups before pipes, the
 * group of most pipes first, then by service and name. Changes are equal when field, values, band, origin and status are.
 * Each change of each pipe is in exactly one block. A pipe is in groups when they say all that there is to say of it, and
 * else has a block with all its changes; `requests`: its requests are shown, too. A `summary` groups the changes of every pipe.
 */
export function arrangeReport<P extends ReportPipe>(
  { kind, pipes }: { readonly kind: Report['kind']; readonly pipes: readonly P[] },
  { requests, summary = false }: Pick<ReportDetail, 'requests'> & Partial<Pick<ReportDetail, 'summary'>>,
): readonly ReportBlock<P>[] {
  const ordered = pipes.toSorted((a, b) => compareText(a.service, b.service) || compareText(a.name, b.name));
  const equal = findEqualChanges(ordered, requests, summary);
  const grouped = new Set(equal.flat().map(({ change }) => change));
  const blocks: readonly ReportBlock<P>[] = [
    ...joinGroups(equal),
    ...ordered.flatMap((pipe) => {
      const changes = pipe.changes.filter((change) => !grouped.has(change));
      const isShown = changes.length > 0 || pipe.changes.length === 0 ? isWorthShowing(pipe) : hasMore(pipe, requests);
      return isShown ? [{ kind: 'pipe', pipe, changes } as const] : [];
    }),
  ];
  const statuses = Object.keys(STATUS_STYLES[kind]);
  const ranked = blocks.map((block) => ({ block, rank: rankBlock(block, statuses) }));
  // The sort is stable, so that groups stay before pipes.
  return ranked.sort((a, b) => a.rank - b.rank).map(({ block }) => block);
}

/** `3 other changes in 2 pipes`: the changes that are in no group; empty for none. */
export function countOtherChanges(blocks: readonly ReportBlock<ReportPipe>[]): string {
  const others = blocks.filter((block) => block.kind === 'pipe' && block.changes.length > 0);
  const changes = others.reduce((sum, block) => sum + block.changes.length, 0);
  const noun = blocks.some(({ kind }) => kind === 'group') ? 'other change' : 'change';
  return changes === 0 ? '' : `${count(changes, noun)} in ${count(others.length, 'pipe')}`;
}

/** The distinct lines of changes that pipes have in common, in the order of the pipes. */
export function listPlaces(changes: readonly Change[], pipes: readonly ReportPipe[]): readonly Location[] {
  const paths = new Set(changes.map(({ path }) => path));
  const places = pipes.flatMap((pipe) => pipe.changes.filter(({ path }) => paths.has(path)).map((one) => one.location));
  return [...groupBy(places, ({ file, line }) => `${file}:${line}`).values()].flatMap(([first]) => first ?? []);
}

function rankBlock(block: ReportBlock<ReportPipe>, statuses: readonly string[]): number {
  const pipe = block.kind === 'pipe' ? block.pipe : block.pipes[0];
  const hasConflict = block.changes.some(({ origin }) => origin === 'conflict');
  return 2 * statuses.indexOf(pipe?.status ?? '') - (hasConflict ? 1 : 0);
}

/** Whether there is more to say of a pipe than its changes. */
function hasMore(pipe: ReportPipe, requests: boolean): boolean {
  const { acknowledged, diagnostics, recommendation } = pipe;
  return (
    acknowledged.length + diagnostics.length > 0 || recommendation !== null || (requests && pipe.requests.length > 0)
  );
}

interface Member<P> {
  readonly pipe: P;
  readonly change: Change;
}

type EqualChanges<P> = readonly (readonly Member<P>[])[];

function findEqualChanges<P extends ReportPipe>(
  ordered: readonly P[],
  requests: boolean,
  summary: boolean,
): EqualChanges<P> {
  const changed = ordered.filter(({ changes }) => changes.length > 0);
  if (changed.length <= MAX_UNGROUPED) return [];
  if (summary) return groupChanges(changed, keyOf).filter(isGroup);
  const keyOfMember = changed.length < FEWEST_SPLIT ? keyWithOthers : keyOf;
  return groupWholePipes(
    changed.filter((pipe) => !hasMore(pipe, requests)),
    keyOfMember,
  );
}

/** The changes of pipes with no others. Each pipe that is left out may leave too few for a group, whose pipes follow. */
function groupWholePipes<P extends ReportPipe>(
  pipes: readonly P[],
  keyOfMember: (member: Member<P>) => string,
): EqualChanges<P> {
  const groups = groupChanges(pipes, keyOfMember).map((members) => new Set(members.map(({ pipe }) => pipe)));
  const pairs = groups.flatMap((group) => [...group].map((pipe) => ({ pipe, group })));
  const ofPipe = groupBy(pairs, ({ pipe }) => pipe);
  const tooSmall = groups.filter(({ size }) => size < FEWEST_EQUAL);
  for (const few of tooSmall) {
    for (const pipe of few) {
      for (const { group } of ofPipe.get(pipe) ?? []) {
        if (group.delete(pipe) && group.size === FEWEST_EQUAL - 1) tooSmall.push(group);
      }
    }
  }
  const whole = new Set(groups.flatMap((group) => [...group]));
  return groupChanges(
    pipes.filter((pipe) => whole.has(pipe)),
    keyOfMember,
  );
}

function groupChanges<P extends ReportPipe>(
  pipes: readonly P[],
  keyOfMember: (member: Member<P>) => string,
): EqualChanges<P> {
  const members = pipes.flatMap((pipe) => pipe.changes.map((change): Member<P> => ({ pipe, change })));
  return [...groupBy(members, keyOfMember).values()];
}

function isGroup(members: readonly unknown[]): boolean {
  return members.length >= FEWEST_EQUAL;
}

/** Joins changes of exactly the same pipes, so that these are named once. */
function joinGroups<P extends ReportPipe>(equal: readonly (readonly Member<P>[])[]): readonly ChangeGroup<P>[] {
  const samePipes = groupBy(equal, (members) => JSON.stringify(members.map(({ pipe }) => [pipe.service, pipe.name])));
  const groups = [...samePipes.values()].map(([first = [], ...others]): ChangeGroup<P> => {
    const changes = [first, ...others].flatMap(([member]) => (member === undefined ? [] : [member.change]));
    return { kind: 'group', changes, pipes: first.map(({ pipe }) => pipe) };
  });
  return groups.sort((a, b) => b.pipes.length - a.pipes.length);
}

function keyOf<P extends ReportPipe>({ pipe, change: { path, before, after, band, origin } }: Member<P>): string {
  return JSON.stringify([pipe.status, path, before, after, band && [band.min, band.max], origin]);
}

function keyWithOthers<P extends ReportPipe>(member: Member<P>): string {
  const { pipe } = member;
  return JSON.stringify([keyOf(member), pipe.changes.map((change) => keyOf({ pipe, change }))]);
}
