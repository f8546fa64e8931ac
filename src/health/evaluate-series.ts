import type { CheckResult, Condition, GroupResult, SeriesCheck, Verdict } from '../model/check.ts';
import { formatMeasured, formatNumber } from '../model/number.ts';
import type { SeriesRow } from '../model/series.ts';
import { formatDuration } from '../model/units.ts';
import { groupRows, isWorse, meets, reduceValues } from './reduce-values.ts';
import { keepWhole, type SeriesWindow } from './series-window.ts';

/** The result of a check without its name and the time. */
export type Evaluation = Omit<CheckResult, 'name' | 'asOf'>;

/** The worst first: the first of them that a group has is the verdict of the check. */
const GROUP_VERDICTS = ['fail', 'no-data', 'pass'] as const satisfies readonly Verdict[];

type EvaluatedGroup = GroupResult & { readonly verdict: (typeof GROUP_VERDICTS)[number] };

/**
 * The rows of a window against a check. Rows outside of its whole buckets do not count. Every group must pass: one that fails
 * decides, else one without a value, else the one nearest to failing. A group that has no row at all is not known here.
 */
export function evaluateSeries(check: SeriesCheck, rows: readonly SeriesRow[], window: SeriesWindow): Evaluation {
  const groups = groupRows(keepWhole(rows, window)).map(({ group, values }): EvaluatedGroup => {
    const present = [...values].flatMap(([bucketMs, value]) => (value === null ? [] : [{ bucketMs, value }]));
    const reduced = reduceValues(
      present.map(({ value }) => value),
      check.reduce,
    );
    // A sum beyond what a number can hold is no value.
    const value = Number.isFinite(reduced) ? reduced : null;
    const verdict = value === null ? 'no-data' : meets(value, check.pass) ? 'pass' : 'fail';
    const last = present.at(-1)?.bucketMs;
    const newest = last === undefined ? null : new Date(last + window.stepMs).toISOString();
    return { group, verdict, value, samples: present.length, newest };
  });
  const deciding = findDecidingGroup(check, groups);
  return {
    verdict: deciding?.verdict ?? 'no-data',
    value: deciding?.value ?? null,
    reason: explain(check, window, groups, deciding),
    samples: groups.reduce((sum, { samples }) => sum + samples, 0),
    newest: findLeastRecent(groups),
    groups: check.series.groupBy.length === 0 ? [] : groups,
  };
}

/** The time of the group that reaches least far; null when one has no value, or there is none. */
function findLeastRecent(groups: readonly GroupResult[]): string | null {
  const [first = null, ...others] = groups.map(({ newest }) => newest);
  return others.reduce((least, one) => (least === null || one === null ? null : one < least ? one : least), first);
}

/** The group that makes the verdict of the check, or null when there is none. */
function findDecidingGroup({ pass }: SeriesCheck, groups: readonly EvaluatedGroup[]): EvaluatedGroup | null {
  const worst = GROUP_VERDICTS.find((verdict) => groups.some((one) => one.verdict === verdict));
  const [first, ...others] = groups.filter(({ verdict }) => verdict === worst);
  if (first === undefined) return null;
  return others.reduce(
    (most, one) => (one.value !== null && most.value !== null && isWorse(one.value, most.value, pass) ? one : most),
    first,
  );
}

function explain(
  check: SeriesCheck,
  window: SeriesWindow,
  groups: readonly EvaluatedGroup[],
  deciding: EvaluatedGroup | null,
): string {
  if (window.buckets === 0) {
    return `no whole bucket of ${window.granularity} fits into a window of ${formatDuration(check.windowMs)}`;
  }
  const length = formatDuration(window.endMs - window.startMs);
  if (deciding === null) return `no bucket of the last ${length} has a value`;
  const { group, samples, value, verdict } = deciding;
  const whose = check.series.groupBy.length === 0 ? '' : ` for ${formatGroup(check, group)}`;
  const share = formatShare(groups, verdict);
  if (value === null) return `no bucket of the last ${length} has a value${whose}${share}`;
  const present = samples < window.buckets ? `${formatNumber(samples)} of ` : '';
  const condition = formatCondition(check.pass);
  const met = verdict === 'pass' ? `which is ${condition}` : `not ${condition}`;
  const buckets = `${present}${formatBuckets(window.buckets)} over ${length}`;
  return `${check.reduce} of ${buckets}${whose} is ${formatValue(value, check.pass)}, ${met}${share}`;
}

/** `pipe=orders, kind=kafka`; `the series` when it is not grouped. */
export function formatGroup({ series }: SeriesCheck, group: readonly string[]): string {
  if (series.groupBy.length === 0) return 'the series';
  if (group.length === 0) return 'rows without a group';
  return series.groupBy.map((column, index) => `${column}=${group[index] ?? ''}`).join(', ');
}

const SHARES: Readonly<Record<EvaluatedGroup['verdict'], string>> = {
  fail: 'not met in',
  'no-data': 'no value in',
  pass: 'met in',
};

/** ` (not met in 2 of 5 groups)`; nothing when there is only one. */
function formatShare(groups: readonly EvaluatedGroup[], verdict: EvaluatedGroup['verdict']): string {
  if (groups.length < 2) return '';
  const alike = groups.filter((one) => one.verdict === verdict).length;
  return ` (${SHARES[verdict]} ${formatNumber(alike)} of ${formatNumber(groups.length)} groups)`;
}

/**
 * `12,400`, `0.333333`: rounded to what reads well, but never so far that what is written would meet the condition when the
 * value does not, or the other way round.
 */
export function formatValue(value: number, condition: Condition): string {
  const rounded = formatMeasured(value === 0 ? 0 : value);
  const isTrue = meets(Number(rounded.replaceAll(',', '')), condition) === meets(value, condition);
  return isTrue ? rounded : formatExactly(value);
}

/** `< 10,000`: what a value has to be. */
export function formatCondition({ comparator, value }: Condition): string {
  return `${comparator} ${formatExactly(value)}`;
}

/** `1 bucket`, `15 buckets`. */
export function formatBuckets(buckets: number): string {
  return `${formatNumber(buckets)} ${buckets === 1 ? 'bucket' : 'buckets'}`;
}

/** With every digit that tells one number from another; with an exponent where it would have too many zeros. */
function formatExactly(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size >= 1e21 || size < 1e-6) return `${value}`;
  return value.toLocaleString('en-US', { maximumSignificantDigits: 17 });
}
