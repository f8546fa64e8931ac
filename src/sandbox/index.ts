import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
// The smallest router is enough for some thirty routes.
import { Hono } from 'hono/tiny';
import { MACHINE_CLOCK } from '../platform/machine-clock.ts';
import { createObservabilityAccess, createPipesAccess, type SandboxCredentials } from './access.ts';
import { addConsoleRoutes } from './console/console-routes.ts';
import { addControlRoutes } from './control/routes.ts';
import { FAULT_KINDS } from './faults/fault-kinds.ts';
import { type FaultPlan, parsePlan } from './faults/fault-plan.ts';
import { createFaults } from './faults/faults.ts';
import { createQuickstartFleet } from './fleet/generate-fleet.ts';
import type { FleetState, Pipe } from './fleet/pipe.ts';
import type { SandboxEnv } from './http.ts';
import { namesById } from './observability-api/query.ts';
import { addObservabilityRoutes } from './observability-api/routes.ts';
import { createWireNames } from './pipes-api/field-rules.ts';
import { addApiRoutes } from './pipes-api/routes.ts';
import { updateScaling, updateSettings } from './pipes-api/updates.ts';
import { createPipeView } from './pipes-api/view.ts';
import { SandboxError } from './sandbox-error.ts';
import type { SandboxService } from './service.ts';
import {
  type Commit,
  createBoundedLog,
  createChangeLog,
  createCommit,
  type LoggedRequest,
  type OpenEntry,
} from './state/logs.ts';
import { createPipeStore } from './state/store.ts';
import { DEFAULT_SWITCHES, parseWorkload, type Switches, type Workload } from './switches.ts';
import { createSimulationClock, type SimulationClock } from './workload/clock.ts';
import { createSimulation } from './workload/simulation.ts';
import { readText } from './yaml-file.ts';

export { loadFleet, saveFleet } from './fleet/fleet-file.ts';
export { createQuickstartFleet, generateFleet } from './fleet/generate-fleet.ts';
export { alertIdOf, METRICS_SOURCE_ID } from './observability-api/query.ts';
export type { FleetState, Pipe };
export { SandboxError };

export interface SandboxSetup {
  /** Default: `127.0.0.1`. */
  readonly host?: string;
  /** Default: 0, a free port. */
  readonly port?: number;
  /** Default: `sandbox` and `sandbox`. */
  readonly credentials?: SandboxCredentials;
  /** Default: the quickstart fleet. */
  readonly fleet?: FleetState;
  /** Default: those of the contract, and the observed behavior. */
  readonly switches?: Partial<Switches>;
  /** The time of the pipes API, in epoch milliseconds. Default: the wall clock at the start, then steady. */
  readonly clock?: () => number;
  /** Default: no faults. */
  readonly faults?: FaultPlan | undefined;
  /** The token of the observability API. Default: `sandbox`. */
  readonly accessToken?: string;
  /** Simulated seconds per second; 0 for stepped only. Default: 1. */
  readonly speed?: number;
  /** When the simulated time begins, epoch milliseconds. Default: now. */
  readonly startAt?: number | undefined;
  /** What the streams have to do. Default: the fleet's; without one, a load that fits their size. */
  readonly workload?: Workload | undefined;
  /** Replaces parts of the service, for tests against services that behave otherwise. */
  readonly adapt?: (service: SandboxService) => SandboxService;
}

export interface Sandbox {
  readonly url: string;
  /** The initial fleet, which `POST /_sandbox/reset` restores. */
  readonly fleet: FleetState;
  /** The current pipes. */
  pipes(): readonly Pipe[];
  readonly simulationClock: SimulationClock;
  /** The request log, oldest first. */
  requests(): readonly LoggedRequest[];
  /** The committed writes, oldest first. */
  commits(): readonly Commit[];
  /** Ends open connections. */
  close(): Promise<void>;
}

/**
 * Starts the pipes API at `/v1`, the observability API at `/api/v2`, the control API at `/_sandbox` and the console at `/`, in memory.
 * @throws SandboxError when it cannot listen.
 */
