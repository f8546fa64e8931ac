import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from 'hono';
import { MACHINE_CLOCK } from '../platform/machine-clock.ts';
import type { Faults } from './faults/faults.ts';
import type { Authenticate, RequestLimiter } from './pipes-api/access.ts';
import type { WireNames } from './pipes-api/contract.ts';
import type { SandboxEnv, ServiceResponse } from './pipes-api/http.ts';
import type { PipeView } from './pipes-api/view.ts';
import type { Simulation } from './simulation/simulation.ts';
import type { BoundedLog, Commit, OpenEntry } from './state/logs.ts';
import type { PipeStore } from './state/store.ts';
import type { Switches } from './switches.ts';

/** One running service: what the routes share. Its parts know nothing of it. */
export interface SandboxService {
  readonly store: PipeStore;
  readonly switches: Switches;
  readonly names: WireNames;
  readonly view: PipeView;
  readonly authenticate: Authenticate;
  readonly limiter: RequestLimiter;
  /** The same two for the observability API. */
  readonly checkBearer: Authenticate;
  readonly queryLimiter: RequestLimiter;
  /** The pipe of each alert: ids by id. */
  readonly alerts: ReadonlyMap<string, string>;
  readonly log: BoundedLog<OpenEntry>;
  readonly commits: BoundedLog<Commit>;
  readonly faults: Faults;
  readonly simulation: Simulation;
  /** The time of the pipes API, in epoch milliseconds. */
  readonly clock: () => number;
}

/** When each request arrived, in milliseconds of the machine's clock; the clock of the sandbox may run faster. */
const arrivals = new WeakMap<OpenEntry, number>();

/** Logs a request as it arrives. `pipeId` as in the path. */
export function openEntry(
  { log, clock }: SandboxService,
  context: Context<SandboxEnv>,
  pipeId: string | null,
): OpenEntry {
  const entry: OpenEntry = {
    at: new Date(clock()).toISOString(),
    method: context.req.method,
    path: context.req.path,
    pipeId,
    requestId: randomUUID(),
    authorization: context.env.incoming.headers.authorization !== undefined,
    body: null,
    status: null,
    committed: false,
    fault: null,
  };
  log.add(entry);
  arrivals.set(entry, MACHINE_CLOCK.monotonicMs());
  return entry;
}

/** Answers a request, after the latency that the switches ask for. Without one it stays synchronous, which is half of the cost of a read. */
export function finish(
  { switches }: SandboxService,
  entry: OpenEntry,
  { status, body, headers }: ServiceResponse,
): Response | Promise<Response> {
  entry.status = status;
  const respond = () => new Response(body, { status, headers });
  return switches.latencyMs === 0 ? respond() : waitForLatency(switches, entry).then(respond);
}

/** Waits until the response has taken as long as the switches ask for, the sandbox's own work included. */
export async function waitForLatency({ latencyMs }: Switches, entry: OpenEntry): Promise<void> {
  const left = latencyMs - (MACHINE_CLOCK.monotonicMs() - (arrivals.get(entry) ?? 0));
  if (left > 0) await delay(left, undefined, { ref: false });
}
