import type { FieldPath } from './field/field.ts';

/** The format that this version reads and writes. */
export const HISTORY_VERSION = 1;

/** Common to all entries of a history file. */
interface HistoryEntryBase {
  /** Unique: the same entry in several files counts once. */
  readonly id: string;
  /** UTC, as `2026-11-20T10:00:00.000Z`: when the report was made, the run finished (or starts to write) or the message was posted. */
  readonly at: string;
  readonly environment: string | null;
}

/** A pipe and its fields that differ or were changed. */
export interface HistoryPipe {
  readonly name: string;
  readonly fields: readonly FieldPath[];
}

/** What a drift report found. A pipe of the configuration that is in neither list was in sync. */
export interface DriftDetails {
  /** Ordered by name; the fields in the order of the field table. Without fields, the pipe is gone. */
  readonly drifted: readonly HistoryPipe[];
  /** Names of pipes that could not be read, ordered. Whether they differ is unknown. */
  readonly unread: readonly string[];
  /** Names of declared alerts that differ or could not be read, ordered. */
  readonly alerts: readonly string[];
}

/** A drift report of the complete fleet of an environment. */
export interface DriftEntry extends HistoryEntryBase {
  readonly command: 'drift';
  /** How many pipes the report is about. */
  readonly pipes: number;
  /** `incomplete`: something could not be read, or the command failed before it read anything. */
  readonly state: 'in-sync' | 'drifted' | 'incomplete';
  /** null: unknown, since the command failed before it read the pipes, or an earlier line of the file is missing. Never of a check in sync. */
  readonly details: DriftDetails | null;
}

/**
 * An apply or a rollback that ended, also with failures: `id` is the id of the run. Or what a remediation is about to write
 * (`startIdOf`), for when it is killed before that.
 */
export interface RunEntry extends HistoryEntryBase {
  readonly command: 'apply' | 'rollback';
  /** How many pipes the run was about: with `--target`, only those. */
  readonly pipes: number;
  /** Pipes with a confirmed update, ordered by name, and the fields that were written. */
  readonly changed: readonly HistoryPipe[];
  /** Names of other pipes that were written or may have been. Omitted without any. */
  readonly unconfirmed?: readonly string[];
  /** Whether it was `apply --remediate`. */
  readonly remediation: boolean;
}

/** The id of the entry before the first write of a run. */
export function startIdOf(runId: string): string {
  return `${runId}-start`;
}

/** A message that `publish --on transition` posted. */
export interface PublishedEntry extends HistoryEntryBase {
  readonly command: 'publish';
  /** A value of `publish --to`. */
  readonly target: string;
  /** The `id` that the published drift report has as an entry. */
  readonly of: string;
  /** `sha256:` and a hash of the published state and details. */
  readonly fingerprint: string;
}

/** One entry of a history file. */
export type HistoryEntry = DriftEntry | RunEntry | PublishedEntry;

/**
 * One line of a history file, as JSON (`schema/history-line.schema.json`). A drift report whose details are those of an
 * earlier line has the id of that line, `sameAs`; one without known details has neither key.
 */
export type HistoryLine = { readonly formatVersion: typeof HISTORY_VERSION } & (
  | RunEntry
  | PublishedEntry
  | (Omit<DriftEntry, 'details'> & { readonly details?: DriftDetails; readonly sameAs?: string })
);

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
