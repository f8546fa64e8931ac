import type { Context, Hono } from 'hono';
import { isUuid } from '../../model/pipe-address.ts';
import { answerFaulty, ELSEWHERE } from '../faults/answer-faulty.ts';
import { kindOf, type Pipe } from '../fleet/pipe.ts';
import { finish, openEntry, type SandboxService } from '../service.ts';
import type { OpenEntry } from '../state/logs.ts';
import { readNamed } from './contract.ts';
import {
  ApiError,
  createIdleError,
  HTML_TYPE,
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

/** The path parameters of every operation (contract, part 4), as in the path. */
interface PipePath {
  readonly organizationId: string;
  readonly serviceId: string;
  readonly pipeId: string;
}

/** Carries out a write; resolves with its result as JSON text. @throws ApiError, and then nothing was written. */
type Write = (service: SandboxService, pipe: Pipe, text: string, requestId: string) => Promise<string>;

/**
 * The three operations of the contract. One handler per path and nothing around it: the chain is the cost of a request.
 * Every other method on these paths is a 405, every other path the page of a proxy (field notes).
 */
export function addApiRoutes(app: Hono<SandboxEnv>, service: SandboxService): void {
  const path = `/v1/organizations/:organizationId/services/:serviceId/${service.switches.resource}/:pipeId`;
  app.all(path, serve(service, 'get', 'GET', null));
  app.all(`${path}/settings`, serve(service, 'put', 'PUT', putSettings));
  app.all(`${path}/scaling`, serve(service, 'patch', 'PATCH', patchScaling));
  app.all(ELSEWHERE, (context) => {
    const entry = openEntry(service, context, null);
    return finish(service, entry, renderResult(entry.requestId, '{}'));
  });
  app.notFound((context) => finish(service, openEntry(service, context, null), NOT_ROUTED));
}

const NOT_ROUTED: ServiceResponse = {
  status: 404,
  body: '<!doctype html>\n<html><head><title>404 Not Found</title></head><body><h1>404 Not Found</h1></body></html>\n',
  headers: HTML_TYPE,
};

function serve(service: SandboxService, operation: 'get' | 'put' | 'patch', method: string, write: Write | null) {
  return (context: Context<SandboxEnv>): Response | Promise<Response> => {
    const address: PipePath = {
      organizationId: context.req.param('organizationId') ?? '',
      serviceId: context.req.param('serviceId') ?? '',
      pipeId: context.req.param('pipeId') ?? '',
    };
    const { pipeId } = address;
    const entry = openEntry(service, context, pipeId);
    const fail = (thrown: unknown) => finish(service, entry, renderThrown(entry.requestId, thrown));
    try {
      service.authenticate(context.env.incoming.headers.authorization);
      service.limiter.admit(service.clock());
      if (context.req.method !== method) {
        throw new ApiError('METHOD_NOT_ALLOWED', `this path takes ${method} only.`, { allow: method });
      }
    } catch (thrown) {
      return fail(thrown);
    }
    const fault = service.faults.take(operation, pipeId);
    if (write === null) {
      const handle = (by: SandboxService) => read(by, address, entry);
      if (fault === null) return finish(service, entry, handle(service));
      return answerFaulty(service, fault, entry, context.env, { pipeId, handle });
    }
    const serveWrite = async (): Promise<Response> => {
      const text = await receive(context, entry);
      const handle = async (by: SandboxService) => {
        try {
          requireJson(context.env.incoming);
          const result = await write(by, findPipe(by, address), text, entry.requestId);
          // A fault may have lent the service a store that keeps nothing.
          entry.committed = by.store === service.store;
          return renderResult(entry.requestId, result);
        } catch (thrown) {
          return renderThrown(entry.requestId, thrown);
        }
      };
      if (fault !== null) return answerFaulty(service, fault, entry, context.env, { pipeId, handle });
      return finish(service, entry, await handle(service));
    };
    return serveWrite().catch(fail);
  };
}

/** Reads the body of a write and logs it. @throws ApiError 413. */
async function receive(context: Context<SandboxEnv>, entry: OpenEntry): Promise<string> {
  const text = await readBody(context.env.incoming);
  entry.body = text === '' ? null : (parseJson(text) ?? text);
  return text;
}

function read(service: SandboxService, address: PipePath, entry: OpenEntry): ServiceResponse {
  try {
    const now = service.clock();
    const pipe = findPipe(service, address);
    const stale = service.faults.findStale(pipe.id, now);
    // The fault of an earlier write: the log shows why this read differs from what was committed.
    if (stale !== undefined) entry.fault = 'lag';
    return renderResult(entry.requestId, service.view.renderPipe(stale ?? pipe, now));
  } catch (thrown) {
    return renderThrown(entry.requestId, thrown);
  }
}

const putSettings: Write = async ({ store, switches, names, view, clock }, pipe, text, requestId) => {
  // Field notes, seen: the settings endpoint of a postgres pipe is a 404 although the pipe exists.
  if (kindOf(pipe) === 'postgres') throw new ApiError('NOT_FOUND', 'the settings of this pipe were not found.');
  const body = parseUpdate(text);
  const cause = { by: 'api', method: 'PUT', requestId, body: readNamed(body, names) } as const;
  const update = (latest: Pipe) => updateSettings(latest, body, switches, names, clock());
  return view.renderSettings(await store.update(pipe.id, update, cause));
};

const patchScaling: Write = async ({ store, switches, view, clock }, pipe, text, requestId) => {
  const body = parseUpdate(text);
  const cause = { by: 'api', method: 'PATCH', requestId, body } as const;
  const update = (latest: Pipe) => updateScaling(latest, body, switches, clock());
  return view.renderPipe(await store.update(pipe.id, update, cause), clock());
};

function findPipe({ store, switches }: SandboxService, address: PipePath): Pipe {
  const malformed = Object.entries(address).filter(([, id]) => !isUuid(id));
  if (malformed.length > 0) {
    throw new ApiError('BAD_REQUEST', `${malformed.map(([name]) => `${name} must be a uuid`).join('; ')}.`);
  }
  const serviceId = address.serviceId.toLowerCase();
  if (address.organizationId.toLowerCase() !== store.fleet.organization) {
    throw new ApiError('NOT_FOUND', 'the organization does not exist.');
  }
  if (!Object.values(store.fleet.services).includes(serviceId)) {
    throw new ApiError('NOT_FOUND', 'the service does not exist.');
  }
  if (switches.idleServices.includes(serviceId)) throw createIdleError();
  const pipe = store.find(address.pipeId.toLowerCase());
  if (pipe?.serviceId !== serviceId) throw new ApiError('NOT_FOUND', 'the pipe does not exist.');
  return pipe;
}
