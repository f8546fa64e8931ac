import type { Location } from './location.ts';
import { formatExactly, formatMeasured, withUnit } from './number.ts';
import type { Granularity, SeriesSpec } from './observability/reader.ts';

export const REDUCTIONS = ['min', 'max', 'avg', 'sum', 'last'] as const;

/** How the complete buckets of a window become one value (`reduce`). */
export type Reduction = (typeof REDUCTIONS)[number];

export const COMPARATORS = ['<', '<=', '>', '>=', '==', '!='] as const;

/** How a value is compared with the limit of a condition. */
export type Comparator = (typeof COMPARATORS)[number];

/** What a value must be for a check to pass, such as `< 10000`. */
export interface Condition {
  readonly comparator: Comparator;
  readonly value: number;
}

const COMPARE: Readonly<Record<Comparator, (value: number, bound: number) => boolean>> = {
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
  '==': (value, bound) => value === bound,
  '!=': (value, bound) => value !== bound,
};

export function meets(value: number, { comparator, value: bound }: Condition): boolean {
  return COMPARE[comparator](value, bound);
}

/** `< 10,000`, `< 10,000 messages` */
export function formatCondition({ comparator, value }: Condition, unit: string | null = null): string {
  return `${comparator} ${withUnit(formatExactly(value), unit)}`;
}

/** `12,400`, `0.333333`: rounded, unless the rounded value would change whether the condition is met. */
export function formatValue(value: number, condition: Condition | null): string {
  const rounded = formatMeasured(value === 0 ? 0 : value);
  if (condition === null) return rounded;
  const isTrue = meets(Number(rounded.replaceAll(',', '')), condition) === meets(value, condition);
  return isTrue ? rounded : formatExactly(value);
}

/** A health check on a series: the reduced value of its window must meet the condition. */
export interface SeriesCheck {
  readonly kind: 'series';
  readonly name: string;
  readonly series: SeriesSpec;
  readonly windowMs: number;
  readonly granularity: Granularity;
  readonly reduce: Reduction;
  readonly pass: Condition;
  /** The value of a window without one, if the query succeeded; null: there is none, so it is no data. */
  readonly absent: number | null;
  /** The unit of the values, as configured; null without one. */
  readonly unit: string | null;
  readonly location: Location;
}

/** The declared definition of an alert; null keys are not declared. */
export interface AlertDefinition {
  readonly threshold: number | null;
  /** The upper end of `between` and `not_between`. */
  readonly thresholdMax: number | null;
  readonly thresholdType: string | null;
  readonly interval: string | null;
}

/** A health check on an alert: its state must be `state`, and its data must be fresh. */
export interface AlertCheck {
  readonly kind: 'alert';
  readonly name: string;
  readonly alert: string;
  readonly state: string;
  readonly definition: AlertDefinition | null;
  readonly location: Location;
}

/** A health check of the configuration. */
export type Check = SeriesCheck | AlertCheck;

/** Whether `plan` and `drift` compare the check with the live alert. */
export function declaresDefinition(check: Check): check is AlertCheck {
  return check.kind === 'alert' && check.definition !== null;
}

export const VERDICTS = ['pass', 'fail', 'no-data', 'error'] as const;

/** `no-data`: no rows, only nulls, or a stale or silenced alert. `error`: the request failed. Only `pass` passes. */
export type Verdict = (typeof VERDICTS)[number];

/** One group of a grouped series. */
export interface GroupResult {
  /** The values of the `groupBy` columns. */
  readonly group: readonly string[];
  readonly verdict: Verdict;
  readonly value: number | null;
  readonly samples: number;
  /** End of the newest bucket with a value, ISO 8601 in UTC; null without one. */
  readonly newest: string | null;
}

/** One evaluation of a check. */
export interface CheckResult {
  readonly name: string;
  readonly verdict: Verdict;
  /** The reduced value of a series (of the deciding group), the state of an alert, or null. */
  readonly value: number | string | null;
  /** The reason of the verdict: a clause without a full stop. Text of the service is not escaped. */
  readonly reason: string;
  /** Evaluated buckets with a value, over all groups; 0 for an alert. */
  readonly samples: number;
  /** End of the newest bucket with a value (the earliest of all groups), or time of the alert's evaluation; null if none. */
  readonly newest: string | null;
  /** The groups are in the service's order; empty when the series is not grouped. */
  readonly groups: readonly GroupResult[];
  /** Time of the evaluation by the service's clock, ISO 8601 in UTC. */
  readonly asOf: string;
}

/** A value of an alert's definition that differs. `before` is live, `after` is declared. */
export interface DefinitionChange {
  readonly path: keyof AlertDefinition;
  readonly before: number | string | null;
  readonly after: number | string;
}

/** An alert with a declared definition, as `plan` and `drift` report it. Pipeform never updates alerts. */
export interface CheckFinding {
  readonly name: string;
  readonly alert: string;
  /** `error`: the alert could not be read. */
  readonly status: 'in-sync' | 'drifted' | 'error';
  readonly changes: readonly DefinitionChange[];
  /** Why the alert could not be read, or null. */
  readonly reason: string | null;
  readonly location: Location;
}
