import { diagnose } from '../../model/diagnostic.ts';
import type { PlannedPipe } from '../../model/plan.ts';
import { mayHaveWritten, type RunPipe } from '../../model/run.ts';
import {
  type ClosedGate,
  describeClosed,
  explainClosed,
  type GateKey,
  type HealthGates,
  passOnce,
} from '../rollout/health-gates.ts';
import { applyPipe } from './apply-pipe.ts';
import { notSent, skipPipe } from './leave-pipe.ts';
import type { PipeSession } from './pipe-session.ts';
import type { UpdatePipe } from './send-all.ts';

export interface PipeGates {
  readonly healthGates: HealthGates;
  /** Names of the pipe's own checks. */
  readonly names: readonly string[];
  /** Number of the wave, or null. */
  readonly wave: number | null;
  /** Who asks the checks after the update: `pipe` at once, `wave` while it bakes. */
  readonly after: 'pipe' | 'wave';
}

/**
 * Updates one pipe between its own checks: nothing is written unless they pass, and they are asked again once the update has
 * been confirmed. An update that its checks do not like stays: only a rollout rolls back.
 */
export async function updatePipe(
  pipe: UpdatePipe,
  session: PipeSession,
  gates: PipeGates,
  waitTimeoutMs: number,
): Promise<RunPipe> {
  const { healthGates, names, wave } = gates;
  const keys = (moment: 'pipe-before' | 'pipe-after'): readonly GateKey[] =>
    names.map((name) => ({ name, moment, wave, pipe: pipe.name }));

  const closed = await passOnce(healthGates, keys('pipe-before'), session.stop);
  if (session.stop.aborted) return skipPipe(pipe, 'interrupted');
  if (closed.length > 0) return refuse(pipe, closed, session);
  const done = await applyPipe(pipe, session, waitTimeoutMs);
  if (gates.after === 'wave' || !mayHaveWritten(done)) return done;
  const failed = await passOnce(healthGates, keys('pipe-after'), session.stop);
  return failed.length === 0 ? done : blame(done, failed, session);
}

function refuse(pipe: PlannedPipe, closed: readonly ClosedGate[], session: PipeSession): RunPipe {
  const refusal = diagnose(
    'error',
    {
      code: 'check-not-passed',
      summary: `Pipe ${pipe.name} was not updated: its ${describeClosed(closed)}.`,
      detail: explainClosed(closed).join('\n'),
      hint: 'See `pipeform check`; apply again when it passes, or with --no-rollout to go without checks.',
    },
    pipe.location,
  );
  session.emitStart();
  session.emitDone('refused', [refusal]);
  const diagnostics = [...pipe.diagnostics, refusal];
  return { ...pipe, status: 'refused', requests: notSent(pipe.requests), diagnostics };
}

function blame(done: RunPipe, closed: readonly ClosedGate[], session: PipeSession): RunPipe {
  const problem = diagnose(
    'error',
    {
      code: 'check-not-passed',
      summary: `Pipe ${done.name} was updated, and its ${describeClosed(closed)}.`,
      detail: explainClosed(closed).join('\n'),
      hint: 'Look at the pipe; a `rollout` with `onFailure: rollback` would put back what was there before.',
    },
    done.location,
  );
  session.emitDiagnostic(problem);
  return { ...done, diagnostics: [...done.diagnostics, problem] };
}
