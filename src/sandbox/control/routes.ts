import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Context, Hono } from 'hono';
import type { JsonObject } from '../../model/json.ts';
import { parseDuration } from '../../model/units.ts';
import type { FaultPlan } from '../faults/fault-plan.ts';
import { MAX_PLAN_BYTES, parsePlan } from '../faults/fault-plan.ts';
import { kindOf, type Pipe } from '../fleet/pipe.ts';
import {
  ApiError,
  newRequestId,
  parseUpdate,
  readBody,
  renderThrown,
  requireJson,
  type SandboxEnv,
} from '../pipes-api/http.ts';
import { editByHand } from '../pipes-api/updates.ts';
import type { SandboxService } from '../service.ts';
import { MOST_ADVANCE_MS, type SimulationClock } from '../simulation/clock.ts';
import { MAX_SPEED } from '../switches.ts';
import { showFleet, showSeries } from './views.ts';

/**
 * The control address: what the web console and the operators of a real service see. No credentials, no rate limit, no
 * latency; its requests are not in the request log. `ownHost` is what the sandbox was told to listen on.
 */
export function addControlRoutes(app: Hono<SandboxEnv>, service: SandboxService, ownHost: string): void {
  const { store, log, commits, faults, limiter, queryLimiter, clock } = service;
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
    requireJson(context.env.incoming.headers['content-type']);
    const edit = parseUpdate(await readBody(context.env.incoming));
    const cause = { by: 'hand', method: null, requestId: null, body: edit } as const;
    return context.json(await store.update(id, (pipe) => editByHand(pipe, edit, clock()), cause));
  });
  app.get('/_sandbox/requests', (context) => context.json({ requests: log.entries(), dropped: log.dropped() }));
  app.delete('/_sandbox/requests', (context) => {
    log.clear();
    return context.json({ requests: [], dropped: 0 });
  });
  app.get('/_sandbox/commits', (context) => context.json({ commits: commits.entries(), dropped: commits.dropped() }));
  app.delete('/_sandbox/commits', (context) => {
    commits.clear();
    return context.json({ commits: [], dropped: 0 });
  });
  app.post('/_sandbox/reset', async (context) => {
    service.lateWrites.cancel();
    service.staleReads.clear();
    await store.reset();
    service.simulation.reset();
    log.clear();
    commits.clear();
    faults.rewind();
    limiter.clear();
    queryLimiter.clear();
    return context.json({ status: 'ok', pipes: store.pipes().length });
  });
  addFaultRoutes(app, service);
  addSimulationRoutes(app, service);
  app.all('/_sandbox/*', () => {
    throw new ApiError('NOT_FOUND', 'the control address has no such path or method.');
  });
  app.onError((thrown) => {
    const { status, body, headers } = renderThrown(newRequestId(), thrown);
    return new Response(body, { status, headers });
  });
}

function summarize(pipe: Pipe) {
  const { id, serviceId, name, state, updatedAt } = pipe;
  return { id, serviceId, name, kind: kindOf(pipe) ?? null, state, updatedAt };
}

/**
 * Keeps web pages away from the control address, which takes no credentials. A page that had its own name resolved to this
 * machine (DNS rebinding) sends that name as Host; a page of another origin sends its Origin with every write.
 * @param ownHost the host that the sandbox was told to listen on.
 * @throws ApiError 403.
 */
export function guardControl(
  headers: { readonly host?: string | undefined; readonly origin?: string | undefined },
  ownHost: string,
): void {
  const { host, origin } = headers;
  if (host === undefined || !isOwnName(host, ownHost)) {
    throw new ApiError(
      'FORBIDDEN',
      'the control address answers to localhost, to addresses and to its own host name only.',
    );
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new ApiError('FORBIDDEN', 'the control address does not answer to pages of another origin.');
  }
}

function isOwnName(host: string, ownHost: string): boolean {
  const name = hostName(host);
  // An address cannot be rebound: only names can be made to point elsewhere.
  return name === 'localhost' || name === ownHost.toLowerCase() || isIP(name) !== 0;
}

function hostName(host: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(host);
  return (bracketed?.[1] ?? host.replace(/:\d+$/, '')).toLowerCase();
}

