import type { WriteResult } from './client.ts';
import type { JsonObject } from './json/json.ts';
import type { PlannedRequest } from './plan.ts';
import type { RequestRecord, Run, RunPipe, RunSummary, RunTrigger } from './run.ts';

/** The format that this version reads and writes. */
export const JOURNAL_VERSION = 1;

/** `at` is in UTC, as `2026-11-20T10:00:00.000Z`. */
interface JournalLine<Type extends string> {
  readonly type: Type;
  readonly at: string;
}

/** The first line: what the run is about to do. On disk before the first request. */
export interface HeadEntry
  extends JournalLine<'run'>,
    Pick<
      Run,
      'id' | 'tool' | 'environment' | 'project' | 'api' | 'base' | 'scope' | 'rollsBack' | 'overrides' | 'diagnostics'
    >,
    RunTrigger {
  readonly formatVersion: typeof JOURNAL_VERSION;
  /** The number of unchanged pipes, which `pipes` omits. */
  readonly unchanged: number;
  /** Their result if the run stopped here: pipes to update are `skipped`. Ordered by name. */
  readonly pipes: readonly RunPipe[];
}

/** The entry is on disk before each attempt of a write. */
export interface IntentEntry extends JournalLine<'intent'>, PlannedRequest {
  readonly pipe: string;
  readonly purpose: RequestRecord['purpose'];
  /** The live values that the request replaces; null is unset or not shown. */
  readonly before: JsonObject;
}

/** The result of the latest intent of the pipe. On disk before the next write of the pipe is sent. */
export interface OutcomeEntry extends JournalLine<'outcome'> {
  readonly pipe: string;
  readonly method: PlannedRequest['method'];
  readonly outcome: WriteResult['outcome'];
  /** HTTP status; null without a response. */
  readonly status: number | null;
  readonly requestId: string | null;
}

/** The result of a pipe so far; a later line replaces an earlier one. */
export interface PipeEntry extends JournalLine<'pipe'>, Pick<RunPipe, 'status' | 'requests' | 'diagnostics'> {
  readonly pipe: string;
}

/** The results of the run besides its pipes, before the last line. */
export interface ResultEntry extends JournalLine<'result'>, Pick<Run, 'rollout' | 'checks' | 'diagnostics'> {}

/** `unfinished`: the run was killed, or its journal could not be completed. */
export type JournalStatus = 'finished' | 'failed' | 'interrupted' | 'unfinished';

/** The last line of a completed run. It is short, since a list of runs reads the ends of journals only. */
export interface EndEntry
  extends JournalLine<'end'>,
    Pick<Run, 'id' | 'startedAt' | 'interrupted' | 'rollsBack' | 'summary' | 'environment' | 'commit' | 'author'> {
  readonly status: Exclude<JournalStatus, 'unfinished'>;
  /** SHA-256 of all earlier lines, which reveals damage. The journal adds it. */
  readonly digest?: string;
}

/** What a later run found for a pipe with an open outcome. `updated`: the later run updated and confirmed the pipe. */
export type Finding = 'written' | 'not-written' | 'partly-written' | 'other' | 'updated';

/** Added by a later run that read every pipe with an open outcome: the run is no longer reported as unfinished. */
export interface SettledEntry extends JournalLine<'settled'> {
  /** The id of the later run. */
  readonly by: string;
  readonly pipes: readonly { readonly pipe: string; readonly found: Finding }[];
}

/** Added by `pipeform runs forget`, which does not read the pipes. */
export interface ForgottenEntry extends JournalLine<'forgotten'> {
  /** Names of the pipes with an open outcome. */
  readonly pipes: readonly string[];
}

/** One line of `.pipeform/runs/ID.jsonl`, as JSON. */
export type JournalEntry =
  | HeadEntry
  | IntentEntry
  | OutcomeEntry
  | PipeEntry
  | ResultEntry
  | EndEntry
  | SettledEntry
  | ForgottenEntry;

export const JOURNAL_FAILURE_CODES = ['journal-failed', 'journal-lost', 'lock-lost'] as const;

/** Why a run must not send more requests. `journal-lost`: its journal was removed, replaced or shortened. */
export interface JournalFailure {
  readonly code: (typeof JOURNAL_FAILURE_CODES)[number];
  /** What happened to which file. */
  readonly detail: string;
}

/** One journaled run, as `runs --format json` lists it (schema/runs.schema.json). */
export interface RunListing {
  readonly id: string;
  readonly startedAt: string;
  /** null for a run that was killed or is running. */
  readonly finishedAt: string | null;
  /** null without an end. */
  readonly durationMs: number | null;
  readonly status: JournalStatus;
  readonly environment: string | null;
  /** null for a run outside of git. */
  readonly commit: string | null;
  /** null for a run outside of CI. */
  readonly author: string | null;
  /** Pipes by outcome. */
  readonly counts: Omit<RunSummary, 'total' | 'requests'>;
  /** The run that it rolled back, or null. */
  readonly rollsBack: string | null;
  /** Whether it is running now; its status is `unfinished` until it ends. */
  readonly running: boolean;
}

export interface RunsDocument {
  readonly kind: 'runs';
  readonly formatVersion: 1;
  /** Newest first. */
  readonly runs: readonly RunListing[];
}
