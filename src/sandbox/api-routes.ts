import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { JsonValue } from '../model/json.ts';
import { type Answer, newRequestId, Refusal, refuseThrown, succeed } from './answer.ts';
import { parseJson, readBody, requireJson } from './body.ts';
import { getPipe, type PipeAddress, patchScaling, putSettings } from './operations.ts';
import type { OpenEntry } from './request-log.ts';
import type { Service } from './service.ts';

export type SandboxEnv = { Bindings: HttpBindings };

type ReadOperation = { readonly method: 'GET'; readonly run: typeof getPipe };
type WriteOperation = { readonly method: 'PUT' | 'PATCH'; readonly run: typeof putSettings };

const PIPE_PATH = '/v1/organizations/:organizationId/services/:serviceId/pipes/:pipeId';

/**
 * The three operations of the contract. One handler per path and nothing around it: the chain is the cost of a request.
 * Every other method on these paths is a 405, every other path the 404 page that `notFound` makes.
 */
export function addApiRoutes(app: Hono<SandboxEnv>, service: Service): void {
  app.all(PIPE_PATH, serve(service, { method: 'GET', run: getPipe }));
  app.all(`${PIPE_PATH}/settings`, serve(service, { method: 'PUT', run: putSettings }));
  app.all(`${PIPE_PATH}/scaling`, serve(service, { method: 'PATCH', run: patchScaling }));
  app.notFound((context) => {
    const entry = openEntry(service, context, null);
    return finish(service, entry, NOT_ROUTED);
  });
}

// Field notes: an unrouted path answers with the page of a proxy, not with the service's error body.
const NOT_ROUTED: Answer = {
  status: 404,
  body: '<!doctype html>\n<html><head><title>404 Not Found</title></head><body><h1>404 Not Found</h1></body></html>\n',
  headers: { 'content-type': 'text/html; charset=utf-8' },
};

function serve(service: Service, operation: ReadOperation | WriteOperation) {
  return (context: Context<SandboxEnv>): Response | Promise<Response> => {
    const address = readAddress(context);
    const entry = openEntry(service, context, address.pipeId);
    const { requestId } = entry;
    try {
      admit(service, context, operation.method);
      // A read stays synchronous: no promise, no stream, which is half of its cost.
      if (operation.method === 'GET') {
        return finish(service, entry, succeed(requestId, operation.run(service, address)));
      }
    } catch (thrown) {
      return finish(service, entry, refuseThrown(requestId, thrown));
    }
    return write(service, context, operation, address, entry);
  };
}

async function write(
  service: Service,
  context: Context<SandboxEnv>,
  operation: WriteOperation,
  address: PipeAddress,
  entry: OpenEntry,
): Promise<Response> {
  try {
    const text = await readBody(context.env.incoming);
    entry.body = logged(text);
    requireJson(context.env.incoming.headers['content-type']);
    return finish(service, entry, succeed(entry.requestId, await operation.run(service, address, text)));
  } catch (thrown) {
    return finish(service, entry, refuseThrown(entry.requestId, thrown));
  }
}

function admit(service: Service, context: Context<SandboxEnv>, method: string): void {
  const keyId = service.authenticate(context.env.incoming.headers.authorization);
  service.limiter.admit(keyId, service.clock());
  if (context.req.method !== method) {
    throw new Refusal('METHOD_NOT_ALLOWED', `this path takes ${method} only.`, { allow: method });
  }
}

function finish(service: Service, entry: OpenEntry, answer: Answer): Response | Promise<Response> {
  entry.status = answer.status;
  const delayed = delayAnswer(service);
  return delayed === undefined ? respond(answer) : delayed.then(() => respond(answer));
}

/** Waits as long as the switches add to every answer; undefined when that is nothing. */
export function delayAnswer({ switches }: Service): Promise<void> | undefined {
  return switches.latencyMs === 0 ? undefined : delay(switches.latencyMs, undefined, { ref: false });
}

function respond(answer: Answer): Response {
  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}

function readAddress(context: Context<SandboxEnv>): PipeAddress {
  return {
    organizationId: context.req.param('organizationId') ?? '',
    serviceId: context.req.param('serviceId') ?? '',
    pipeId: context.req.param('pipeId') ?? '',
  };
}

/** Puts a request into the log as it arrives. `pipeId` as it stood in the path. */
export function openEntry({ log, clock }: Service, context: Context<SandboxEnv>, pipeId: string | null): OpenEntry {
  const at = new Date(clock()).toISOString();
  return log.open({
    at,
    method: context.req.method,
    path: context.req.path,
    pipeId,
    requestId: newRequestId(),
    body: null,
    status: null,
  });
}

function logged(text: string): JsonValue {
  if (text === '') return null;
  return parseJson(text) ?? text;
}
