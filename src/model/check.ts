import type { Location } from './location.ts';
import type { Granularity, SeriesSpec } from './series.ts';

/** How the whole buckets of a window become one value (config.md, `reduce`). */
export const REDUCTIONS = ['min', 'max', 'avg', 'sum', 'last'] as const;

/** What makes one value of those of a window. */
export type Reduction = (typeof REDUCTIONS)[number];

export const COMPARATORS = ['<', '<=', '>', '>=', '==', '!='] as const;

/** How a value is compared with what it may be. */
export type Comparator = (typeof COMPARATORS)[number];

/** What a value must be for a check to pass, such as `< 10000`. */
export interface Condition {
  readonly comparator: Comparator;
  readonly value: number;
}

/** A health check on a series: what its window reduces to must meet the condition. */
export interface SeriesCheck {
  readonly of: 'series';
  readonly name: string;
  readonly series: SeriesSpec;
  readonly windowMs: number;
  readonly granularity: Granularity;
  readonly reduce: Reduction;
  readonly pass: Condition;
  /** What the values count, as a person wrote it; null when nobody did. */
  readonly unit: string | null;
  readonly location: Location;
}

/** What the definition of an alert must be; a key that is null is not declared. */
export interface AlertDefinition {
  readonly threshold: number | null;
  readonly thresholdType: string | null;
  readonly interval: string | null;
}

/** A health check on an alert: it must be in the state, and trustworthy. */
export interface AlertCheck {
  readonly of: 'alert';
  readonly name: string;
  readonly alert: string;
  readonly state: string;
  readonly definition: AlertDefinition | null;
  readonly location: Location;
}

/** A health check of the configuration, by what it asks of the observability API. */
export type Check = SeriesCheck | AlertCheck;

/** Whether plan and drift look at the check: at an alert whose definition is written down. */
export function declaresDefinition(check: Check): check is AlertCheck {
  return check.of === 'alert' && check.definition !== null;
}

export const VERDICTS = ['pass', 'fail', 'no-data', 'error'] as const;

/** What a check comes to. `no-data` (no rows, only nulls, an alert that is stale or silenced) and `error` (it could not be asked) do not pass. */
export type Verdict = (typeof VERDICTS)[number];

/** One group of a grouped series. */
export interface GroupResult {
  /** The values of `groupBy`, in its order. */
  readonly group: readonly string[];
  readonly verdict: Verdict;
  readonly value: number | null;
  readonly samples: number;
  /** When its newest value ends, ISO 8601 in UTC; null when it has none. */
  readonly newest: string | null;
}

/** One evaluation of a check. */
export interface CheckResult {
  readonly name: string;
  readonly verdict: Verdict;
  /** The reduced value of a series (of several groups the one that decided), the state of an alert, or null. */
  readonly value: number | string | null;
  /** Why the verdict is what it is: a clause without a full stop. Text of the service in it is as it came. */
  readonly reason: string;
  /** Whole buckets with a value that were judged, over all groups; 0 for an alert. */
  readonly samples: number;
  /**
   * How far what was judged reaches, ISO 8601 in UTC: the end of the newest bucket with a value (of several groups the one that
   * reaches least far), or the time of an alert's evaluation; null when there is none.
   */
  readonly newest: string | null;
  /** In the order of the service; empty when the series is not grouped. */
  readonly groups: readonly GroupResult[];
  /** The time that was judged, by the service's clock: ISO 8601 in UTC. */
  readonly asOf: string;
}

/** A declared value of an alert's definition that is otherwise on the service. `before` is live, `after` is declared. */
export interface DefinitionChange {
  readonly path: keyof AlertDefinition;
  readonly before: number | string | null;
  readonly after: number | string;
}

/** What plan and drift report of an alert whose definition is declared. Read-only: no update can mend it. */
export interface CheckFinding {
  /** The check. */
  readonly name: string;
  readonly alert: string;
  /** `error`: the alert could not be read; never in sync. */
  readonly status: 'in-sync' | 'drifted' | 'error';
  readonly changes: readonly DefinitionChange[];
  /** Why the alert could not be read, or null. */
  readonly reason: string | null;
  readonly location: Location;
}
