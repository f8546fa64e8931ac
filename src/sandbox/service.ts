import type { Access } from './access.ts';
import type { Faults } from './faults/faults.ts';
import type { WireNames } from './pipes-api/contract.ts';
import type { PipeView } from './pipes-api/view.ts';
import type { Simulation } from './simulation/simulation.ts';
import type { ChangeLog } from './state/changes.ts';
import type { BoundedLog, Commit, OpenEntry } from './state/logs.ts';
import type { PipeStore } from './state/store.ts';
import type { Switches } from './switches.ts';

/** What the routes of a running service share. */
export interface SandboxService {
  readonly store: PipeStore;
  readonly switches: Switches;
  readonly names: WireNames;
  readonly view: PipeView;
  readonly pipesAccess: Access;
  readonly observabilityAccess: Access;
  readonly log: BoundedLog<OpenEntry>;
  readonly commits: BoundedLog<Commit>;
  readonly changes: ChangeLog;
  readonly faults: Faults;
  readonly simulation: Simulation;
  /** The time of the pipes API, in epoch milliseconds. */
  readonly clock: () => number;
}
