export interface Committable {
  /** Whether a caller does nothing else until the item is committed. */
  readonly isAwaited: boolean;
  /** Whether all earlier items are committed, without waiting for more, before the batch that begins with this one. */
  readonly startsBatch?: boolean;
  /** Runs once the item is committed, in the order of the items. */
  readonly apply?: (() => void) | undefined;
}

export interface GroupCommit<Added extends Committable> {
  /** Resolves when the item is committed and applied. After a failure, this item and every later one are rejected. */
  add(item: Added): Promise<void>;
  /** Resolves when nothing waits; batches no longer wait for more items. Never rejects. */
  flush(): Promise<void>;
}

/** Monotonic milliseconds, and pauses that a signal ends. */
export interface GatheringClock {
  monotonicMs(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

interface Waiting<Added> {
  readonly item: Added;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Milliseconds; after a commit that was faster, waiting for more items costs more than another commit. */
const SLOW_MS = 10;

/**
 * Commits items in batches, one batch at a time and in order: what arrives during a commit is in the next one. With a clock, a batch
 * after a slow commit also waits, at most half as long as that commit took, until it has as many awaited items as can be expected:
 * those of the batch before and those that arrived during it. Otherwise callers that work in parallel split into groups that wait for
 * each other, and items that nobody awaits take a commit of their own.
 */
export function createGroupCommit<Added extends Committable>(
  commit: (items: readonly Added[]) => Promise<void>,
  clock: GatheringClock | null,
): GroupCommit<Added> {
  const waiting: Waiting<Added>[] = [];
  let draining: Promise<void> | undefined;
  let broken: unknown;
  let expected = 0;
  let lastMs = 0;
  let isFlushing = false;
  let gathering = new AbortController();

  function isComplete(): boolean {
    const awaited = countAwaited(waiting);
    return isFlushing || waiting.some(({ item }) => item.startsBatch) || (awaited > 0 && awaited >= expected);
  }

  async function commitBatch(batch: readonly Waiting<Added>[]): Promise<void> {
    try {
      // After a failure the end of what was committed may be incomplete, so nothing may follow.
      if (broken !== undefined) throw broken;
      const startedMs = clock?.monotonicMs() ?? 0;
      await commit(batch.map(({ item }) => item));
      lastMs = (clock?.monotonicMs() ?? 0) - startedMs;
      // Before the callers go on, since they may add their next items at once.
      expected = countAwaited(batch) + countAwaited(waiting);
    } catch (error) {
      broken = error;
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const { item, resolve, reject } of batch) {
      // After an item that was committed but not applied, the next one would build on wrong state.
      try {
        if (broken !== undefined) throw broken;
        item.apply?.();
        resolve();
      } catch (error) {
        broken ??= error;
        reject(error);
      }
    }
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      if (clock !== null && lastMs >= SLOW_MS && !isComplete()) {
        gathering = new AbortController();
        await clock.sleep(lastMs / 2, gathering.signal);
      }
      const next = waiting.findIndex(({ item }, index) => index > 0 && item.startsBatch);
      await commitBatch(waiting.splice(0, next === -1 ? waiting.length : next));
    }
    // Synchronous after the last check: an item added in between would never be committed.
    draining = undefined;
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        draining ??= drain();
        if (isComplete()) gathering.abort();
      }),
    async flush() {
      isFlushing = true;
      gathering.abort();
      await draining;
      isFlushing = false;
    },
  };
}

function countAwaited(waiting: readonly Waiting<Committable>[]): number {
  return waiting.filter(({ item }) => item.isAwaited).length;
}
