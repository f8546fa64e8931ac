import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Context, Hono } from 'hono';
import { type FaultPlan, parsePlan } from '../faults/fault-plan.ts';
import { kindOf, type Pipe } from '../fleet/pipe.ts';
import {
  ApiError,
  createMissingPipeError,
  parseUpdate,
  readBody,
  refuseProblems,
  renderThrown,
  requireJson,
  type SandboxEnv,
} from '../http.ts';
import { editByHand } from '../pipes-api/updates.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { SandboxService } from '../service.ts';
import type { BoundedLog } from '../state/logs.ts';
import { MAX_SPEED, parseMilliseconds } from '../switches.ts';
import { MAX_ADVANCE_MS, type SimulationClock } from '../workload/clock.ts';
import { showFleet, showSeries } from './console-data.ts';

/**
 * The control API: no credentials, rate limit, latency or request log.
 * @param ownHost the host that the sandbox listens on.
 */
export function addControlRoutes(app: Hono<SandboxEnv>, service: SandboxService, ownHost: string): void {
  const { store, log, commits, changes, faults } = service;
  app.use('/_sandbox/*', async (context, next) => {
    guardControl(context.env.incoming.headers, ownHost);
    await next();
  });
  app.get('/_sandbox/health', (context) =>
    context.json({ status: 'ok', organization: store.fleet.organization, pipes: store.pipes().length }),
  );
  app.get('/_sandbox/pipes', (context) =>
    context.json({ services: store.fleet.services, pipes: store.pipes().map(summarize) }),
  );
  app.get('/_sandbox/pipes/:id', (context) => context.json(requirePipe(service, context)));
  app.patch('/_sandbox/pipes/:id', async (context) => {
    const { id } = requirePipe(service, context);
    requireJson(context.env.incoming);
    const body = parseUpdate(await readBody(context.env.incoming));
    const cause = { by: 'hand', method: null, requestId: null, body } as const;
    return context.json(store.update(id, (pipe) => editByHand(pipe, body), cause));
  });
  addLogRoutes(app, 'requests', log);
  addLogRoutes(app, 'commits', commits);
  app.post('/_sandbox/reset', (context) => {
    faults.rewind();
    store.reset();
    service.simulation.reset();
    for (const part of [log, commits, changes, service.pipesAccess]) part.clear();
    return context.json({ status: 'ok', pipes: store.pipes().length });
  });
  addFaultRoutes(app, service);
  addSimulationRoutes(app, service);
  app.all('/_sandbox/*', () => {
    throw new ApiError('NOT_FOUND', 'the control address has no such path or method.');
  });
  app.onError((thrown) => {
    const { status, body, headers } = renderThrown(randomUUID(), thrown);
    return new Response(body, { status, headers });
  });
}

function summarize(pipe: Pipe) {
  const { id, serviceId, name, state, updatedAt } = pipe;
  return { id, serviceId, name, kind: kindOf(pipe) ?? null, state, updatedAt };
}

function addLogRoutes<Entry extends object>(app: Hono<SandboxEnv>, name: string, log: BoundedLog<Entry>): void {
  const show = (latest?: number) => ({ [name]: log.entries(latest), dropped: log.dropped() });
  app.get(`/_sandbox/${name}`, (context) => {
    const latest = context.req.query('latest');
    if (latest !== undefined && !/^[1-9]\d{0,5}$/.test(latest))
      throw new ApiError('BAD_REQUEST', 'latest must be a number of entries such as 100.');
    return context.json(show(latest === undefined ? undefined : Number(latest)));
  });
  app.delete(`/_sandbox/${name}`, (context) => {
    log.clear();
    return context.json(show());
  });
}

/**
 * Rejects web pages of other origins, since the control API has no credentials. A page that resolves its own name to this machine
 * (DNS rebinding) sends that name as Host; a page of another origin sends its Origin with every write.
 * @throws ApiError 403.
 */
export function guardControl({ host, origin }: IncomingHttpHeaders, ownHost: string): void {
  const [, bracketed, plain = ''] = /^(?:\[([^\]]+)\]|([^:]*))(?::\d+)?$/.exec(host ?? '') ?? [];
  const name = (bracketed ?? plain).toLowerCase();
  // Only names can be rebound, addresses cannot.
  if (name !== 'localhost' && name !== ownHost.toLowerCase() && isIP(name) === 0) {
    const text = 'the control address accepts requests to localhost, to IP addresses and to its own host name only.';
    throw new ApiError('FORBIDDEN', text);
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new ApiError('FORBIDDEN', 'the control address refuses requests from pages of another origin.');
  }
}

