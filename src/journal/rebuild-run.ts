import { notSent } from '../apply/update/leave-pipe.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import type {
  EndEntry,
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
import { type RequestRecord, type Run, type RunPipe, summarizeRun } from '../model/run.ts';
import { adviseOn, type CutIn, FINDING_WORDS, sayCutOff } from './unfinished-words.ts';

/** What a journal holds. */
export interface JournaledRun {
  readonly status: JournalStatus;
  /** As the run itself told it at its end; of one that was cut off, what can be told from its lines. */
  readonly run: Run;
  /** Of a run that was cut off: the names of the pipes that were written to, or may have been, with no read to confirm it. */
  readonly open: readonly string[];
  /** Of a run that was cut off: what it was about then. */
  readonly cutIn: CutIn;
  /** Whether a later run has read what was left open, or a person said that it does not matter. */
  readonly isSettled: boolean;
}

/**
 * The run that a journal tells of: `head` is its first line, `entries` the others in order. Nothing is guessed: a write of
 * which no outcome was noted may have arrived, one that was accepted and not confirmed by a read is not known to have taken
 * effect, and what has no intent was not sent.
 */
export function rebuildRun(head: HeadEntry, entries: readonly JournalEntry[]): JournaledRun {
  const end = entries.find((entry): entry is EndEntry => entry.type === 'end');
  const result = entries.findLast((entry): entry is ResultEntry => entry.type === 'result');
  const settled = entries.findLast(isSettling);
  const told = gather(entries);
  const pipes = head.pipes.map((pipe) => rebuildPipe(pipe, told.get(pipe.name) ?? { open: [], done: null }));
  const open = pipes.filter(({ status }) => status === 'unknown').map(({ name }) => name);
  const isRestoring = entries.some((entry) => entry.type === 'intent' && entry.purpose === 'rollback');
  const cutIn = isRestoring ? 'rollback' : 'update';
  const summary = summarizeRun(pipes);
  const run: Run = {
    kind: 'run',
    formatVersion: 1,
    id: head.id,
    startedAt: head.at,
    finishedAt: end?.at ?? lastAt(head, entries),
    tool: head.tool,
    environment: head.environment,
    api: head.api,
    base: head.base,
    scope: head.scope,
    interrupted: end?.interrupted ?? null,
    rollsBack: head.rollsBack,
    summary: end?.summary ?? {
      ...summary,
      total: summary.total + head.unchanged,
      unchanged: summary.unchanged + head.unchanged,
    },
    pipes,
    rollout: result?.rollout ?? null,
    checks: result?.checks ?? [],
    diagnostics: [
      ...(result?.diagnostics ?? head.diagnostics),
      ...(end === undefined ? [cutOff(head, cutIn, settled)] : []),
    ],
  };
  return {
    status: end?.status ?? 'unfinished',
    run,
    open: end === undefined ? open : [],
    cutIn,
    isSettled: settled !== undefined,
  };
}

/** Whether a line ends what is told of a run that was cut off. */
function isSettling(entry: JournalEntry): entry is SettledEntry | ForgottenEntry {
  return entry.type === 'settled' || entry.type === 'forgotten';
}

/** The last sign of life of the run itself: what was added to its journal later is none. */
function lastAt(head: HeadEntry, entries: readonly JournalEntry[]): string {
  return entries.findLast((entry) => !isSettling(entry))?.at ?? head.at;
}

interface Told {
  /** The last word on the pipe, or null when the run never came to one. */
  readonly done: PipeEntry | null;
  /** What was intended since then, with what came back. */
  readonly open: readonly Sending[];
}

interface Sending {
  readonly intent: IntentEntry;
  readonly outcome: OutcomeEntry | null;
}

function gather(entries: readonly JournalEntry[]): ReadonlyMap<string, Told> {
  const told = new Map<string, Told>();
  for (const entry of entries) {
    if (entry.type !== 'intent' && entry.type !== 'outcome' && entry.type !== 'pipe') continue;
    const before = told.get(entry.pipe) ?? { done: null, open: [] };
    told.set(entry.pipe, follow(before, entry));
  }
  return told;
}

function follow({ done, open }: Told, entry: IntentEntry | OutcomeEntry | PipeEntry): Told {
  switch (entry.type) {
    case 'pipe':
      return { done: entry, open: [] };
    case 'intent':
      return { done, open: [...open, { intent: entry, outcome: null }] };
    case 'outcome': {
      const sending = open.findLast(({ intent, outcome }) => outcome === null && intent.method === entry.method);
      return { done, open: open.map((one) => (one === sending ? { ...one, outcome: entry } : one)) };
    }
  }
}

