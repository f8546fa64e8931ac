import pMap from 'p-map';
import { timestamp } from '../../model/clock.ts';
import { type Diagnostic, diagnose, hasErrors } from '../../model/diagnostic.ts';
import { DIAGNOSTICS } from '../../model/diagnostic-codes.ts';
import { mayHaveWritten, type RunPipe } from '../../model/run.ts';
import type { WritePolicies } from '../ports.ts';
import { type ClosedGate, describeClosed, explainClosed, passOnce } from '../rollout/health-gates.ts';
import type { RunContext } from '../run-context.ts';
import { emitDiagnostic, emitDone, emitStart, openSession, type PipeSession } from './pipe-session.ts';
import type { UpdatePipe } from './send-requests.ts';
import { endPipe, failInternally, noteEnd, notSent, skipPipe } from './skip-pipe.ts';
import { writeAndConfirm } from './write-and-confirm.ts';

/** Updates the pipes of a wave in parallel, or all pipes without a rollout (`wave` is null). */
export async function updatePipes(
  pipes: readonly UpdatePipe[],
  wave: number | null,
  run: RunContext,
): Promise<readonly RunPipe[]> {
  const { writePolicies, parallelism, stop } = run.options;
  // For all pipes at once, since they share lists and checks there. The long waits, for an answer and for a bake, are before this.
  const refusals = stop.aborted ? undefined : (async () => writePolicies.findNotPromoted(pipes))();
  await refusals?.catch(() => {});
  return pMap(pipes, (pipe) => updatePipe(pipe, refusals, wave, run), { concurrency: parallelism });
}

/** Updates one pipe, or skips it. Never throws: an error of a guard fails the pipe, and nothing is sent to it. */
async function updatePipe(
  pipe: UpdatePipe,
  refusals: ReturnType<WritePolicies['findNotPromoted']> | undefined,
  wave: number | null,
  run: RunContext,
): Promise<RunPipe> {
  const { stop, abort, failFast, rollsBack } = run.options;
  const { journal, clock, reportBug } = run.ports;
  if (stop.aborted || abort.aborted) return skipPipe(pipe, 'interrupted', rollsBack);
  if (journal.failure() !== null) return skipPipe(pipe, 'journal-failed', rollsBack);
  const { reason } = run.refusals;
  if (reason !== null) return skipPipe(pipe, 'circuit-open', rollsBack, reason);
  if (run.hasFailed && failFast) return skipPipe(pipe, 'not-attempted', rollsBack);
  const session = openSession(pipe, run, 'update');
  const left = await askGuards(pipe, refusals, wave, session).catch((error: unknown) => {
    const where = `before updating pipe ${pipe.name}; nothing was sent to it`;
    const failed = { ...pipe, requests: notSent(pipe.requests) };
    emitStart(session);
    return emitDone(session, pipe, failInternally(failed, 'failed', where, reportBug(error)));
  });
  if (left?.status === 'skipped') return left;
  const done =
    left ??
    (await updateBeforeChecks(pipe, wave, session).catch((error: unknown) => {
      // What was sent is unknown, so every request may have been.
      const requests = notSent(pipe.requests).map((record) => ({ ...record, outcome: 'unknown' as const }));
      const where = `while updating pipe ${pipe.name}; what was sent is not known`;
      return emitDone(session, pipe, failInternally({ ...pipe, requests }, 'unknown', where, reportBug(error)));
    }));
  // With --no-wait an unconfirmed pipe has only a warning: it did not fail.
  if (hasErrors(done.diagnostics)) run.hasFailed = true;
  run.refusals.note(done.requests);
  noteEnd(done, journal, timestamp(clock));
  return done;
}

/** Why nothing may be written to a pipe, as its end: a freeze, a change that is not promoted, or its own checks. null to update it. */
async function askGuards(
  pipe: UpdatePipe,
  refusals: ReturnType<WritePolicies['findNotPromoted']> | undefined,
  wave: number | null,
  session: PipeSession,
): Promise<RunPipe | null> {
  const { findFreeze, options } = session.run;
  // A rollout stops between waves.
  if (wave === null && findFreeze() !== null) return skipPipe(pipe, 'frozen', options.rollsBack);
  const notPromoted = (await refusals)?.get(pipe.name) ?? [];
  const closed = notPromoted.length > 0 ? [] : await findClosed('pipe-before', pipe, wave, session);
  if (session.stop.aborted) return skipPipe(pipe, 'interrupted', options.rollsBack);
  const found = closed.length > 0 ? [closedBeforeProblem(pipe, closed)] : notPromoted;
  if (found.length === 0) return null;
  emitStart(session);
  return emitDone(session, pipe, endPipe(pipe, 'refused', notSent(pipe.requests), found));
}

/**
 * The pipe's own checks are measured again after the update, by the rollout if there is one. An update whose checks fail stays:
 * only a rollout rolls back.
 */
async function updateBeforeChecks(pipe: UpdatePipe, wave: number | null, session: PipeSession): Promise<RunPipe> {
  emitStart(session);
  const done = emitDone(session, pipe, await writeAndConfirm(pipe, session));
  if (wave !== null || !mayHaveWritten(done)) return done;
  const failed = await findClosed('pipe-after', pipe, wave, session);
  const isCut = session.stop.aborted && checksOf(pipe, session).length > 0;
  if (failed.length === 0 && !isCut) return done;
  const hint = 'Check the pipe; a `rollout` with `onFailure: rollback` would restore the earlier values.';
  const problem = isCut
    ? cutProblem(pipe)
    : gatesProblem(pipe, `was updated, and its ${describeClosed(failed)}`, failed, hint);
  emitDiagnostic(session, problem);
  return { ...done, diagnostics: [...done.diagnostics, problem] };
}

function findClosed(
  moment: 'pipe-before' | 'pipe-after',
  pipe: UpdatePipe,
  wave: number | null,
  session: PipeSession,
): Promise<readonly ClosedGate[]> {
  const keys = checksOf(pipe, session).map((name) => ({ name, moment, wave, pipe: pipe.name }));
  return passOnce(session.run.gates, keys, session.stop);
}

function checksOf({ name }: UpdatePipe, { run }: PipeSession): readonly string[] {
  return run.options.guards.ofPipe.get(name) ?? [];
}

function cutProblem({ name, location }: UpdatePipe): Diagnostic {
  const summary = `Interrupted before the checks of pipe ${name} were measured after its update.`;
  return diagnose('error', { code: 'interrupted', summary, hint: 'Run `pipeform check`.' }, location);
}

function closedBeforeProblem(pipe: UpdatePipe, closed: readonly ClosedGate[]): Diagnostic {
  return gatesProblem(
    pipe,
    `was not updated: its ${describeClosed(closed)}`,
    closed,
    DIAGNOSTICS['check-not-passed'].cure,
  );
}

function gatesProblem(pipe: UpdatePipe, what: string, closed: readonly ClosedGate[], hint: string): Diagnostic {
  const words = { summary: `Pipe ${pipe.name} ${what}.`, detail: explainClosed(closed).join('\n'), hint };
  return diagnose('error', { code: 'check-not-passed', ...words }, pipe.location);
}
