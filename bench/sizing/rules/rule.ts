import type { Size } from '../../../src/model/size/size.ts';
import type { AdvisedWindow, PipeHistory, SizingOptions } from '../../../src/model/size/sizing.ts';

/** A size from now on, and other numbers of replicas for some hours of the week. */
export interface Decision {
  readonly size: Size;
  readonly windows: readonly AdvisedWindow[];
}

/** A rule that sizes a pipe by what was measured of it. */
export interface Rule {
  readonly name: string;
  /** It decides at the first step, and then this often; at each step where that is shorter than one. */
  readonly decideEveryMs: number;
  /** What is tried as `options.headroom`; one value where the rule has no such knob, or its default is what is compared. */
  readonly headrooms: readonly number[];
  /** @param seen what was measured until now. */
  decide(seen: PipeHistory, now: Decision, options: SizingOptions): Decision;
}