export async function startSandbox(setup: SandboxSetup = {}): Promise<Sandbox> {
  const { fleet = createQuickstartFleet(), clock = startClock(), adapt = (service) => service } = setup;
  const switches = { ...DEFAULT_SWITCHES, ...setup.switches };
  const simulationClock = createSimulationClock(clock, setup.startAt ?? clock(), setup.speed ?? 1);
  const workload = setup.workload ?? parseWorkload(fleet.workload ?? '');
  const simulation = createSimulation(simulationClock, workload);
  const log = createBoundedLog<OpenEntry>();
  const commits = createBoundedLog<Commit>();
  const changes = createChangeLog();
  const store = createPipeStore(fleet, simulationClock.now, (before, after, cause) => {
    const now = clock();
    // The service settles in real time, and the simulation counts its own.
    const settlesInMs = Math.max(0, (after.settling?.until ?? 0) - now) * simulationClock.speed();
    simulation.note(before, after, settlesInMs);
    commits.add(createCommit(before, after, cause, now));
    changes.add(before, after, cause.by, simulationClock.now());
  });
  const names = createWireNames(switches);
  const service = adapt({
    ...{ store, switches, names, log, commits, changes, simulation, clock },
    updates: { settings: updateSettings, scaling: updateScaling },
    view: createPipeView(names),
    reshape: (_, result) => result,
    pipesAccess: createPipesAccess(setup.credentials ?? { keyId: 'sandbox', keySecret: 'sandbox' }, switches.rateLimit),
    observabilityAccess: createObservabilityAccess(setup.accessToken ?? 'sandbox'),
    faultKinds: FAULT_KINDS,
    faults: createFaults(setup.faults ?? { seed: null, faults: [] }, store.find, namesById(fleet.services)),
  });
  const server = await startServer(service, setup.host ?? '127.0.0.1', setup.port ?? 0);
  return {
    url: server.url,
    fleet,
    pipes: store.pipes,
    simulationClock,
    requests: log.entries,
    commits: commits.entries,
    close: server.close,
  };
}

/** A real service has a clock of its own, so changes of this machine's clock have no effect. */
function startClock(): () => number {
  const startedAt = MACHINE_CLOCK.now() - MACHINE_CLOCK.monotonicMs();
  return () => Math.floor(startedAt + MACHINE_CLOCK.monotonicMs());
}

/** @param port 0 for a free port. @throws SandboxError when the address cannot be used. */
async function startServer(service: SandboxService, host: string, port: number) {
  const app = new Hono<SandboxEnv>();
  addConsoleRoutes(app, host);
  addControlRoutes(app, service, host);
  addObservabilityRoutes(app, service);
  addApiRoutes(app, service);
  // Idle connections stay open between the runs of a client.
  const serverOptions = { keepAlive: true, keepAliveTimeout: 60_000 };
  const server = createAdaptorServer({ fetch: app.fetch, hostname: host, createServer, serverOptions }) as Server;
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new SandboxError(describeListenError(error, host, port));
  });
  return {
    url: addressOf(server.address() as AddressInfo),
    /** Ends all connections. */
    async close(): Promise<void> {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function describeListenError(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE')
    return `port ${port} on ${host} is in use. Stop what uses it, such as another sandbox, or name another with --port (0: a free one).`;
  if (error.code === 'EACCES')
    return `port ${port} on ${host} is not open to this user. Name one above 1023 with --port.`;
  return `cannot listen on ${host}, port ${port} (${error.code ?? 'unknown cause'}). Check --host and --port.`;
}

// A client cannot call the addresses that mean "all addresses".
function addressOf({ address, family, port }: AddressInfo): string {
  if (address === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (address === '::') return `http://[::1]:${port}`;
  return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
}

/** Reads a fault plan from a YAML or JSON file. @throws SandboxError with one line for each problem. */
export async function loadFaults(file: string): Promise<FaultPlan> {
  const what = `fault plan ${file}`;
  return parsePlan(await readText(file, what), FAULT_KINDS, what);
}
