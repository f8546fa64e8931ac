import type { Check } from '../../model/check.ts';
import type { Rollout } from '../../model/rollout.ts';

/** What stands guard over an apply. */
export interface Guards {
  /** null to apply in one go. */
  readonly rollout: Rollout | null;
  /** Every check that a guard names, by name. */
  readonly checks: ReadonlyMap<string, Check>;
  /** The names of the checks around the update of a pipe, by the pipe's name; pipes without checks are not in it. */
  readonly ofPipe: ReadonlyMap<string, readonly string[]>;
}

/** With --no-rollout, or when nothing is written down. */
export const NO_GUARDS: Guards = { rollout: null, checks: new Map(), ofPipe: new Map() };
