import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { formatDuration } from '../model/field/units.ts';
import { type Band, type DesiredPipe, isBand } from '../model/fleet.ts';
import type { LivePipe } from '../model/live-pipe.ts';
import { formatMeasured, formatNumber, formatPercent } from '../model/number.ts';
import type { Recommendation, ReplicaTarget, TargetHistory } from '../model/recommendation.ts';
import { knownScaling } from './diff/diff-scaling.ts';
import { reachOf } from './policy/policy.ts';

/** The history of each check that a target names. */
export type TargetHistories = ReadonlyMap<string, TargetHistory>;

export interface RecommendOptions {
  readonly histories: TargetHistories;
  /** The factor by which one apply may change replicas; null without a limit. */
  readonly maxFactor: number | null;
}

/** null without `--recommend` or without a target. */
export function recommendPipe(
  { scaling: { replicas } }: DesiredPipe,
  live: LivePipe,
  options: RecommendOptions | null,
): Recommendation | null {
  if (options === null || replicas?.target === undefined || !isBand(replicas.value)) return null;
  const { target } = replicas;
  const history = options.histories.get(target.check) ?? { ok: false, reason: `${target.check} was not queried` };
  return recommendReplicas(knownScaling(live, 'replicas'), replicas.value, target, history, options.maxFactor);
}

/** Warns when there is no recommendation, so that unchanged replicas do not look like recommended ones. */
export function warnOfTarget(desired: DesiredPipe, recommendation: Recommendation | null): readonly Diagnostic[] {
  if (recommendation === null || recommendation.replicas !== null) return [];
  const { check, verdict, reason: detail } = recommendation;
  const wasRead = verdict !== 'error';
  const what = wasRead ? 'has too little data for' : 'could not be queried for';
  const summary = `Check ${check} ${what} the replicas of pipe ${desired.name}, so they stay as they are.`;
  const hint = wasRead
    ? `See \`pipeform series ${check}\` for what it measures, and plan again when it has data.`
    : 'Plan again when the observability API responds.';
  return [
    diagnose('warning', { code: 'target-without-data', summary, detail, hint }, desired.scaling.replicas?.location),
  ];
}

/** The tolerance for errors of binary fractions: 3.0000000001 replicas are 3, and 1.1000000000000001 is 10% more. */
const ROUNDING = 1e-9;

type Points = Extract<TargetHistory, { readonly ok: true }>['points'];

/**
 * Recommends replicas by the algorithm of the Kubernetes horizontal pod autoscaler (its documentation, "Algorithm
 * details" and "Stabilization window"): `ceil(current × value / target)`, and no change while the ratio is within the
 * tolerance of 1. An increase uses the newest value only; a decrease goes to the highest recommendation of the
 * stabilization time.
 *
 * Missing data gives no `replicas`: an increase needs the newest value and the live replicas, a decrease every value of
 * the stabilization time. Past values are combined with the current replicas, since the past ones are unknown.
 */
export function recommendReplicas(
  current: number | null,
  band: Band,
  target: ReplicaTarget,
  history: TargetHistory,
  maxFactor: number | null = null,
): Recommendation {
  const points = history.ok ? history.points : [];
  const value = finite(points.at(-1)?.value);
  const blank: Recommendation = {
    check: target.check,
    verdict: 'no-data',
    current,
    value,
    target: target.value,
    ratio: value === null ? null : finite(value / target.value),
    tolerance: target.tolerance,
    stabilizationMs: target.stabilizationMs,
    wanted: null,
    stabilized: null,
    replicas: null,
    reason: '',
  };
  const none = (reason: string, about: Partial<Recommendation> = {}) => ({ ...blank, ...about, reason });
  if (!history.ok) return none(history.reason, { verdict: 'error' });
  if (current === null || current < 1) return none('the live replicas are not known');
  if (value === null) return none(`${target.check} has no value for its newest window`);
  const wanted = countReplicas(current, value, target);
  const measured = formatMeasured(value);
  if (wanted === null) return none(`the newest value of ${target.check}, ${measured}, gives no number of replicas`);

  const sum = formatArithmetic(current, value, target, wanted);
  const lasted = formatDuration(target.stabilizationMs);
  const goesDown = wanted < current && clamp(wanted, band) < current;
  const highest = goesDown ? findHighest(points, current, target) : wanted;
  if (highest === null)
    return none(`${sum}, but ${target.check} does not have values for all of the last ${lasted}`, { wanted });
  const stabilized = Math.min(highest, Math.max(current, wanted));
  const inBand = clamp(stabilized, band);
  const step = maxFactor === null ? inBand : clamp(inBand, reachOf(current, maxFactor));
  // If no allowed step reaches the band, policy refuses the change, as it does without a target.
  const replicas = clamp(step, band) === step ? step : inBand;
  const held =
    stabilized === wanted ? '' : `; ${formatNumber(stabilized)} held: ${describeHighest(highest, stabilized, lasted)}`;
  return {
    ...blank,
    verdict: replicas === current ? 'hold' : 'scale',
    wanted,
    stabilized,
    replicas,
    reason: `${sum}${held}; ${describeBand(band, stabilized)}${describeStep(replicas, inBand, maxFactor)}`,
  };
}

