import type { Clock } from '../model/clock.ts';

export interface RateLimit {
  readonly requests: number;
  readonly perMilliseconds: number;
}

/** Leave to send one request. Call `done` when it has been answered or given up. */
export interface Turn {
  done(): void;
}

/** `held`: the wait that the service asked for ends later than the caller would wait. */
export type Admission = Turn | 'held' | 'cancelled';

/** Decides when each request of a connection may be sent. Shared by all its workers, first come first served. */
export interface Pacer {
  /** Waits for a turn. `latest` (epoch milliseconds) limits the wait for a hold, not the wait for the rate limit. */
  admit(latest: number, signal: AbortSignal | undefined): Promise<Admission>;
  /** Nobody is admitted before this time (epoch milliseconds): what a 429 answer asks for. A later hold wins. */
  holdUntil(time: number): void;
}

interface Waiter {
  readonly latest: number;
  readonly settle: (admission: Admission) => void;
}

/**
 * A bucket of tokens, each of which comes back one period after the answer to the request that took it. So no window of
 * one period, as the service sees it, holds more requests than the limit, however long answers take. Without a limit only holds
 * make anyone wait.
 */
export function createPacer(limit: RateLimit | null, clock: Clock): Pacer {
  const waiting: Waiter[] = [];
  const comingBack: number[] = [];
  let tokens = limit?.requests ?? Number.POSITIVE_INFINITY;
  let heldUntil = Number.NEGATIVE_INFINITY;
  let sleeping: { readonly until: number; readonly controller: AbortController } | null = null;

  function takeTurn(): Turn {
    tokens -= 1;
    let taken = true;
    return {
      done: () => {
        if (limit === null || !taken) return;
        taken = false;
        comingBack.push(clock.now() + limit.perMilliseconds);
        serve();
      },
    };
  }

  function serve(): void {
    const now = clock.now();
    while ((comingBack[0] ?? Number.POSITIVE_INFINITY) <= now) {
      comingBack.shift();
      tokens += 1;
    }
    for (const waiter of waiting.filter((candidate) => heldUntil > now && heldUntil > candidate.latest)) {
      remove(waiter);
      waiter.settle('held');
    }
    while (waiting.length > 0 && tokens > 0 && now >= heldUntil) waiting.shift()?.settle(takeTurn());
    sleepUntil(waiting.length === 0 ? null : Math.max(heldUntil, tokens > 0 ? now : (comingBack[0] ?? now)));
  }

  /** null, or a time that is not ahead, means that nothing but an event (`done`, `admit`) can change anything. */
  function sleepUntil(until: number | null): void {
    if (until !== null && until === sleeping?.until) return;
    sleeping?.controller.abort();
    sleeping = null;
    const now = clock.now();
    if (until === null || until <= now) return;
    const nap = { until, controller: new AbortController() };
    sleeping = nap;
    const wake = (): void => {
      if (sleeping !== nap) return;
      sleeping = null;
      serve();
    };
    clock.sleep(until - now, nap.controller.signal).then(wake, wake);
  }

  function remove(waiter: Waiter): void {
    const index = waiting.indexOf(waiter);
    if (index >= 0) waiting.splice(index, 1);
  }

  return {
    admit(latest, signal) {
      if (signal?.aborted) return Promise.resolve('cancelled');
      return new Promise((resolve) => {
        const cancel = (): void => {
          remove(waiter);
          waiter.settle('cancelled');
          serve();
        };
        const waiter: Waiter = {
          latest,
          settle: (admission) => {
            signal?.removeEventListener('abort', cancel);
            resolve(admission);
          },
        };
        signal?.addEventListener('abort', cancel, { once: true });
        waiting.push(waiter);
        serve();
      });
    },
    holdUntil(time) {
      heldUntil = Math.max(heldUntil, time);
      serve();
    },
  };
}