/** The faults at run time: PUT replaces the plan, POST adds to it, DELETE ends it; each answers as GET does. */
export function addFaultRoutes(app: Hono<SandboxEnv>, { faults }: SandboxService): void {
  app.get('/_sandbox/faults', (context) => context.json(faults.show()));
  app.put('/_sandbox/faults', async (context) => {
    faults.replace(await receivePlan(context.env.incoming));
    return context.json(faults.show());
  });
  app.post('/_sandbox/faults', async (context) => {
    faults.add(await receivePlan(context.env.incoming));
    return context.json(faults.show());
  });
  app.delete('/_sandbox/faults', (context) => {
    faults.clear();
    return context.json(faults.show());
  });
}

/** @throws ApiError 400 that names every mistake with its line and column. */
async function receivePlan(incoming: IncomingMessage): Promise<FaultPlan> {
  requireJson(incoming.headers['content-type']);
  const { plan, mistakes } = parsePlan(await readBody(incoming, MAX_PLAN_BYTES), 'body');
  if (mistakes.length === 0) return plan;
  const told = mistakes.map(({ line, column, summary, hint }) =>
    [`${line}:${column}: ${summary}`, ...(hint === null ? [] : [hint])].join(' '),
  );
  throw new ApiError('BAD_REQUEST', told.join('\n'));
}

/** What the console shows and a test steps: the fleet with its load, the load of one pipe, and the simulated time. */
export function addSimulationRoutes(app: Hono<SandboxEnv>, service: SandboxService): void {
  const { clock } = service.simulation;
  app.get('/_sandbox/fleet', (context) => context.json(showFleet(service)));
  app.get('/_sandbox/pipes/:id/series', (context) =>
    context.json(
      showSeries(service.simulation, requirePipe(service, context), readWindow(context.req.query('window'))),
    ),
  );
  app.get('/_sandbox/clock', (context) => context.json(showClock(clock)));
  app.post('/_sandbox/clock', async (context) => {
    requireJson(context.env.incoming.headers['content-type']);
    const { advance, speed } = readClockChange(parseUpdate(await readBody(context.env.incoming)));
    if (advance !== undefined) clock.advance(advance);
    if (speed !== undefined) clock.setSpeed(speed);
    return context.json(showClock(clock));
  });
}

/** `now` in epoch milliseconds; a clock that does not run by itself is stepped. */
function showClock(clock: SimulationClock): JsonObject {
  const speed = clock.speed();
  return { now: clock.now(), speed, mode: speed === 0 ? 'stepped' : 'running' };
}

interface ClockChange {
  /** Milliseconds. */
  readonly advance?: number;
  readonly speed?: number;
}

function readClockChange(body: JsonObject): ClockChange {
  const problems: string[] = [];
  const { advance, speed, ...others } = body;
  for (const key of Object.keys(others)) problems.push(`${key} is not about the clock`);
  const advanceMs = typeof advance === 'string' ? readDuration(advance, MOST_ADVANCE_MS) : undefined;
  if (advance !== undefined && advanceMs === undefined) {
    problems.push('advance must be a duration such as "10m", up to 31d');
  }
  if (speed !== undefined && !(typeof speed === 'number' && speed >= 0 && speed <= MAX_SPEED)) {
    problems.push(`speed must be a number from 0 to ${MAX_SPEED}`);
  }
  if (problems.length > 0) throw new ApiError('BAD_REQUEST', `${problems.join('; ')}.`);
  return {
    ...(advanceMs !== undefined && { advance: advanceMs }),
    ...(speed !== undefined && { speed: Number(speed) }),
  };
}

const DAY_MS = 86_400_000;

function readWindow(text = '1h'): number {
  const window = readDuration(text, DAY_MS);
  if (window !== undefined && window > 0) return window;
  throw new ApiError('BAD_REQUEST', 'window must be a duration such as 15m, up to 24h.');
}

function readDuration(text: string, most: number): number | undefined {
  const duration = parseDuration(text);
  return duration.ok && duration.value <= most ? duration.value : undefined;
}

/** The pipe that the path of a control route names. @throws ApiError 404. */
export function requirePipe({ store }: SandboxService, context: Context): Pipe {
  const pipe = store.find((context.req.param('id') ?? '').toLowerCase());
  if (pipe === undefined) throw new ApiError('NOT_FOUND', 'the pipe does not exist.');
  return pipe;
}
