import type { ApiPlace } from '../model/plan.ts';
import type { ActiveFreeze } from '../plan/policy/freeze.ts';
import type { ApplyPlanOptions, ApplyPorts } from './ports.ts';
import type { HealthGates } from './rollout/health-gates.ts';
import type { RefusalStreak } from './update/refusal-streak.ts';

/** What the work on all pipes of a run shares. */
export interface RunContext {
  readonly api: Pick<ApiPlace, 'organization' | 'naming'>;
  readonly ports: ApplyPorts;
  readonly options: ApplyPlanOptions;
  readonly gates: HealthGates;
  /** The freeze that began during the run; null without one. */
  readonly findFreeze: () => ActiveFreeze | null;
  /** Whether a pipe has failed so far. */
  hasFailed: boolean;
  readonly refusals: RefusalStreak;
}
