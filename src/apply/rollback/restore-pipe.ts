import type { PipeResult } from '../../model/client.ts';
import { timestamp } from '../../model/clock.ts';
import { diagnoseCode } from '../../model/diagnose-code.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { type FieldPath, keyOf, sectionOf } from '../../model/field/field.ts';
import { printValue } from '../../model/json/json.ts';
import type { Change } from '../../model/plan.ts';
import type { RequestRecord, RunPipe, RunStatus } from '../../model/run.ts';
import { buildRequests } from '../../plan/build-requests.ts';
import { failureProblem } from '../../plan/describe-failure.ts';
import { findMasked } from '../../plan/diff/carried-settings.ts';
import { diffPipe } from '../../plan/diff/compare-pipe.ts';
import type { RunContext } from '../run-context.ts';
import {
  emitDone,
  emitStart,
  isSamePipe,
  openSession,
  type PipeSession,
  pause,
  readPipe,
} from '../update/pipe-session.ts';
import { endPipe, failInternally, noteEnd } from '../update/skip-pipe.ts';
import { writeAndConfirm } from '../update/write-and-confirm.ts';
import {
  buildRestored,
  isComplete,
  otherPipeProblem,
  reversalProblems,
  reverseChanges,
  showsWritten,
} from './reverse-changes.ts';

/** Attempts while the pipe moves between two reads. */
const MAX_TRIES = 3;

/** Restores what this run wrote to a pipe. Only a second interrupt stops it. Never throws. */
export async function restorePipe(pipe: RunPipe, run: RunContext): Promise<RunPipe> {
  const session = openSession(pipe, run, 'rollback');
  emitStart(session);
  const restored = await restore(pipe, session).catch((error: unknown) =>
    failInternally(
      pipe,
      'unknown',
      `while rolling back pipe ${pipe.name}; its current values are not known`,
      run.ports.reportBug(error),
    ),
  );
  emitDone(session, pipe, restored);
  noteEnd(restored, run.ports.journal, timestamp(run.ports.clock));
  return restored;
}

/**
 * Restores fields that still show what the run wrote, by a regular update: read, not sent if the pipe moved, sent, confirmed by
 * a read. The pipe is `rolled-back` when that read, or the first one, shows that nothing of the write is left. Otherwise the
 * remaining values are reported, and the pipe keeps its status or gets that of the attempt.
 */
async function restore(pipe: RunPipe, session: PipeSession): Promise<RunPipe> {
  const earlier: RequestRecord[] = [];
  const end = (status: RunStatus, found: readonly Diagnostic[], requests: readonly RequestRecord[] = []): RunPipe =>
    endPipe(pipe, status, [...pipe.requests, ...earlier, ...requests], found);
  for (let tries = 1; ; tries++) {
    const read = await readSettled(pipe, session);
    if (!read.ok) {
      const what = 'The pipe could not be read, so it was not rolled back';
      return end(pipe.status, [{ ...failureProblem(what, read.failure, pipe.location), code: 'rollback-incomplete' }]);
    }
    if (!isSamePipe(pipe, read.pipe)) return end(pipe.status, [otherPipeProblem(pipe, read.pipe)]);
    const { writePolicies } = session.run.options;
    const isRescheduled = (path: FieldPath): boolean =>
      sectionOf(path) === 'scaling' && writePolicies.hasWindowEnded(session.target, [keyOf(path)]);
    const reversal = reverseChanges(pipe, read.pipe, { isRescheduled });
    const left = reversalProblems(pipe, reversal);
    const wanted = { ...pipe, ...buildRestored(reversal.restorable) };
    // Its diagnostics are about values that cannot be read, and those are not restorable.
    const { changes, reliedOn } = diffPipe(wanted, read.pipe, session.run.ports.clock.now());
    const isAllBack = isComplete(reversal) && reversal.rescheduled.length === 0;
    if (changes.length === 0) return end(isAllBack ? 'rolled-back' : pipe.status, left);
    const masked = findMasked(pipe, changes, read.pipe);
    if (masked.length > 0) return end(pipe.status, [...left, ...masked, notRestoredProblem(pipe, changes, 'failed')]);

    const planned = {
      changes,
      requests: buildRequests(session.target, changes, read.pipe),
      live: reliedOn,
    };
    const update = { ...pipe, ...planned, status: 'update', diagnostics: [] } as const;
    const { status, requests, diagnostics } = await writeAndConfirm(update, session);
    if ((status === 'stale' || status === 'unchanged') && tries < MAX_TRIES) {
      earlier.push(...requests.filter(({ attempts }) => attempts > 0));
      continue;
    }
    // When only a part is restored, the pipe has neither the new nor the old values.
    if (status === 'applied') return end(isAllBack ? 'rolled-back' : 'failed', left, requests);
    // A rollback that sent nothing leaves the status of the update.
    const ended = status === 'unknown' || status === 'failed' ? status : pipe.status;
    return end(ended, [...left, ...diagnostics, notRestoredProblem(pipe, changes, status)], requests);
  }
}

/** Reads until every written field is shown, or `waitTimeoutMs` passes. */
async function readSettled(pipe: RunPipe, session: PipeSession): Promise<PipeResult> {
  const { ports, options } = session.run;
  const deadlineMs = ports.clock.monotonicMs() + options.waitTimeoutMs;
  for (let round = 1; ; round++) {
    const read = await readPipe(session);
    if (!read.ok || showsWritten(pipe, read.pipe)) return read;
    if (options.abort.aborted || ports.clock.monotonicMs() >= deadlineMs) return read;
    await pause(session, round);
  }
}

function notRestoredProblem(pipe: RunPipe, changes: readonly Change[], status: RunStatus): Diagnostic {
  const summary =
    status === 'unknown'
      ? `Pipe ${pipe.name} may not have been rolled back: no read has confirmed it.`
      : `Pipe ${pipe.name} could not be rolled back.`;
  const detail = changes.map(({ path, after }) => `${path}: should be restored to ${printValue(after)}`).join('\n');
  return diagnoseCode('rollback-incomplete', summary, detail, 'error', pipe.location);
}
