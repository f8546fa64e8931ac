import { notSent } from '../apply/update/skip-pipe.ts';
import { diagnose } from '../model/diagnostic.ts';
import { DIAGNOSTICS } from '../model/diagnostic-codes.ts';
import { groupBy } from '../model/group-by.ts';
import type {
  EndEntry,
  Finding,
  ForgottenEntry,
  HeadEntry,
  IntentEntry,
  JournalEntry,
  JournalStatus,
  OutcomeEntry,
  PipeEntry,
  ResultEntry,
  SettledEntry,
} from '../model/journal.ts';
import { buildRun, type RequestRecord, type Run, type RunPipe, summarizeRun } from '../model/run.ts';

/** What an unfinished run did last. */
type UnfinishedPhase = 'update' | 'rollback';

export interface JournaledRun {
  readonly status: JournalStatus;
  /** The run is as reported at its end, or rebuilt from the lines of an unfinished run. */
  readonly run: Run;
  /** The pipes that an unfinished run wrote to, or may have, without a read that confirmed it. */
  readonly open: readonly string[];
  readonly phase: UnfinishedPhase;
  /** Whether a later run has read the open pipes, or `runs forget` was used. */
  readonly isSettled: boolean;
}

/**
 * Rebuilds the run from the first line of its journal and the other lines in order. A write without a recorded outcome may have
 * arrived, an accepted write without a confirming read may not have taken effect, and a write without an intent was not sent.
 */
export function rebuildRun(head: HeadEntry, entries: readonly JournalEntry[]): JournaledRun {
  const end = entries.find((entry): entry is EndEntry => entry.type === 'end');
  const result = entries.findLast((entry): entry is ResultEntry => entry.type === 'result');
  const settled = entries.findLast(isSettling);
  const lines = groupBy(entries.filter(isAboutPipe), ({ pipe }) => pipe);
  const pipes = head.pipes.map((pipe) => rebuildPipe(pipe, lines.get(pipe.name) ?? []));
  const open = pipes.filter(({ status }) => status === 'unknown').map(({ name }) => name);
  const isRestoring = entries.some((entry) => entry.type === 'intent' && entry.purpose === 'rollback');
  const phase = isRestoring || head.rollsBack !== null ? 'rollback' : 'update';
  const summary = summarizeRun(pipes);
  const { total, unchanged } = summary;
  const detail = settled === undefined ? null : describeSettling(settled);
  const next = settled === undefined ? 'rerun' : 'settled';
  const unfinished = diagnose('warning', { code: 'unfinished-run', ...describeUnfinished(head, phase, next), detail });
  // Lines that a later run added do not belong to this run.
  const last = entries.findLast((entry) => !isSettling(entry)) ?? head;
  const run = buildRun(head, {
    startedAt: head.at,
    finishedAt: end?.at ?? last.at,
    interrupted: end?.interrupted ?? null,
    summary: end?.summary ?? { ...summary, total: total + head.unchanged, unchanged: unchanged + head.unchanged },
    pipes,
    rollout: result?.rollout ?? null,
    checks: result?.checks ?? [],
    diagnostics: [...(result?.diagnostics ?? head.diagnostics), ...(end === undefined ? [unfinished] : [])],
  });
  const isSettled = settled !== undefined;
  return { status: end?.status ?? 'unfinished', run, open: end === undefined ? open : [], phase, isSettled };
}

/** Whether a later run added the entry. */
export function isSettling(entry: JournalEntry | undefined): entry is SettledEntry | ForgottenEntry {
  return entry?.type === 'settled' || entry?.type === 'forgotten';
}

type WriteLine = IntentEntry | OutcomeEntry;
type PipeLine = WriteLine | PipeEntry;

function isAboutPipe(entry: JournalEntry): entry is PipeLine {
  return entry.type === 'intent' || entry.type === 'outcome' || entry.type === 'pipe';
}

function rebuildPipe(planned: RunPipe, lines: readonly PipeLine[]): RunPipe {
  const done = lines.findLast((line): line is PipeEntry => line.type === 'pipe');
  const { status, requests, diagnostics } = done ?? planned;
  const since = done === undefined ? lines : lines.slice(lines.lastIndexOf(done) + 1);
  const sent = rebuildRequests(since.filter((line) => line.type !== 'pipe'));
  if (sent.length === 0) return { ...planned, status, requests, diagnostics };
  const mayHaveChanged = sent.some(({ outcome }) => outcome !== 'rejected');
  const unsent =
    done === undefined ? planned.requests.filter(({ method }) => !sent.some((one) => one.method === method)) : [];
  const notes = diagnostics.filter(({ code }) => code !== 'unfinished-run');
  const code = mayHaveChanged ? 'write-unknown' : 'unfinished-run';
  const summary = `Pipe ${planned.name}: ${describeUnfinishedWrite(sent, mayHaveChanged)}.`;
  const detail = sent.map(({ method, path, outcome }) => `${method} ${path}: ${OUTCOMES[outcome]}`).join('\n');
  const hint = DIAGNOSTICS['write-unknown'].cure;
  const problem = diagnose('error', { code, summary, detail, hint }, planned.location);
  return {
    ...planned,
    status: mayHaveChanged ? 'unknown' : done === undefined ? 'failed' : status,
    requests: [...(done?.requests ?? []), ...sent, ...notSent(unsent)],
    diagnostics: [...notes, problem],
  };
}