/** The recommendation for one value; null when the value is negative or the result is not finite. */
function countReplicas(current: number, value: number, target: ReplicaTarget): number | null {
  if (value < 0) return null;
  if (isWithin(value, target)) return current;
  const replicas = (current * value) / target.value;
  if (!Number.isFinite(replicas)) return null;
  const nearest = Math.round(replicas);
  return Math.abs(replicas - nearest) <= ROUNDING * Math.max(1, nearest) ? nearest : Math.ceil(replicas);
}

function isWithin(value: number, target: ReplicaTarget): boolean {
  return Math.abs(value / target.value - 1) <= target.tolerance + ROUNDING;
}

/** The highest recommendation of the stabilization time; null when a value is missing. */
function findHighest(points: Points, current: number, target: ReplicaTarget): number | null {
  const newestMs = points.at(-1)?.atMs ?? 0;
  const sinceMs = newestMs - target.stabilizationMs;
  if (!reachesBack(points, sinceMs)) return null;
  let highest = 0;
  for (const point of points) {
    if (point.atMs <= sinceMs && point.atMs < newestMs) continue;
    const value = finite(point.value);
    const replicas = value === null ? null : countReplicas(current, value, target);
    if (replicas === null) return null;
    highest = Math.max(highest, replicas);
  }
  return highest;
}

/** Whether the points cover the time since `sinceMs`: the first one is at most one step later. */
function reachesBack(points: Points, sinceMs: number): boolean {
  const [first, second] = points;
  if (first === undefined) return false;
  const stepMs = second === undefined ? 0 : second.atMs - first.atMs;
  return first.atMs - stepMs <= sinceMs;
}

function clamp(replicas: number, { min, max }: Band): number {
  return Math.min(Math.max(replicas, min), max);
}

function finite(value: number | null | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function formatArithmetic(current: number, value: number, target: ReplicaTarget, wanted: number): string {
  const measured = formatMeasured(value);
  const aim = formatMeasured(target.value);
  if (isWithin(value, target)) {
    return `${measured} is within ${formatPercent(target.tolerance, 1)} of the target ${aim}: no change`;
  }
  return `ceil(${formatNumber(current)} × ${measured} / ${aim}) = ${formatMeasured(wanted)}`;
}

function describeHighest(highest: number, stabilized: number, lasted: string): string {
  return `the highest of the last ${lasted}${highest === stabilized ? '' : ` is ${formatMeasured(highest)}`}`;
}

function describeBand(band: Band, replicas: number): string {
  const { min, max } = band;
  const inside = clamp(replicas, band);
  return `band ${formatNumber(min)} to ${formatNumber(max)}${inside === replicas ? '' : ` gives ${formatNumber(inside)}`}`;
}

/** `; 8 for now: policy.maxReplicaFactor 2 allows no more in one apply`. */
function describeStep(replicas: number, inBand: number, maxFactor: number | null): string {
  if (replicas === inBand) return '';
  const most = replicas < inBand ? 'more' : 'fewer';
  return `; ${formatNumber(replicas)} for now: policy.maxReplicaFactor ${maxFactor} allows no ${most} in one apply`;
}
