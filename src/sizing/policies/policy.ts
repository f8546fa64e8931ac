import type { AdvisedWindow, PipeHistory, PolicyName, Size, SizingOptions } from '../../model/size/sizing.ts';

/** A size from now on, and other numbers of replicas for some hours of the week. */
export interface Decision {
  readonly size: Size;
  readonly windows: readonly AdvisedWindow[];
}

/** A rule that sizes a pipe by what was measured of it. */
export interface Policy {
  readonly name: PolicyName;
  /** It decides at the first step, and then this often; at each step where that is shorter than one. */
  readonly decideEveryMs: number;
  /** @param seen what was measured until now. `now` is the size without windows. */
  decide(seen: PipeHistory, now: Size, options: SizingOptions): Decision;
}
