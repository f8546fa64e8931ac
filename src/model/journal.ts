import type { WriteResult } from './client.ts';
import type { JsonObject } from './json.ts';
import type { PlannedRequest } from './plan.ts';
import type { RequestRecord, Run, RunPipe } from './run.ts';

/** The newest shape of journals that this version writes, and the only one that it reads. */
export const JOURNAL_VERSION = 1;

/** What every line has. `at` is the time in UTC, as `2026-11-20T10:00:00.000Z`. */
interface JournalLine<Type extends string> {
  readonly type: Type;
  readonly at: string;
}

/** First line of a journal: what the run is about to do, and when it started. On disk before anything is sent. */
export interface HeadEntry
  extends JournalLine<'run'>,
    Pick<Run, 'id' | 'tool' | 'environment' | 'api' | 'base' | 'scope' | 'rollsBack' | 'diagnostics'> {
  readonly formatVersion: typeof JOURNAL_VERSION;
  /** How many pipes needed nothing; they are not among `pipes`. */
  readonly unchanged: number;
  /** As they would have ended had the run stopped here: what is to be updated is `skipped`. In order of name. */
  readonly pipes: readonly RunPipe[];
}

/** On disk before a write is sent: once for each time that it is sent. */
export interface IntentEntry extends JournalLine<'intent'>, PlannedRequest {
  readonly pipe: string;
  readonly purpose: RequestRecord['purpose'];
  /** The before-image: what has to be live, as far as the request is about it; null is unset or not shown. */
  readonly before: JsonObject;
}

/** On disk before the run goes on: what came back for the latest intent of the pipe. */
export interface OutcomeEntry extends JournalLine<'outcome'> {
  readonly pipe: string;
  readonly method: PlannedRequest['method'];
  readonly outcome: WriteResult['outcome'];
  /** HTTP status, or null when no answer came. */
  readonly status: number | null;
  readonly requestId: string | null;
}

/** What became of a pipe so far; a later line about the same pipe replaces an earlier one. */
export interface PipeEntry extends JournalLine<'pipe'>, Pick<RunPipe, 'status' | 'requests' | 'diagnostics'> {
  readonly pipe: string;
}

/** What a run says beside its pipes, before the last line. */
export interface ResultEntry extends JournalLine<'result'>, Pick<Run, 'rollout' | 'checks' | 'diagnostics'> {}

/** `finished`: all went as planned. `failed`: something did not. `unfinished`: killed, or its journal could not be ended. */
export type JournalStatus = 'finished' | 'failed' | 'interrupted' | 'unfinished';

/** The last line of a run that came to its end; short, so that a list of runs reads only the ends of journals. */
export interface EndEntry
  extends JournalLine<'end'>,
    Pick<Run, 'id' | 'startedAt' | 'interrupted' | 'rollsBack' | 'summary'> {
  readonly status: Exclude<JournalStatus, 'unfinished'>;
  /** SHA-256 of all lines before this one, which shows damage to them. Added by the journal when it writes the line. */
  readonly digest?: string;
}

/** What a later run found of one pipe whose outcome this run left open; `updated`: it updated the pipe itself, and confirmed it. */
export type Finding = 'written' | 'not-written' | 'partly-written' | 'other' | 'updated';

/** Added by a later run that has read every pipe whose outcome was open: from then on the run is told no more. */
export interface SettledEntry extends JournalLine<'settled'> {
  /** The id of the later run. */
  readonly by: string;
  readonly pipes: readonly { readonly pipe: string; readonly found: Finding }[];
}

/** Added by `pipeform runs forget`: a person said that it does not matter what became of these pipes. They were not read. */
export interface ForgottenEntry extends JournalLine<'forgotten'> {
  /** The names of the pipes that the run left open. */
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

/** The codes of what keeps a run from sending anything more. */
export const JOURNAL_FAILURE_CODES = ['journal-failed', 'journal-lost', 'lock-lost'] as const;

/**
 * Why a run must not send anything more. `journal-failed`: its journal could not be written. `journal-lost`: its journal was removed,
 * replaced or cut short. `lock-lost`: it does not hold the lock of the project any more.
 */
export interface JournalFailure {
  readonly code: (typeof JOURNAL_FAILURE_CODES)[number];
  /** What happened to which file, for a person. */
  readonly detail: string;
}
