import { createDeadlineReason } from '../model/deadline.ts';
import type { Context } from './options/context.ts';

/** What is in flight at the deadline has this much longer to be confirmed, and never longer than the command had. */
const MAX_GRACE_MS = 10_000;

/**
 * The context with a deadline from now on, which stops the command as an interrupt does, and with null the same context. `end` is called
 * when the command is done.
 */
export function withDeadline(context: Context, deadlineMs: number | null): { readonly context: Context; end(): void } {
  if (deadlineMs === null) return { context, end: () => {} };
  const { clock, interrupts } = context;
  const stop = new AbortController();
  const abort = new AbortController();
  const ended = new AbortController();
  const wait = async (): Promise<void> => {
    for (const [controller, waitMs] of [
      [stop, deadlineMs] as const,
      [abort, Math.min(deadlineMs, MAX_GRACE_MS)] as const,
    ]) {
      if (!ended.signal.aborted) await clock.sleep(waitMs, ended.signal);
      if (!ended.signal.aborted) controller.abort(createDeadlineReason());
    }
  };
  void wait();
  const bounded = {
    stop: AbortSignal.any([interrupts.stop, stop.signal]),
    abort: AbortSignal.any([interrupts.abort, abort.signal]),
  };
  // A copy would open stdin.
  const limited: Context = Object.create(context, { interrupts: { value: bounded, enumerable: true } });
  return { context: limited, end: () => ended.abort() };
}
