import { setFlagsFromString } from 'node:v8';

/*
 * V8 collects garbage when the heap has grown to as much as four times its size after the last collection, and most of what
 * loading a large configuration takes is garbage afterwards. Measured with `plan --out` of 100,000 pipes (bench/rows/growth.ts):
 * a peak of 653 MB as V8 does it, 607 MB with less growth, 552 MB with a collection after loading as well.
 */

/** `--heap-growing-percent` of V8. A smaller one takes more CPU: 30 saves 20 MB more. */
const GROWTH_PERCENT = 40;

export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}

/** Takes half a second or more for 100,000 pipes. */
export async function collectGarbage(): Promise<void> {
  const { runInNewContext } = await import('node:vm');
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
}
