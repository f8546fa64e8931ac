import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { DIAGNOSTIC_CODES } from '../model/diagnostic-codes.ts';
import {
  type EndEntry,
  type HeadEntry,
  JOURNAL_VERSION,
  type JournalTrouble,
  type PipeEntry,
  type ResultEntry,
} from '../model/journal.ts';
import { hasClosedGate, type Run, type RunPipe } from '../model/run.ts';
import type { ReviewedPipe } from '../plan/saved/review-pipe.ts';
import type { ReviewedPlan } from '../plan/saved/review-plan.ts';
import { leaveAlone, skipPipe } from './update/leave-pipe.ts';
import type { UpdatePipe } from './update/send-all.ts';

/** What a run is about to do, before anything is sent. What needs nothing is counted only: a fleet is large, a change small. */
export function headEntry(
  plan: ReviewedPlan,
  updates: ReadonlySet<ReviewedPipe>,
  { runId, rollsBack, at }: { readonly runId: string; readonly rollsBack: string | null; readonly at: string },
): HeadEntry {
  const { tool, environment, api, base, scope, diagnostics } = plan;
  const told = plan.pipes.filter(({ status }) => status !== 'unchanged');
  return {
    type: 'run',
    formatVersion: JOURNAL_VERSION,
    at,
    id: runId,
    tool,
    environment,
    api,
    base,
    scope,
    rollsBack,
    unchanged: plan.pipes.length - told.length,
    diagnostics,
    pipes: told.map((pipe) =>
      updates.has(pipe) ? skipPipe(pipe as UpdatePipe, 'unfinished-run', { rollsBack }) : leaveAlone(pipe),
    ),
  };
}

export function pipeEntry({ name, status, requests, diagnostics }: RunPipe, at: string): PipeEntry {
  return { type: 'pipe', at, pipe: name, status, requests, diagnostics };
}

export function resultEntry({ finishedAt, rollout, checks, diagnostics }: Run): ResultEntry {
  return { type: 'result', at: finishedAt, rollout, checks, diagnostics };
}

export function endEntry(run: Run): EndEntry {
  const { finishedAt, id, startedAt, interrupted, rollsBack, summary } = run;
  return { type: 'end', at: finishedAt, id, startedAt, status: judgeRun(run), interrupted, rollsBack, summary };
}

function judgeRun(run: Run): EndEntry['status'] {
  if (run.interrupted !== null) return 'interrupted';
  const { total, applied, unchanged } = run.summary;
  return applied + unchanged === total && !hasClosedGate(run) ? 'finished' : 'failed';
}

export function describeJournalTrouble({ code, detail }: JournalTrouble): Diagnostic {
  return diagnose('error', { code, summary: TROUBLE_SUMMARIES[code], detail, hint: DIAGNOSTIC_CODES[code].cure });
}

const TROUBLE_SUMMARIES: Readonly<Record<JournalTrouble['code'], string>> = {
  'journal-failed': 'The journal of this run could not be written, so nothing more was sent.',
  'journal-lost': 'The journal of this run was removed or changed during the run, so nothing more was sent.',
  'lock-lost': 'This run lost the lock of the project, so nothing more was sent.',
};
