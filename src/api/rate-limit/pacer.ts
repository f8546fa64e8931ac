import type { Clock } from '../../model/clock.ts';
import { onAbort } from '../http/on-abort.ts';
import { createLimiter, type TurnEnd } from './limiter.ts';
import type { RateLimit } from './turns.ts';

export interface PaceOptions {
  /** The limit of the configuration; null: it is learnt from 429 answers alone. */
  readonly limit: RateLimit | null;
  /** The longest time, in milliseconds, in which a rate limit lets nothing through at all. */
  readonly patienceMs: number;
  readonly clock: Pick<Clock, 'monotonicMs' | 'sleep'>;
  /** How long to wait after a 429 that names no time, by the number of probes that failed since the first. */
  readonly probeDelayMs: (failedProbes: number) => number;
}

/** Leave to send one request. Say how it `end`ed, once. */
export interface Turn {
  readonly kind: 'turn';
  end(end: TurnEnd): void;
}

/** `stalled`: when the hold ends, nothing will have been let through for `stalledMs`, longer than the patience. */
export type Admission =
  | Turn
  | { readonly kind: 'stalled'; readonly stalledMs: number }
  | { readonly kind: 'turned-away' }
  | { readonly kind: 'cancelled' };

/**
 * Decides when each request of a connection may be sent. Shared by all its workers: writes before reads, since a write
 * relies on the read before it, which grows old while it waits; among equals first come, first served.
 */
export interface Pacer {
  /** Waits for a turn, for as long as others get theirs. */
  admit(kind: 'read' | 'write', signal: AbortSignal | undefined): Promise<Admission>;
  /** So many requests are to come: what may be wasted on finding the limit is a share of them. */
  expect(requests: number): void;
  /** Ends the waiting of all who wait now. */
  turnAway(): void;
}

/** An hour: timers of Node count to 24 days, and whoever wakes early looks again. */
const LONGEST_NAP_MS = 3_600_000;

type Waiter = (admission: Admission) => void;

export function createPacer({ limit, patienceMs, clock, probeDelayMs }: PaceOptions): Pacer {
  const limiter = createLimiter(limit, probeDelayMs);
  const reads: Waiter[] = [];
  const writes: Waiter[] = [];
  let sleeping: { readonly until: number; readonly controller: AbortController } | null = null;

  function takeTurn(): Turn {
    const sent = limiter.send(clock.monotonicMs());
    return {
      kind: 'turn',
      end: (end) => {
        limiter.end(sent, end, clock.monotonicMs());
        serve();
      },
    };
  }

  function serve(): void {
    const now = clock.monotonicMs();
    const stalledMs = limiter.stalledMs(now);
    if (stalledMs > patienceMs) dismiss({ kind: 'stalled', stalledMs });
    while (reads.length + writes.length > 0 && isDue(limiter.nextAt(), now)) {
      const settle = writes.shift() ?? reads.shift();
      settle?.(takeTurn());
    }
    sleepUntil(reads.length + writes.length === 0 ? null : limiter.nextAt());
  }

  function dismiss(admission: Admission): void {
    for (const settle of [...writes.splice(0), ...reads.splice(0)]) settle(admission);
  }

  /** null: only an event (a request that ends, one more that asks) can change anything. */
  function sleepUntil(until: number | null): void {
    if (until !== null && until === sleeping?.until) return;
    sleeping?.controller.abort();
    sleeping = null;
    if (until === null) return;
    const nap = { until, controller: new AbortController() };
    sleeping = nap;
    const wake = (): void => {
      if (sleeping !== nap) return;
      sleeping = null;
      serve();
    };
    const napMs = Math.min(Math.max(0, until - clock.monotonicMs()), LONGEST_NAP_MS);
    clock.sleep(napMs, nap.controller.signal).then(wake, wake);
  }

  return {
    expect: limiter.expect,
    turnAway() {
      dismiss({ kind: 'turned-away' });
      serve();
    },
    admit(kind, signal) {
      if (signal?.aborted) return Promise.resolve({ kind: 'cancelled' });
      const waiting = kind === 'write' ? writes : reads;
      return new Promise((resolve) => {
        const cancel = (): void => {
          waiting.splice(waiting.indexOf(settle), 1);
          settle({ kind: 'cancelled' });
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

function isDue(time: number | null, now: number): boolean {
  return time !== null && time <= now;
}
