import type { Context, Hono } from 'hono';
import type { JsonValue } from '../../model/json.ts';
import { isUuid } from '../../model/uuid.ts';
import { answerFaulty, ELSEWHERE } from '../faults/answer-faulty.ts';
import type { Fault, Operation } from '../faults/fault-plan.ts';
import { kindOf, type Pipe } from '../fleet/pipe.ts';
import type { SandboxService } from '../service.ts';
import type { OpenEntry } from '../state/logs.ts';
import {
  ApiError,
  finish,
  openEntry,
  parseJson,
  parseUpdate,
  readBody,
  renderResult,
  renderThrown,
  requireJson,
  type SandboxEnv,
  type ServiceResponse,
} from './http.ts';
import { updateScaling, updateSettings } from './updates.ts';
import { readNamed } from './view.ts';

interface ReadOperation {
  readonly name: Operation;
  readonly method: 'GET';
  readonly run: typeof getPipe;
}

interface WriteOperation {
  readonly name: Operation;
  readonly method: 'PUT' | 'PATCH';
  readonly run: typeof putSettings;
}

/**
 * The three operations of the contract. One handler per path and nothing around it: the chain is the cost of a request.
 * Every other method on these paths is a 405, every other path the 404 page that `notFound` makes.
 */
export function addApiRoutes(app: Hono<SandboxEnv>, service: SandboxService): void {
  const path = `/v1/organizations/:organizationId/services/:serviceId/${service.names.resource}/:pipeId`;
  app.all(path, serve(service, { name: 'get', method: 'GET', run: getPipe }));
  app.all(`${path}/settings`, serve(service, { name: 'put', method: 'PUT', run: putSettings }));
  app.all(`${path}/scaling`, serve(service, { name: 'patch', method: 'PATCH', run: patchScaling }));
  app.all(ELSEWHERE, (context) => {
    const entry = openEntry(service, context, null);
    return finish(service, entry, renderResult(entry.requestId, '{}'));
  });
  app.notFound((context) => {
    const entry = openEntry(service, context, null);
    return finish(service, entry, NOT_ROUTED);
  });
}

// Field notes: an unrouted path answers with the page of a proxy, not with the service's error body.
const NOT_ROUTED: ServiceResponse = {
  status: 404,
  body: '<!doctype html>\n<html><head><title>404 Not Found</title></head><body><h1>404 Not Found</h1></body></html>\n',
  headers: { 'content-type': 'text/html; charset=utf-8' },
};

function serve(service: SandboxService, operation: ReadOperation | WriteOperation) {
  return (context: Context<SandboxEnv>): Response | Promise<Response> => {
    const address = readAddress(context);
    const entry = openEntry(service, context, address.pipeId);
    let fault: Fault | null;
    try {
      admit(service, context, operation.method);
      fault = service.faults.take(operation.name, address.pipeId);
    } catch (thrown) {
      return finish(service, entry, renderThrown(entry.requestId, thrown));
    }
    if (fault !== null) return serveFaulty(service, context, operation, address, entry, fault);
    // A read stays synchronous: no promise, no stream, which is half of its cost.
    if (operation.method === 'GET') return finish(service, entry, read(service, operation, address, entry));
    return write(service, context, operation, address, entry);
  };
}

function read(service: SandboxService, { run }: ReadOperation, address: PipePath, entry: OpenEntry): ServiceResponse {
  const { requestId } = entry;
  // A write that came before has asked for it: the log says why the read shows what it does.
  if (service.staleReads.find(address.pipeId.toLowerCase(), service.clock()) !== undefined) entry.fault = 'lag';
  try {
    return renderResult(requestId, run(service, address));
  } catch (thrown) {
    return renderThrown(requestId, thrown);
  }
}

async function write(
  service: SandboxService,
  context: Context<SandboxEnv>,
  operation: WriteOperation,
  address: PipePath,
  entry: OpenEntry,
): Promise<Response> {
  try {
    const text = await receive(context, entry);
    const answer = await carryOutWrite(service, context, operation, address, entry, text);
    entry.committed = true;
    return finish(service, entry, answer);
  } catch (thrown) {
    return finish(service, entry, renderThrown(entry.requestId, thrown));
  }
}

/** Reads the body of a write into its entry. @throws ApiError 413. */
async function receive(context: Context<SandboxEnv>, entry: OpenEntry): Promise<string> {
  const text = await readBody(context.env.incoming);
  entry.body = logged(text);
  return text;
}

async function carryOutWrite(
  service: SandboxService,
  context: Context<SandboxEnv>,
  { run }: WriteOperation,
  address: PipePath,
  { requestId }: OpenEntry,
  text: string,
): Promise<ServiceResponse> {
  requireJson(context.env.incoming.headers['content-type']);
  return renderResult(requestId, await run(service, address, text, requestId));
}

