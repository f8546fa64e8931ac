import type { RateLimitWait } from '../../model/client.ts';
import type { Clock } from '../../model/clock.ts';
import { onAbort } from '../http/on-abort.ts';
import type { RateLimit } from './headers.ts';
import { createLimiter, type PermitEnd } from './limiter.ts';

export interface RequestQueueOptions {
  /** The configured limit, or null. */
  readonly limit: RateLimit | null;
  /** The maximum time without any permit, in milliseconds. */
  readonly longestStallMs: number;
  readonly clock: Pick<Clock, 'monotonicMs' | 'sleep'>;
}

/**
 * `granted`: send one request, then call `end` once. `stalled`: the limit blocks all requests for `stalledMs`, more
 * than `longestStallMs`. `dismissed` and `canceled`: `dismiss` or the signal of the request ended the wait.
 */
export type Admission =
  | { readonly kind: 'granted'; end(end: PermitEnd): void }
  | { readonly kind: 'stalled'; readonly stalledMs: number }
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'canceled' };

/**
 * The queue of a connection, shared by its workers. Writes go before reads, since the read that a write relies on gets
 * stale; otherwise first in, first out.
 */
export interface RequestQueue {
  /** Waits for a permit. */
  acquire(kind: 'read' | 'write', signal: AbortSignal | undefined): Promise<Admission>;
  /** Rejects all waiting requests. */
  dismiss(): void;
  /** Reports each wait. One listener at a time. */
  onWait(listener: ((wait: RateLimitWait) => void) | null): void;
  /** The time so far that requests waited for the next one to be allowed, in milliseconds; not for one in flight to end. */
  waitedMs(): number;
}

/** An hour, since timers of Node are limited to 24 days. Waking early is harmless. */
const MAX_NAP_MS = 3_600_000;

type Waiter = (admission: Admission) => void;

export function createRequestQueue({ limit, longestStallMs, clock }: RequestQueueOptions): RequestQueue {
  const limiter = createLimiter(limit);
  const reads: Waiter[] = [];
  const writes: Waiter[] = [];
  let listen: ((wait: RateLimitWait) => void) | null = null;
  let waitedMs = 0;
  let sleeping: { readonly since: number; readonly until: number; readonly controller: AbortController } | null = null;

  function grant(): Admission {
    const permit = limiter.send(clock.monotonicMs());
    return {
      kind: 'granted',
      end(end) {
        limiter.end(permit, end, clock.monotonicMs());
        serve();
      },
    };
  }

  function serve(): void {
    const now = clock.monotonicMs();
    const stalledMs = limiter.stalledMs(now);
    if (stalledMs > longestStallMs) settleAll({ kind: 'stalled', stalledMs });
    while (reads.length + writes.length > 0 && (limiter.nextAt(now) ?? Number.POSITIVE_INFINITY) <= now) {
      const settle = writes.shift() ?? reads.shift();
      settle?.(grant());
    }
    sleepUntil(reads.length + writes.length === 0 ? null : limiter.nextAt(now), now);
  }

  function settleAll(admission: Admission): void {
    for (const settle of [...writes.splice(0), ...reads.splice(0)]) settle(admission);
  }

  /** null: only a new or finished request can change anything. */
  function sleepUntil(until: number | null, now: number): void {
    if (until !== null && until === sleeping?.until) return;
    endSleep(now);
    if (until === null) return;
    const nap = { since: now, until, controller: new AbortController() };
    sleeping = nap;
    const waitMs = Math.max(0, until - now);
    show(waitMs);
    const wake = (): void => {
      if (sleeping !== nap) return;
      endSleep(clock.monotonicMs());
      serve();
    };
    clock.sleep(Math.min(waitMs, MAX_NAP_MS), nap.controller.signal).then(wake, wake);
  }

  function endSleep(now: number): void {
    if (sleeping === null) return;
    waitedMs += now - sleeping.since;
    sleeping.controller.abort();
    sleeping = null;
  }

  function show(waitMs: number): void {
    const known = limiter.limit;
    if (listen !== null && known !== null) listen({ ...known, waitMs: Math.round(waitMs) });
  }

  return {
    waitedMs: () => waitedMs,
    onWait(listener) {
      listen = listener;
    },
    dismiss() {
      settleAll({ kind: 'dismissed' });
      serve();
    },
    acquire(kind, signal) {
      if (signal?.aborted) return Promise.resolve({ kind: 'canceled' });
      const waiting = kind === 'write' ? writes : reads;
      return new Promise((resolve) => {
        const cancel = (): void => {
          waiting.splice(waiting.indexOf(settle), 1);
          settle({ kind: 'canceled' });
          serve();
        };
        const forget = onAbort(signal, cancel);
        const settle: Waiter = (admission) => {
          forget();
          resolve(admission);
        };
        waiting.push(settle);
        serve();
      });
    },
  };
}
