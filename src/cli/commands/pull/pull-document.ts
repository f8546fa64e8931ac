import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { FieldPath } from '../../../model/field.ts';
import type { FileEdit } from '../../../model/file-edit.ts';
import type { Band } from '../../../model/fleet.ts';
import type { JsonValue } from '../../../model/json.ts';
import type { Location } from '../../../model/location.ts';
import type { Origin } from '../../../model/plan.ts';
import { renderFileDiff } from '../../../report/text/file-diff.ts';
import { createStyle } from '../../../report/text/style.ts';

/** Why a live value is not in the configuration. */
export type LeftOutReason = 'not-in-contract' | 'not-for-kind' | 'unreadable' | 'out-of-range';

/** A live value that a new pipe was not given. */
export interface LeftOut {
  readonly path: FieldPath;
  readonly reason: LeftOutReason;
}

/** A difference of a pipe that is in the configuration. */
export interface PulledChange {
  readonly path: FieldPath;
  readonly declared: number | boolean | null | Band;
  readonly live: JsonValue;
  /** null without `--base`. */
  readonly origin: Origin | null;
  /** Whose value the configuration has afterwards; `by-hand` when it cannot be edited and keeps the declared one. */
  readonly side: 'git' | 'live' | 'by-hand';
  /** Where the declared value stands. */
  readonly location: Location;
}

/** A pipe of the pull document. */
export interface PulledPipe {
  /** In the configuration; null for a pipe that is not in it. */
  readonly name: string | null;
  readonly service: string;
  readonly serviceId: string;
  readonly id: string;
  readonly liveName: string | null;
  readonly source: string | null;
  /** `known`: it was to be added and is there already. */
  readonly status: 'added' | 'known' | 'in-sync' | 'differs' | 'error';
  readonly changes: readonly PulledChange[];
  readonly leftOut: readonly LeftOut[];
}

/** What became of a file. */
export interface PulledFile {
  readonly file: string;
  readonly status: 'written' | 'not-written' | 'failed';
  readonly isNew: boolean;
  /** Unified, without colours. */
  readonly diff: string;
}

/** What `pipeform pull --format json` prints. */
export interface PullDocument {
  readonly kind: 'pull';
  readonly formatVersion: 1;
  readonly pipes: readonly PulledPipe[];
  readonly files: readonly PulledFile[];
  readonly diagnostics: readonly Diagnostic[];
}

export function describePull(
  pipes: readonly PulledPipe[],
  files: readonly PulledFile[],
  diagnostics: readonly Diagnostic[],
): PullDocument {
  return { kind: 'pull', formatVersion: 1, pipes, files, diagnostics };
}

export function describeFile(edit: FileEdit, status: PulledFile['status']): PulledFile {
  const diff = renderFileDiff([edit], createStyle('off'));
  return { file: edit.name, status, isNew: edit.before === null, diff };
}