/** The same for a request that a fault has taken. */
async function serveFaulty(
  service: SandboxService,
  context: Context<SandboxEnv>,
  operation: ReadOperation | WriteOperation,
  address: PipePath,
  entry: OpenEntry,
  fault: Fault,
): Promise<Response> {
  const { pipeId } = address;
  if (operation.method === 'GET') {
    const handle = async (by: SandboxService) => read(by, operation, address, entry);
    return answerFaulty(service, fault, entry, context.env, { pipeId, handle });
  }
  let text: string;
  try {
    text = await receive(context, entry);
  } catch (thrown) {
    return finish(service, entry, renderThrown(entry.requestId, thrown));
  }
  const handle = async (by: SandboxService) => {
    try {
      const answer = await carryOutWrite(by, context, operation, address, entry, text);
      // A fault may have lent the service a store that keeps nothing.
      entry.committed = by.store === service.store;
      return answer;
    } catch (thrown) {
      return renderThrown(entry.requestId, thrown);
    }
  };
  return answerFaulty(service, fault, entry, context.env, { pipeId, handle });
}

function admit(service: SandboxService, context: Context<SandboxEnv>, method: string): void {
  const keyId = service.authenticate(context.env.incoming.headers.authorization);
  service.limiter.admit(keyId, service.clock());
  if (context.req.method !== method) {
    throw new ApiError('METHOD_NOT_ALLOWED', `this path takes ${method} only.`, { allow: method });
  }
}

function readAddress(context: Context<SandboxEnv>): PipePath {
  return {
    organizationId: context.req.param('organizationId') ?? '',
    serviceId: context.req.param('serviceId') ?? '',
    pipeId: context.req.param('pipeId') ?? '',
  };
}

function logged(text: string): JsonValue {
  if (text === '') return null;
  return parseJson(text) ?? text;
}

/** The path parameters that every operation has (contract, part 4), as they stood in the path. */
export interface PipePath {
  readonly organizationId: string;
  readonly serviceId: string;
  readonly pipeId: string;
}

/** The three operations of part 4. Each returns its result as JSON text, or throws a refusal: then nothing was written. */
export function getPipe(service: SandboxService, address: PipePath): string {
  const now = service.clock();
  const pipe = findPipe(service, address);
  return service.view.renderPipe(service.staleReads.find(pipe.id, now) ?? pipe, now);
}

export async function putSettings(
  service: SandboxService,
  address: PipePath,
  bodyText: string,
  requestId: string,
): Promise<string> {
  const pipe = findPipe(service, address);
  // Field notes, seen: the settings endpoint of a postgres pipe is a 404 although the pipe exists.
  if (kindOf(pipe) === 'postgres') throw new ApiError('NOT_FOUND', 'the settings of this pipe were not found.');
  const body = parseUpdate(bodyText);
  const updated = await service.store.update(
    pipe.id,
    (latest) => updateSettings(latest, body, service, service.clock()),
    { by: 'api', method: 'PUT', requestId, body: readNamed(body, service.names) },
  );
  return service.view.renderSettings(updated);
}

export async function patchScaling(
  service: SandboxService,
  address: PipePath,
  bodyText: string,
  requestId: string,
): Promise<string> {
  const pipe = findPipe(service, address);
  const body = parseUpdate(bodyText);
  const updated = await service.store.update(
    pipe.id,
    (latest) => updateScaling(latest, body, service.switches, service.clock()),
    { by: 'api', method: 'PATCH', requestId, body },
  );
  return service.view.renderPipe(updated, service.clock());
}

function findPipe({ store, switches }: SandboxService, address: PipePath): Pipe {
  const malformed = Object.entries(address).filter(([, id]) => !isUuid(id));
  if (malformed.length > 0) {
    throw new ApiError('BAD_REQUEST', `${malformed.map(([name]) => `${name} must be a uuid`).join('; ')}.`);
  }
  const organizationId = address.organizationId.toLowerCase();
  const serviceId = address.serviceId.toLowerCase();
  if (organizationId !== store.fleet.organization) throw new ApiError('NOT_FOUND', 'the organization does not exist.');
  if (!Object.values(store.fleet.services).includes(serviceId)) {
    throw new ApiError('NOT_FOUND', 'the service does not exist.');
  }
  if (switches.idleServices.includes(serviceId)) {
    throw new ApiError('FAILED_DEPENDENCY', 'the service is not available. Current state: idle');
  }
  const pipe = store.find(address.pipeId.toLowerCase());
  if (pipe?.serviceId !== serviceId) throw new ApiError('NOT_FOUND', 'the pipe does not exist.');
  return pipe;
}
