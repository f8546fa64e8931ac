import { dirname } from 'node:path';
import { type ExecutableRun, executeRun } from '../../engine/run.ts';
import { timestamp } from '../../model/clock.ts';
import { diagnose } from '../../model/diagnostic.ts';
import { hasWork } from '../../model/plan.ts';
import type { Run, RunEvent } from '../../model/run.ts';
import type { RunOptions } from '../options/command-options.ts';
import type { Invocation } from '../options/command-spec.ts';
import { showUpdates } from '../output/live-displays.ts';
import { logBugs } from '../output/log-debug.ts';

/** Carries out a run. Its events are shown live, and JSON prints each; an interrupt says what happens next. */
export async function executeWithProgress(
  prepared: ExecutableRun,
  { ownOptions, printer, context }: Invocation<RunOptions>,
): Promise<Run> {
  const { stop } = context.interrupts;
  const updates = prepared.plan.pipes.filter(({ status }) => status === 'update');
  const isRollback = prepared.rollsBack !== null;
  const names = updates.map(({ name }) => name);
  const progress = hasWork(prepared.plan) ? await showUpdates(names, isRollback, printer) : null;
  const emit = (event: RunEvent): void => {
    progress?.emit(event);
    printer.jsonOnly(event, 0);
  };
  const notice = (): void => {
    const isAsked = context.stderr.isTTY === true;
    progress?.notice(`${FINISHING.summary} ${isAsked ? 'Press Ctrl-C again to stop now.' : FINISHING.hint}`);
    emit({ type: 'diagnostic', at: timestamp(context.clock), pipe: null, diagnostic: FINISHING });
  };
  stop.addEventListener('abort', notice, { once: true });
  try {
    const folder = dirname(prepared.project.folder.path);
    const { failFast } = ownOptions;
    const onBug = logBugs(printer);
    return await executeRun(prepared, { waitTimeoutMs: waitTimeoutOf(ownOptions), failFast, emit, folder, onBug });
  } finally {
    stop.removeEventListener('abort', notice);
    await progress?.stop();
  }
}

/** Milliseconds to wait until a written value shows; 0 with `--no-wait`. */
export function waitTimeoutOf({ noWait, waitTimeout }: RunOptions): number {
  return noWait ? 0 : waitTimeout;
}

const FINISHING = diagnose('note', {
  code: 'interrupted',
  summary: 'Interrupted: pipes in flight are finished; no more are started.',
  hint: 'Interrupt again to stop immediately.',
});