function describeUnfinishedWrite(sent: readonly RequestRecord[], mayHaveChanged: boolean): string {
  if (!mayHaveChanged) return 'the last request was rejected, and the run did not finish';
  return sent.some(({ purpose }) => purpose === 'rollback')
    ? 'the run did not finish restoring earlier values; the current values are unknown'
    : 'the run did not finish, and no read confirmed its write; whether it took effect is unknown';
}

const OUTCOMES: Readonly<Record<RequestRecord['outcome'], string>> = {
  accepted: 'accepted, but not confirmed by a read',
  found: 'confirmed only by a read',
  rejected: 'rejected',
  unknown: 'sent, or about to be sent; no response was recorded',
  'not-sent': 'not sent',
};

/** One record per method: a write may have been sent several times. An intent without an outcome may have arrived. */
function rebuildRequests(lines: readonly WriteLine[]): readonly RequestRecord[] {
  return [...groupBy(lines, ({ method }) => method).values()].flatMap((ofMethod) => {
    const intents = ofMethod.filter((line) => line.type === 'intent');
    const outcomes = ofMethod.filter((line) => line.type === 'outcome');
    const [first] = intents;
    const last = ofMethod.at(-1);
    if (first === undefined || last === undefined) return [];
    const { method, path, body, purpose, at } = first;
    const {
      outcome: lastOutcome = null,
      status: httpStatus = null,
      requestId = null,
    } = last.type === 'outcome' ? last : {};
    const isLost = outcomes.length < intents.length || outcomes.some(({ outcome }) => outcome === 'lost');
    const outcome = lastOutcome === 'accepted' ? 'accepted' : isLost ? 'unknown' : 'rejected';
    const durationMs = Math.max(0, Date.parse(last.at) - Date.parse(at));
    return [{ method, path, body, purpose, outcome, httpStatus, attempts: intents.length, requestId, durationMs }];
  });
}

/**
 * What is known of a pipe that a run left open. `not-configured`: not read, since it left the configuration. `hidden`: its
 * current values are not available yet.
 */
export type OpenOutcome = Finding | 'unread' | 'not-configured' | 'hidden';

const FINDINGS: Readonly<Record<OpenOutcome, string>> = {
  updated: 'was updated since',
  written: 'has the values that the run wrote',
  'not-written': 'has the values from before the run',
  'partly-written': 'has some of the values that the run wrote',
  other: 'has values that are neither from the run nor from before it',
  'not-configured': 'is no longer in the configuration, so it was not read',
  unread: 'was not read',
  hidden: 'the current values are not available yet',
};

/** `orders: has the values that the run wrote`. */
export function describeFinding(pipe: string, found: OpenOutcome): string {
  return `${pipe}: ${FINDINGS[found]}`;
}

/** What becomes of the rest of an unfinished run: nothing yet; this apply continues it; or a later run has read its pipes. */
export type Continuation = 'rerun' | 'continued' | 'settled';

const CONTINUATIONS: Readonly<Record<Continuation, string>> = {
  rerun: 'Rerun apply to continue; ',
  continued: 'This apply continues it; ',
  settled: '',
};

export function describeUnfinished(
  { id, environment, rollsBack }: Pick<Run, 'id' | 'environment' | 'rollsBack'>,
  phase: UnfinishedPhase,
  next: Continuation,
) {
  const where = environment === null ? '' : ` -e ${environment}`;
  const back = `\`pipeform rollback ${rollsBack ?? id}${where}\``;
  // After an unfinished rollback, an apply would write the bad values again.
  return phase === 'rollback'
    ? {
        summary: `The run ${id} did not finish restoring earlier values.`,
        hint: `${back} restores the rest; apply would write the configured values again.`,
      }
    : {
        summary: `The run ${id} did not finish.`,
        hint: `${CONTINUATIONS[next]}${back} restores the earlier values.`,
      };
}

function describeSettling(entry: SettledEntry | ForgottenEntry): string {
  if (entry.type === 'forgotten') {
    return `Forgotten since with \`pipeform runs forget\`. These pipes were not read: ${entry.pipes.join(', ')}.`;
  }
  const found = entry.pipes.map((one) => describeFinding(one.pipe, one.found));
  return [`Run ${entry.by} has read these pipes since.`, ...found].join('\n');
}
