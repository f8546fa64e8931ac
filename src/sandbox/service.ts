import type { Authenticate } from './auth.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RequestLog } from './request-log.ts';
import type { PipeStore } from './store.ts';
import type { Switches } from './switches.ts';
import type { PipeView } from './view.ts';

/** What the routes share: one running service. */
export interface Service {
  readonly store: PipeStore;
  readonly switches: Switches;
  readonly view: PipeView;
  readonly authenticate: Authenticate;
  readonly limiter: RateLimiter;
  readonly log: RequestLog;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}
