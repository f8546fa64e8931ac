import type { Hono } from 'hono';
import { kindOf, type Pipe } from '../fleet/pipe.ts';
import { newRequestId, Refusal, refuseThrown } from '../pipes-api/answer.ts';
import { parseUpdate, readBody, requireJson } from '../pipes-api/body.ts';
import type { SandboxEnv } from '../pipes-api/exchange.ts';
import { editByHand } from '../pipes-api/hand-edit.ts';
import { requirePipe } from '../pipes-api/require-pipe.ts';
import type { Service } from '../service.ts';
import { guardControl } from './control-guard.ts';
import { addFaultRoutes } from './fault-routes.ts';
import { addSimulationRoutes } from './simulation-routes.ts';

/**
 * The control address: what the web console and the operators of a real service see. No credentials, no rate limit, no
 * latency; its requests are not in the request log. `ownHost` is what the sandbox was told to listen on.
 */
export function addControlRoutes(app: Hono<SandboxEnv>, service: Service, ownHost: string): void {
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
    throw new Refusal('NOT_FOUND', 'the control address has no such path or method.');
  });
  app.onError((thrown) => {
    const { status, body, headers } = refuseThrown(newRequestId(), thrown);
    return new Response(body, { status, headers });
  });
}

function summarize(pipe: Pipe) {
  const { id, serviceId, name, state, updatedAt } = pipe;
  return { id, serviceId, name, kind: kindOf(pipe) ?? null, state, updatedAt };
}