/** PUT replaces the plan, POST adds to it, PATCH turns faults on and off, DELETE removes it. All return the plan. */
function addFaultRoutes(app: Hono<SandboxEnv>, service: SandboxService): void {
  const { faults } = service;
  const actions = {
    GET: () => undefined,
    PUT: async (incoming: IncomingMessage) => faults.replace(await receivePlan(service, incoming)),
    POST: async (incoming: IncomingMessage) => faults.add(await receivePlan(service, incoming)),
    PATCH: async (incoming: IncomingMessage) => switchFaults(faults, incoming),
    DELETE: () => faults.replace({ seed: null, faults: [] }),
  };
  for (const [method, act] of Object.entries(actions)) {
    app.on(method, '/_sandbox/faults', async (context) => {
      await act(context.env.incoming);
      return context.json(faults.show());
    });
  }
}

/** Takes `{enabled, fault?}`; without the position `fault`, all faults are switched. @throws ApiError 400. */
async function switchFaults(faults: SandboxService['faults'], incoming: IncomingMessage): Promise<void> {
  requireJson(incoming);
  const { enabled, fault = null, ...others } = parseUpdate(await readBody(incoming));
  const position = fault === null || (typeof fault === 'number' && Number.isInteger(fault) && fault >= 0);
  refuseProblems([
    ...Object.keys(others).map((key) => `${key} is not enabled or fault`),
    typeof enabled === 'boolean' ? undefined : 'enabled must be true or false',
    position ? undefined : 'fault must be the position of a fault in the plan, from 0',
  ]);
  if (!faults.setEnabled(enabled === true, fault as number | null)) {
    throw new ApiError('BAD_REQUEST', `the plan has no fault at position ${fault}.`);
  }
}

/** About ten thousand faults, and every request is compared with each. */
const MAX_PLAN_BYTES = 1024 * 1024;

/** @throws ApiError 400 with one line for each problem. */
async function receivePlan({ faultKinds }: SandboxService, incoming: IncomingMessage): Promise<FaultPlan> {
  requireJson(incoming);
  const written = await readBody(incoming, MAX_PLAN_BYTES);
  try {
    return parsePlan(written, faultKinds);
  } catch (error) {
    throw error instanceof SandboxError ? new ApiError('BAD_REQUEST', error.message) : error;
  }
}

function addSimulationRoutes(app: Hono<SandboxEnv>, service: SandboxService): void {
  const { clock } = service.simulation;
  app.get('/_sandbox/fleet', (context) => context.json(showFleet(service)));
  app.get('/_sandbox/pipes/:id/series', (context) => {
    const windowMs = parseMilliseconds(context.req.query('window') ?? '1h') ?? 0;
    if (windowMs === 0 || windowMs > 86_400_000)
      throw new ApiError('BAD_REQUEST', 'window must be a duration such as 15m, up to 24h.');
    return context.json(showSeries(service, requirePipe(service, context), windowMs));
  });
  app.get('/_sandbox/clock', (context) => context.json(showClock(clock)));
  app.post('/_sandbox/clock', async (context) => {
    requireJson(context.env.incoming);
    const { advance, speed, ...others } = parseUpdate(await readBody(context.env.incoming));
    const advanceMs = typeof advance === 'string' ? parseMilliseconds(advance) : undefined;
    const isAdvance = advanceMs !== undefined && advanceMs <= MAX_ADVANCE_MS;
    const isSpeed = typeof speed === 'number' && speed >= 0 && speed <= MAX_SPEED;
    refuseProblems([
      ...Object.keys(others).map((key) => `${key} is not about the clock`),
      advance === undefined || isAdvance ? undefined : 'advance must be a duration such as "10m", up to 31d',
      speed === undefined || isSpeed ? undefined : `speed must be a number from 0 to ${MAX_SPEED}`,
    ]);
    if (isAdvance) clock.advance(advanceMs);
    if (isSpeed) clock.setSpeed(speed);
    return context.json(showClock(clock));
  });
}

/** `now` is in epoch milliseconds. */
function showClock(clock: SimulationClock) {
  const speed = clock.speed();
  return { now: clock.now(), speed, mode: speed === 0 ? 'stepped' : 'running' };
}

/** Finds the pipe of the path. @throws ApiError 404. */
function requirePipe({ store }: SandboxService, context: Context): Pipe {
  const pipe = store.find((context.req.param('id') ?? '').toLowerCase());
  if (pipe === undefined) throw createMissingPipeError();
  return pipe;
}
