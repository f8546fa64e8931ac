import { capacityOf, type Size } from '../../../src/model/size/size.ts';
import type { SizingOptions } from '../../../src/model/size/sizing.ts';
import { listSizes } from '../../../src/sizing/sizes.ts';

/** What floating-point sums may be off by. */
const ROUNDING = 1e-9;

/** What a size has to hold. */
export interface Need {
  /** The CPU is the sum of all replicas. */
  readonly millicores: number;
  /** The memory is that of each replica. */
  readonly memoryGb: number;
}

/** The cheapest possible size that holds the need; where none does, the largest. */
export function fitSize(need: Need, now: Size, options: SizingOptions): Size {
  const sizes = listSizes(need.memoryGb, now, options);
  const enough = sizes.find((size) => capacityOf(size) >= need.millicores - ROUNDING);
  return enough ?? sizes.reduce((largest, size) => (capacityOf(size) > capacityOf(largest) ? size : largest), now);
}
