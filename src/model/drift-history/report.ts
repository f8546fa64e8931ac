import type { FieldPath } from '../field/field.ts';

/** What ended a drift: an update by apply or rollback, or neither (`itself`). */
export const REPAIRERS = ['apply', 'rollback', 'itself'] as const;

export type Repairer = (typeof REPAIRERS)[number];

/**
 * One drift of a pipe: from the first check that saw it to the first apply or rollback that changed the pipe, or else the first
 * check that found it in sync. Times are ISO 8601 in UTC.
 */
export interface DriftPeriod {
  /** May be before the span of the report. */
  readonly from: string;
  /** null while it is open. */
  readonly until: string | null;
  /** null while it is open. */
  readonly repairedBy: Repairer | null;
  /** Every field that differed in it, ordered. */
  readonly fields: readonly FieldPath[];
}

/** A pipe that drifted. */
export interface DriftedPipe {
  readonly name: string;
  readonly environment: string | null;
  readonly drifts: number;
  /** Within the span. */
  readonly timeDriftedMs: number;
  /** The oldest first. */
  readonly periods: readonly DriftPeriod[];
}

/** The document of `pipeform history` (`schema/history.schema.json`). */
export interface HistoryReport {
  readonly kind: 'history';
  readonly formatVersion: 1;
  /** The time that the entries cover, within the span that was asked for; null without an entry in it. */
  readonly from: string | null;
  readonly until: string | null;
  /** The environments with an entry or an open drift in the span, ordered; null is none. */
  readonly environments: readonly (string | null)[];
  readonly checks: number;
  /** Checks that could not read everything. `inSyncShare` does not count them. */
  readonly incompleteChecks: number;
  /** 0 to 1; null without a complete check. */
  readonly inSyncShare: number | null;
  readonly drifts: number;
  /** Drifts that nothing has ended; they are no repairs. */
  readonly openDrifts: number;
  readonly repairs: number;
  readonly repairedBy: Readonly<Record<Repairer, number>>;
  /** null without a repair. */
  readonly meanTimeToRepairMs: number | null;
  readonly medianTimeToRepairMs: number | null;
  /** Those with most drifts first, then those that drifted longest. */
  readonly pipes: readonly DriftedPipe[];
  /** Those with most drifts first. */
  readonly fields: readonly { readonly path: FieldPath; readonly drifts: number }[];
}