function rebuildPipe(planned: RunPipe, { done, open }: Told): RunPipe {
  const known: RunPipe =
    done === null
      ? planned
      : { ...planned, status: done.status, requests: done.requests, diagnostics: done.diagnostics };
  if (open.length === 0) return known;
  const sent = joinSendings(open);
  const isRestoring = open.some(({ intent }) => intent.purpose === 'rollback');
  const untouched =
    done === null ? planned.requests.filter(({ method }) => !sent.some((one) => one.method === method)) : [];
  const requests = [...(done?.requests ?? []), ...sent, ...notSent(untouched)];
  const mayHaveChanged = sent.some(({ outcome }) => outcome !== 'rejected');
  const status = mayHaveChanged ? 'unknown' : done === null ? 'failed' : known.status;
  const detail = sent.map((record) => `${record.method} ${record.path}: ${OUTCOME_WORDS[record.outcome]}`).join('\n');
  const about = {
    summary: sayCut(planned.name, isRestoring, mayHaveChanged),
    detail,
    hint: 'Run plan: it shows what is live now.',
  };
  const notes = known.diagnostics.filter(({ code }) => code !== 'unfinished-run');
  const code = mayHaveChanged ? 'write-unknown' : 'unfinished-run';
  return {
    ...known,
    status,
    requests,
    diagnostics: [...notes, diagnose('error', { code, ...about }, planned.location)],
  };
}

function sayCut(name: string, isRestoring: boolean, mayHaveChanged: boolean): string {
  if (!mayHaveChanged) return `Pipe ${name}: what was sent last was refused, and the run was cut off there.`;
  return isRestoring
    ? `Pipe ${name}: the run was cut off while it put back what it wrote; what the pipe has now is not known.`
    : `Pipe ${name}: the run was cut off before a read confirmed what it sent; whether it took effect is not known.`;
}

const OUTCOME_WORDS: Readonly<Record<RequestRecord['outcome'], string>> = {
  accepted: 'accepted, and not confirmed by a read',
  found: 'shown by a read',
  rejected: 'refused',
  unknown: 'sent, or about to be, and no answer was noted',
  'not-sent': 'not sent',
};

/** One record for each method: the same write may have been sent several times. */
function joinSendings(sendings: readonly Sending[]): readonly RequestRecord[] {
  const methods = [...new Set(sendings.map(({ intent }) => intent.method))];
  return methods.flatMap((wanted) => {
    const own = sendings.filter(({ intent }) => intent.method === wanted);
    const [first] = own;
    const last = own.at(-1);
    if (first === undefined || last === undefined) return [];
    const { method, path, body, purpose } = first.intent;
    return {
      method,
      path,
      body,
      purpose,
      outcome: judgeSendings(own),
      httpStatus: last.outcome?.status ?? null,
      attempts: own.length,
      requestId: last.outcome?.requestId ?? null,
      durationMs: Math.max(0, Date.parse(last.outcome?.at ?? last.intent.at) - Date.parse(first.intent.at)),
    };
  });
}

function judgeSendings(sendings: readonly Sending[]): RequestRecord['outcome'] {
  const outcomes = sendings.map(({ outcome }) => outcome?.outcome ?? 'lost');
  if (outcomes.at(-1) === 'accepted') return 'accepted';
  return outcomes.includes('lost') ? 'unknown' : 'rejected';
}

/** That the run was cut off, and what has come of it since. */
function cutOff(head: HeadEntry, cutIn: CutIn, settled: SettledEntry | ForgottenEntry | undefined): Diagnostic {
  return diagnose('warning', {
    code: 'unfinished-run',
    summary: sayCutOff(head.id, cutIn),
    detail: settled === undefined ? null : describeSettling(settled),
    hint: adviseOn(head, cutIn),
  });
}

function describeSettling(entry: SettledEntry | ForgottenEntry): string {
  if (entry.type === 'forgotten') {
    return `Forgotten since with \`pipeform runs forget\`. Nobody has read what these pipes have: ${entry.pipes.join(', ')}.`;
  }
  const found = entry.pipes.map((one) => `${one.pipe}: ${FINDING_WORDS[one.found]}`);
  return [`Run ${entry.by} has looked at it since.`, ...found].join('\n');
}
