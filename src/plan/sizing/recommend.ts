import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { type Band, type DesiredPipe, isBand } from '../../model/fleet.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import { formatMeasured, formatNumber, formatPercent } from '../../model/number.ts';
import type { Recommendation, ReplicaTarget, TargetHistory } from '../../model/recommendation.ts';
import { formatDuration } from '../../model/units.ts';
import { knownScaling } from '../diff/diff-scaling.ts';
import { reachOf } from '../policy/policy.ts';

/** What the targets of bands are measured by: the history of each check, by its name. */
export type TargetHistories = ReadonlyMap<string, TargetHistory>;

export interface RecommendOptions {
  readonly histories: TargetHistories;
  /** By how much one apply may multiply or divide replicas; null when no policy says. */
  readonly maxFactor: number | null;
}

/** What the target of the pipe's replicas asks for; null without `--recommend`, or without a target. */
export function recommendPipe(
  { scaling: { replicas } }: DesiredPipe,
  live: LivePipe,
  options: RecommendOptions | null,
): Recommendation | null {
  if (options === null || replicas?.target === undefined || !isBand(replicas.value)) return null;
  const { target } = replicas;
  const history = options.histories.get(target.check) ?? { ok: false, reason: `${target.check} was not asked` };
  return recommendReplicas(knownScaling(live, 'replicas'), replicas.value, target, history, options.maxFactor);
}

/** Warns when nothing can be recommended, so that replicas that stay do not look like the right number of replicas. */
export function warnOfTarget(desired: DesiredPipe, recommendation: Recommendation | null): readonly Diagnostic[] {
  if (recommendation === null || recommendation.replicas !== null) return [];
  const { check, verdict, reason: detail } = recommendation;
  const isAsked = verdict !== 'error';
  const code = isAsked ? 'target-without-data' : 'target-not-asked';
  const what = isAsked ? 'does not say' : 'could not be asked';
  const summary = `${check} ${what} how many replicas pipe ${desired.name} needs; its target changes nothing.`;
  const hint = isAsked
    ? `See \`pipeform series ${check}\` for what it measures, and plan again when it has data.`
    : 'Plan again when the observability API answers.';
  return [diagnose('warning', { code, summary, detail, hint }, desired.scaling.replicas?.location)];
}

/** What the division of binary fractions may be off by: 3.0000000001 replicas are 3, and 1.1000000000000001 is 10% more. */
const ROUNDING = 1e-9;

type Points = Extract<TargetHistory, { readonly ok: true }>['points'];

/**
 * The replicas that a series asks for, by the algorithm of the Kubernetes horizontal pod autoscaler (its documentation,
 * "Algorithm details" and "Stabilization window"): `ceil(current × value / target)`, no change while the ratio is within the
 * tolerance of 1. Up goes by the newest value at once; down goes to the highest that the stabilization time asked for, and
 * never above `current`. What comes of it is kept inside the band.
 *
 * Nothing is made of missing data. Without a newest value, live replicas or an answer there are no `replicas`. Going down
 * needs every value of the stabilization time too, since nobody knows what a gap asked for; `history` must reach back that
 * far. Past values are taken with the replicas of now, as those of then are not known.
 *
 * `maxFactor`, or null, is the policy's limit to what one apply may do to `current`; the rest is left to later ones.
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
  const nothing = (reason: string, about: Partial<Recommendation> = {}) => ({ ...blank, ...about, reason });
  if (!history.ok) return nothing(history.reason, { verdict: 'error' });
  if (current === null || current < 1) return nothing('the live replicas are not shown');
  if (value === null) return nothing(`${target.check} has no value for the whole of its newest window`);
  const wanted = countReplicas(current, value, target);
  const measured = formatMeasured(value);
  if (wanted === null) return nothing(`no replicas follow from ${measured}, the newest value of ${target.check}`);

  const sum = formatArithmetic(current, value, target, wanted);
  const lasted = formatDuration(target.stabilizationMs);
  const goesDown = wanted < current && clamp(wanted, band) < current;
  const highest = goesDown ? findHighest(points, current, target) : wanted;
  if (highest === null)
    return nothing(`${sum}, but ${target.check} is not known for all of the last ${lasted}`, { wanted });
  const stabilized = Math.min(highest, Math.max(current, wanted));
  const asked = clamp(stabilized, band);
  const step = maxFactor === null ? asked : clamp(asked, reachOf(current, maxFactor));
  // Where no step of that size ends in the band, policy refuses what is asked, as it does without a target.
  const replicas = clamp(step, band) === step ? step : asked;
  const held =
    stabilized === wanted ? '' : `; ${formatNumber(stabilized)} held: ${describeHighest(highest, stabilized, lasted)}`;
  return {
    ...blank,
    verdict: replicas === current ? 'hold' : 'scale',
    wanted,
    stabilized,
    replicas,
    reason: `${sum}${held}; ${describeBand(band, stabilized)}${describeStep(replicas, asked, maxFactor)}`,
  };
}

/** What one value asks for; null when no number of replicas follows from it: it is negative, or beyond all numbers. */
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

/** The highest that the stabilization time asked for; null when a value of it is missing. */
function findHighest(points: Points, current: number, target: ReplicaTarget): number | null {
  const newestMs = points.at(-1)?.atMs ?? 0;
  const sinceMs = newestMs - target.stabilizationMs;
  if (!reachesBack(points, sinceMs)) return null;
  let highest = 0;
  for (const point of points) {
    if (point.atMs <= sinceMs && point.atMs < newestMs) continue;
    const value = finite(point.value);
    const asked = value === null ? null : countReplicas(current, value, target);
    if (asked === null) return null;
    highest = Math.max(highest, asked);
  }
  return highest;
}

/** Whether there is a point for all of the time since: the first one is no more than a step after its beginning. */
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
  const [measured, aim] = [formatMeasured(value), formatMeasured(target.value)];
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
function describeStep(replicas: number, asked: number, maxFactor: number | null): string {
  if (replicas === asked) return '';
  const most = replicas < asked ? 'more' : 'fewer';
  return `; ${formatNumber(replicas)} for now: policy.maxReplicaFactor ${maxFactor} allows no ${most} in one apply`;
}
