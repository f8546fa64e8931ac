/** Judges items in the time that is left. */
export interface Judging<T, R> {
  /** Gives the item of this place to be judged later. Never throws. */
  take(place: number, item: T): void;
  /** The results, by place, once all are there; rejects with what was thrown first. */
  finish(): Promise<readonly R[]>;
}

/** Long enough for a burst of answers to have come and the next requests to have left, short beside what an answer takes. */
const BURST_MS = 25;

/**
 * For work that can wait while answers are on their way: what has gathered is done in one go now and then, not as each
 * answer comes, since the next request waits behind it. `open` is called once, with the first of that work.
 */
export function judgeInSpareTime<T, R>(open: () => Promise<(item: T) => R>): Judging<T, R> {
  const results: R[] = [];
  let waiting: { readonly place: number; readonly item: T }[] = [];
  let opening: Promise<(item: T) => R> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let trouble: { readonly error: unknown } | null = null;

  /** Never rejects: what is thrown is told by `finish`, since nobody listens before. */
  async function catchUp(): Promise<void> {
    timer = null;
    try {
      opening ??= open();
      const judge = await opening;
      const taken = waiting;
      waiting = [];
      for (const { place, item } of taken) results[place] = judge(item);
    } catch (error) {
      trouble ??= { error };
    }
  }

  return {
    take(place, item) {
      waiting.push({ place, item });
      timer ??= setTimeout(catchUp, BURST_MS);
    },
    async finish() {
      if (timer !== null) clearTimeout(timer);
      await catchUp();
      if (trouble !== null) throw trouble.error;
      return results;
    },
  };
}
