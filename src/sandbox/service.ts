import type { Faults } from './faults/faults.ts';
import type { LateWrites, StaleReads } from './faults/service-faults.ts';
import type { CheckBearer, QueryLimiter } from './observability-api/access.ts';
import type { Authenticate, RateLimiter } from './pipes-api/access.ts';
import type { PipeView, WireNames } from './pipes-api/view.ts';
import type { Simulation } from './simulation/simulation.ts';
import type { CommitLog, RequestLog } from './state/logs.ts';
import type { PipeStore } from './state/store.ts';
import type { Switches } from './switches.ts';

/** What the routes share: one running service. */
export interface SandboxService {
  readonly store: PipeStore;
  readonly switches: Switches;
  /** What the API calls things. */
  readonly names: WireNames;
  readonly view: PipeView;
  readonly authenticate: Authenticate;
  readonly limiter: RateLimiter;
  readonly log: RequestLog;
  readonly commits: CommitLog;
  readonly faults: Faults;
  readonly lateWrites: LateWrites;
  readonly staleReads: StaleReads;
  /** The simulated load, and the simulated time that goes with it. */
  readonly simulation: Simulation;
  readonly checkBearer: CheckBearer;
  readonly queryLimiter: QueryLimiter;
  /** The pipe of each alert: ids by id. */
  readonly alerts: ReadonlyMap<string, string>;
  /** The time that the pipes API goes by, in epoch milliseconds. It runs evenly. */
  readonly clock: () => number;
}
