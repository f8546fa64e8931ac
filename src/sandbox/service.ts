import type { Access } from './access.ts';
import type { Delivery, RawExchange } from './faults/delivery.ts';
import type { FaultShape, Operation } from './faults/fault-plan.ts';
import type { Faults } from './faults/faults.ts';
import type { ServiceResponse } from './http.ts';
import type { WireNames } from './pipes-api/field-rules.ts';
import type { PipeUpdates } from './pipes-api/updates.ts';
import type { PipeView } from './pipes-api/view.ts';
import type { BoundedLog, ChangeLog, Commit, OpenEntry } from './state/logs.ts';
import type { PipeStore } from './state/store.ts';
import type { Switches } from './switches.ts';
import type { Simulation } from './workload/simulation.ts';

/** What the routes of a running service share. */
export interface SandboxService {
  readonly store: PipeStore;
  readonly switches: Switches;
  readonly names: WireNames;
  /** What a write changes. */
  readonly updates: PipeUpdates;
  readonly view: PipeView;
  /** Changes the result of an operation, as JSON text, before it is sent. A fault does. */
  readonly reshape: (operation: Operation, result: string) => string;
  readonly pipesAccess: Access;
  readonly observabilityAccess: Pick<Access, 'admit'>;
  readonly log: BoundedLog<OpenEntry>;
  readonly commits: BoundedLog<Commit>;
  readonly changes: ChangeLog;
  /** The keys are the names of the kinds. */
  readonly faultKinds: Readonly<Record<string, FaultKind>>;
  readonly faults: Faults;
  readonly simulation: Simulation;
  /** The time of the pipes API, in epoch milliseconds. */
  readonly clock: () => number;
}

/** A kind of fault: how a plan writes it, and what it does. */
export interface FaultKind extends FaultShape {
  /** Returns the response, which is sent unchanged, or how to send one. @param fault the values of the parameters. */
  effect(
    fault: Readonly<Record<string, unknown>>,
    request: TakenRequest,
    service: SandboxService,
  ): ServiceResponse | Delivery | Promise<ServiceResponse | Delivery>;
}

/** The request that a fault handles. */
export interface TakenRequest extends RawExchange {
  readonly requestId: string;
  /** Empty when the request has no pipe. */
  readonly pipeId: string;
  /** Lets a service handle the request, once: then it returns the same response. Never throws. */
  handle(service: SandboxService): Promise<ServiceResponse>;
}
