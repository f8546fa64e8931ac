import type { CheckResult, GroupResult, SeriesCheck, Verdict } from '../model/check.ts';
import { formatNumber } from '../model/number.ts';
import type { SeriesRow } from '../model/series.ts';
import { formatDuration } from '../model/units.ts';
import { groupRows } from './group-rows.ts';
import { sayGroup } from './group-words.ts';
import { isWorse, meets, reduceValues } from './reduce-values.ts';
import { keepWhole, type SeriesWindow } from './series-window.ts';
import { sayBuckets, sayCondition, sayValue } from './value-words.ts';

/** What a check came to, before it is given its name and the time. */
export type Judgement = Omit<CheckResult, 'name' | 'asOf'>;

/** The gravest first: the first of them that a group has is the verdict of the check. */
const GROUP_VERDICTS = ['fail', 'no-data', 'pass'] as const satisfies readonly Verdict[];
type GroupVerdict = (typeof GROUP_VERDICTS)[number];

type JudgedGroup = GroupResult & { readonly verdict: GroupVerdict };

/**
 * The rows of a window against a check. Rows outside of its whole buckets do not count. Every group must pass: one that fails
 * decides, else one without a value, else the one nearest to failing. A group that has no row at all is not known here.
 */
export function judgeSeries(check: SeriesCheck, rows: readonly SeriesRow[], window: SeriesWindow): Judgement {
  const groups = groupRows(keepWhole(rows, window)).map(({ group, values }): JudgedGroup => {
    const present = [...values.values()].filter((one) => one !== null);
    const value = finite(reduceValues(present, check.reduce));
    return {
      group,
      verdict: judgeValue(check, value),
      value,
      samples: present.length,
      newest: newestOf(values, window),
    };
  });
  const decided = decide(check, groups);
  return {
    verdict: decided?.verdict ?? 'no-data',
    value: decided?.value ?? null,
    reason: explain(check, window, groups, decided),
    samples: groups.reduce((sum, { samples }) => sum + samples, 0),
    newest: leastFar(groups),
    groups: check.series.groupBy.length === 0 ? [] : groups,
  };
}

/** A sum beyond what a number can hold is no value. */
function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}

/** When the newest bucket with a value ends. */
function newestOf(values: ReadonlyMap<number, number | null>, { stepMs }: SeriesWindow): string | null {
  const last = [...values].findLast(([, value]) => value !== null)?.[0];
  return last === undefined ? null : new Date(last + stepMs).toISOString();
}

/** Of several groups the time of the one that reaches least far; null when one has no value, or there is none. */
function leastFar(groups: readonly GroupResult[]): string | null {
  const [first = null, ...others] = groups.map(({ newest }) => newest);
  return others.reduce((least, one) => (least === null || one === null ? null : one < least ? one : least), first);
}

function judgeValue({ pass }: SeriesCheck, value: number | null): GroupVerdict {
  if (value === null) return 'no-data';
  return meets(value, pass) ? 'pass' : 'fail';
}

/** The group that makes the verdict of the check, or null when there is none. */
function decide({ pass }: SeriesCheck, groups: readonly JudgedGroup[]): JudgedGroup | null {
  for (const verdict of GROUP_VERDICTS) {
    const alike = groups.filter((one) => one.verdict === verdict);
    const [first] = alike;
    if (first === undefined) continue;
    const isGraver = (one: JudgedGroup, other: JudgedGroup): boolean =>
      one.value !== null && other.value !== null && isWorse(one.value, other.value, pass);
    return alike.reduce((worst, one) => (isGraver(one, worst) ? one : worst), first);
  }
  return null;
}

function explain(
  check: SeriesCheck,
  window: SeriesWindow,
  groups: readonly JudgedGroup[],
  decided: JudgedGroup | null,
): string {
  if (window.buckets === 0) {
    return `no whole bucket of ${window.granularity} fits into a window of ${formatDuration(check.windowMs)}`;
  }
  const length = formatDuration(window.endMs - window.startMs);
  if (decided === null) return `no bucket of the last ${length} has a value`;
  const { group, samples, value, verdict } = decided;
  const whose = nameGroup(check, group);
  const share = sayShare(groups, verdict);
  if (value === null) return `no bucket of the last ${length} has a value${whose}${share}`;
  const present = samples < window.buckets ? `${formatNumber(samples)} of ` : '';
  const condition = sayCondition(check.pass);
  const met = verdict === 'pass' ? `which is ${condition}` : `not ${condition}`;
  const buckets = `${present}${sayBuckets(window.buckets)} over ${length}`;
  return `${check.reduce} of ${buckets}${whose} is ${sayValue(value, check.pass)}, ${met}${share}`;
}

/** ` for pipe=orders, kind=kafka`. */
function nameGroup(check: SeriesCheck, group: readonly string[]): string {
  return check.series.groupBy.length === 0 ? '' : ` for ${sayGroup(check, group)}`;
}

const SHARE_WORDS: Readonly<Record<GroupVerdict, string>> = {
  fail: 'not met in',
  'no-data': 'no value in',
  pass: 'met in',
};

/** ` (not met in 2 of 5 groups)`; nothing when there is only one. */
function sayShare(groups: readonly JudgedGroup[], verdict: GroupVerdict): string {
  if (groups.length < 2) return '';
  const alike = groups.filter((one) => one.verdict === verdict).length;
  const [part, whole] = [formatNumber(alike), formatNumber(groups.length)];
  return ` (${SHARE_WORDS[verdict]} ${part} of ${whole} groups)`;
}
