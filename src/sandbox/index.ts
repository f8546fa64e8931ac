import { MACHINE_CLOCK } from '../platform/machine-clock.ts';
import { createObservabilityAccess, createPipesAccess, type SandboxCredentials } from './access.ts';
import type { FaultPlan } from './faults/fault-plan.ts';
import { createFaults } from './faults/faults.ts';
import { createQuickstartFleet } from './fleet/generate-fleet.ts';
import { type FleetState, kindOf, type Pipe } from './fleet/pipe.ts';
import { namesById } from './observability-api/query.ts';
import { createWireNames, EXTRA_SETTING } from './pipes-api/contract.ts';
import { createPipeView } from './pipes-api/view.ts';
import { SandboxError } from './sandbox-error.ts';
import { startServer } from './server.ts';
import { createSimulationClock, type SimulationClock } from './simulation/clock.ts';
import { createSimulation } from './simulation/simulation.ts';
import { createChangeLog } from './state/changes.ts';
import { type Commit, createBoundedLog, createCommit, type LoggedRequest, type OpenEntry } from './state/logs.ts';
import { openStateFolder } from './state/state-folder.ts';
import { createPipeStore } from './state/store.ts';
import { DEFAULT_SWITCHES, type Switches } from './switches.ts';

export { FaultPlanError, loadFaults } from './faults/fault-plan.ts';
export { loadFleet } from './fleet/fleet-file.ts';
export { createQuickstartFleet, generateFleet } from './fleet/generate-fleet.ts';
export { alertIdOf, METRICS_SOURCE_ID } from './observability-api/query.ts';
export { SandboxError } from './sandbox-error.ts';
export type { FleetState, Pipe };

export interface SandboxSetup {
  /** Default: `127.0.0.1`. */
  readonly host?: string;
  /** Default: 0, a free port. */
  readonly port?: number;
  /** Default: `sandbox` and `sandbox`. */
  readonly credentials?: SandboxCredentials;
  /** Default: the quickstart fleet. Ignored when `stateFolder` already has a state. */
  readonly fleet?: FleetState;
  /** Default: none, the state is in memory. */
  readonly stateFolder?: string;
  /** Default: the observed behavior. `idleServices` takes names and ids. */
  readonly switches?: Partial<Switches>;
  /** The time of the pipes API, in epoch milliseconds. Default: the wall clock at the start, then steady. */
  readonly clock?: () => number;
  /** Default: no faults. */
  readonly faults?: FaultPlan;
  /** For the observability API. Default: `sandbox`. */
  readonly accessToken?: string;
  /** Simulated seconds per second; 0 for stepped only. Default: 1. */
  readonly speed?: number;
  /** When the simulated time begins, epoch milliseconds. Default: now. */
  readonly startAt?: number;
}

export interface Sandbox {
  readonly url: string;
  /** The initial fleet, which `POST /_sandbox/reset` restores. */
  readonly fleet: FleetState;
  /** `resumed`: the folder already had a state. */
  readonly state: 'begun' | 'resumed';
  /** The current pipes. */
  pipes(): readonly Pipe[];
  readonly simulationClock: SimulationClock;
  /** The request log, oldest first. */
  requests(): readonly LoggedRequest[];
  /** The committed writes, oldest first. */
  commits(): readonly Commit[];
  /** Ends open connections. Resolves when the state is on disk. */
  close(): Promise<void>;
}

/**
 * Starts the pipes API at `/v1`, the observability API at `/api/v2`, the control API at `/_sandbox` and the console at `/`.
 * @throws SandboxError when it cannot listen or cannot use the state folder.
 */
export async function startSandbox(options: SandboxSetup = {}): Promise<Sandbox> {
  const given = { ...DEFAULT_SWITCHES, ...options.switches };
  const createFleet = () => withExtraSetting(options.fleet ?? createQuickstartFleet(), given);
  const folder =
    options.stateFolder === undefined ? undefined : await openStateFolder(options.stateFolder, createFleet);
  const fleet = folder?.fleet ?? createFleet();
  const clock = options.clock ?? startClock();
  const simulationClock = createSimulationClock(clock, options.startAt ?? clock(), options.speed ?? 1);
  const simulation = createSimulation(fleet.pipes, simulationClock);
  const commits = createBoundedLog<Commit>();
  const changes = createChangeLog();
  const store = createPipeStore(
    fleet,
    (before, after, cause) => {
      const now = clock();
      simulation.note(before, after, Math.max(0, (after.settling?.until ?? 0) - now));
      if (cause === null) return;
      commits.add(createCommit(before, after, cause, now));
      changes.add(before, after, cause.by, simulationClock.now());
    },
    folder,
  );
  try {
    const switches = { ...given, idleServices: resolveServices(given.idleServices, fleet) };
    const log = createBoundedLog<OpenEntry>();
    const names = createWireNames(switches);
    const plan = options.faults ?? { seed: null, faults: [] };
    const faults = createFaults(plan, store.find, namesById(fleet.services));
    const service = {
      ...{ store, switches, names, log, commits, changes, faults, simulation, clock },
      view: createPipeView(switches, names),
      pipesAccess: createPipesAccess(options.credentials ?? { keyId: 'sandbox', keySecret: 'sandbox' }, switches),
      observabilityAccess: createObservabilityAccess(options.accessToken ?? 'sandbox', switches.observabilityRateLimit),
    };
    const server = await startServer(service, options.host ?? '127.0.0.1', options.port ?? 0);
    return {
      url: server.url,
      fleet,
      state: folder?.isResumed ? 'resumed' : 'begun',
      pipes: store.pipes,
      simulationClock,
      requests: log.entries,
      commits: commits.entries,
      async close() {
        faults.rewind();
        await server.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** A real service has a clock of its own, so changes of this machine's clock have no effect. */
function startClock(): () => number {
  const startedAt = MACHINE_CLOCK.now() - MACHINE_CLOCK.monotonicMs();
  return () => Math.floor(startedAt + MACHINE_CLOCK.monotonicMs());
}

// Set to true at first, so that tests notice a client that drops it.
function withExtraSetting(fleet: FleetState, { extraSetting }: Switches): FleetState {
  if (extraSetting === 'none') return fleet;
  const pipes = fleet.pipes.map((pipe) =>
    kindOf(pipe) === 'objectStorage' ? { ...pipe, settings: { [EXTRA_SETTING.key]: true, ...pipe.settings } } : pipe,
  );
  return { ...fleet, pipes };
}

function resolveServices(namesAndIds: readonly string[], { services }: FleetState): readonly string[] {
  return namesAndIds.map((nameOrId) => {
    const found = Object.entries(services).find(([name, id]) => name === nameOrId || id === nameOrId.toLowerCase());
    if (found !== undefined) return found[1];
    const names = Object.keys(services).join(', ');
    throw new SandboxError(`the fleet has no service ${nameOrId} to make idle. Its services: ${names}.`);
  });
}
