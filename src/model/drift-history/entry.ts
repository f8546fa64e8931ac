import type { FieldPath } from '../field/field.ts';

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

export const HISTORY_STATES = ['in-sync', 'drifted', 'incomplete'] as const;

/** `incomplete`: something could not be read, or the command failed before it read anything. */
export type HistoryState = (typeof HISTORY_STATES)[number];

/** What a drift report found. A pipe of the configuration that is in neither list was in sync. */
export interface DriftDetails {
  /** Ordered by name; the fields in the order of the field table. */
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
  readonly state: HistoryState;
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
