import {
  type CheckResult,
  formatCondition,
  formatValue,
  type GroupResult,
  meets,
  type SeriesCheck,
  type Verdict,
} from '../model/check.ts';
import { formatDuration } from '../model/field/units.ts';
import { count, formatNumber } from '../model/number.ts';
import type { SeriesRow } from '../model/observability/reader.ts';
import { groupRows, isWorse, reduceValues } from './reduce-values.ts';
import { keepWhole, type SeriesWindow } from './series-window.ts';
import { describeUngrouped } from './ungrouped.ts';

export type Evaluation = Omit<CheckResult, 'name' | 'asOf'>;

/** Worst first: the worst group decides the verdict of the check. */
const GROUP_VERDICTS = ['fail', 'no-data', 'pass'] as const satisfies readonly Verdict[];

type EvaluatedGroup = GroupResult & { readonly verdict: (typeof GROUP_VERDICTS)[number] };

/**
 * Every group must pass: a failed one decides, else one without a value, else the one nearest to failing. Rows without
 * their group may belong to any, so no group is known to pass.
 */
export function evaluateSeries(
  check: SeriesCheck,
  { rows, ungrouped }: { readonly rows: readonly SeriesRow[]; readonly ungrouped: number },
  window: SeriesWindow,
): Evaluation {
  const groups = groupRows(keepWhole(rows, window)).map(({ group, values }): EvaluatedGroup => {
    const present = [...values].flatMap(([bucketMs, value]) => (value === null ? [] : [{ bucketMs, value }]));
    const reduced = reduceValues(
      present.map(({ value }) => value),
      check.reduce,
    );
    // An infinite sum counts as no value.
    const value = present.length === 0 ? check.absent : Number.isFinite(reduced) ? reduced : null;
    const verdict = value === null ? 'no-data' : meets(value, check.pass) ? 'pass' : 'fail';
    const last = present.at(-1)?.bucketMs;
    const newest = last === undefined ? null : new Date(last + window.stepMs).toISOString();
    return { group, verdict, value, samples: present.length, newest };
  });
  const worst = findDecidingGroup(check, groups);
  const isUngrouped = ungrouped > 0 && worst?.verdict !== 'fail';
  const deciding = isUngrouped ? null : (worst ?? createAbsent(check, window));
  return {
    verdict: deciding?.verdict ?? 'no-data',
    value: deciding?.value ?? null,
    reason: isUngrouped
      ? `${describeUngrouped(ungrouped, check.series.groupBy)}: group by the name of a column, not by an expression`
      : explain(check, window, groups, deciding),
    samples: groups.reduce((sum, { samples }) => sum + samples, 0),
    newest: findLeastRecent(groups),
    groups: check.series.groupBy.length === 0 ? [] : groups,
  };
}

/** The series without rows, where `absent` gives it a value. A window without a complete bucket is not queried. */
function createAbsent({ absent, pass }: SeriesCheck, { buckets }: SeriesWindow): EvaluatedGroup | null {
  if (absent === null || buckets === 0) return null;
  return { group: [], verdict: meets(absent, pass) ? 'pass' : 'fail', value: absent, samples: 0, newest: null };
}

/** The newest time that all groups reach; null when a group has no value or there is no group. */
function findLeastRecent(groups: readonly GroupResult[]): string | null {
  const [first = null, ...others] = groups.map(({ newest }) => newest);
  return others.reduce((least, one) => (least === null || one === null ? null : one < least ? one : least), first);
}

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
  const whose = check.series.groupBy.length === 0 || groups.length === 0 ? '' : ` for ${formatGroup(check, group)}`;
  const share = formatShare(groups, verdict);
  const empty = `no bucket of the last ${length} has a value${whose}`;
  if (value === null) return `${empty}${share}`;
  const condition = formatCondition(check.pass);
  const met = verdict === 'pass' ? `which is ${condition}` : `not ${condition}`;
  if (samples === 0) return `${empty}, so \`absent\` counts: ${formatValue(value, check.pass)}, ${met}${share}`;
  const present = samples < window.buckets ? `${formatNumber(samples)} of ` : '';
  const buckets = `${present}${count(window.buckets, 'bucket')} over ${length}`;
  return `${check.reduce} of ${buckets}${whose} is ${formatValue(value, check.pass)}, ${met}${share}`;
}

/** `pipe=orders, kind=kafka`, or `the series` without groups. */
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

/** ` (not met in 2 of 5 groups)`; empty for one group. */
function formatShare(groups: readonly EvaluatedGroup[], verdict: EvaluatedGroup['verdict']): string {
  if (groups.length < 2) return '';
  const alike = groups.filter((one) => one.verdict === verdict).length;
  return ` (${SHARES[verdict]} ${formatNumber(alike)} of ${formatNumber(groups.length)} groups)`;
}
