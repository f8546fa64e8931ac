import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/*
 * V8 collects garbage when the heap has grown to as much as four times its size after the last collection, and most of what
 * loading a large configuration takes is garbage afterwards. Measured with `plan --out` of 100,000 pipes (bench/rows/growth.ts):
 * a peak of 653 MB as V8 does it, 607 MB with less growth, 552 MB with a collection after loading as well. Less growth from the
 * start takes 7% more CPU for a plan of 10,000 pipes, whose heap is 80 MB.
 */

/** `--heap-growing-percent` of V8. A smaller one takes more CPU: 30 saves 20 MB more. */
const GROWTH_PERCENT = 40;

const LARGE_HEAP_BYTES = 128 * 1024 * 1024;

/** While files are read. */
const WATCH_MS = 20;

/** Limits the growth of the heap from when it is large. */
export function limitHeapGrowth(): void {
  const watch = setInterval(() => {
    if (getHeapStatistics().used_heap_size < LARGE_HEAP_BYTES) return;
    setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
    clearInterval(watch);
  }, WATCH_MS);
  watch.unref();
}

/** Takes half a second or more for 100,000 pipes. */
export async function collectGarbage(): Promise<void> {
  const { runInNewContext } = await import('node:vm');
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
}
