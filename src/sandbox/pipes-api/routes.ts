import type { Hono } from 'hono';
import { isUuid } from '../../model/pipe-address.ts';
import { kindOf, type Pipe } from '../fleet/pipe.ts';
import {
  ApiError,
  createMissingPipeError,
  HTML_TYPE,
  IDLE_TEXT,
  parseUpdate,
  renderResult,
  renderThrown,
  requireJson,
  type SandboxEnv,
  type ServiceResponse,
} from '../http.ts';
import { finish, openRequest, type ServedApi, serve, showDate } from '../serve.ts';
import type { SandboxService } from '../service.ts';
import type { OpenEntry } from '../state/logs.ts';
import { readNamed } from './field-rules.ts';

/** The path parameters of every operation (contract, part 4). */
interface PipePath {
  readonly organizationId: string;
  readonly serviceId: string;
  readonly pipeId: string;
}

type ServicePath = Omit<PipePath, 'pipeId'>;

/** Returns the result as JSON text. @throws ApiError when nothing was written. */
type Write = (service: SandboxService, pipe: Pipe, text: string, requestId: string) => string;

/**
 * The three operations of the contract and, when switched on, a list, one handler per path, since middleware is most of the
 * cost of a request. Other methods get a 405, other paths the page of a proxy (field notes).
 */
export function addApiRoutes(app: Hono<SandboxEnv>, service: SandboxService): void {
  const listPath = `/v1/organizations/:organizationId/services/:serviceId/${service.switches.resource}`;
  const path = `${listPath}/:pipeId`;
  const { simulation } = service;
  // The clock that `updatedAt` is by.
  const headers = () => showDate(simulation.clock);
  const api: ServedApi = { access: service.pipesAccess, headers, renderResult, renderThrown };
  const add = (route: string, name: 'get' | 'put' | 'patch', write?: Write) =>
    app.all(route, (context) => {
      // The route has these parameters.
      const address = context.req.param() as unknown as PipePath;
      const method = name.toUpperCase();
      return serve(service, context, api, {
        ...{ name, pipeId: address.pipeId, hasBody: write !== undefined },
        check: () => requireMethod(context.req.method, method),
        run(by, entry, text) {
          if (write === undefined) return read(by, findPipe(by, address), entry);
          requireJson(context.env.incoming);
          const result = write(by, findPipe(by, address), text, entry.requestId);
          // The store of the fault `ignored` commits nothing.
          entry.committed = by.store === service.store;
          return result;
        },
      });
    });
  add(path, 'get');
  add(`${path}/settings`, 'put', putSettings);
  add(`${path}/scaling`, 'patch', patchScaling);
  if (service.switches.listing !== 'none') {
    app.all(listPath, (context) => {
      const address = context.req.param() as unknown as ServicePath;
      return serve(service, context, api, {
        ...{ name: 'list', pipeId: null, hasBody: false },
        check: () => requireMethod(context.req.method, 'GET'),
        run: (by) => list(by, findService(by, address)),
      });
    });
  }
  app.notFound((context) => finish(service, openRequest(service, context), NOT_ROUTED));
}

const NOT_ROUTED: ServiceResponse = {
  status: 404,
  body: '<!doctype html>\n<html><head><title>404 Not Found</title></head><body><h1>404 Not Found</h1></body></html>\n',
  headers: HTML_TYPE,
};

function read({ clock, faults, view }: SandboxService, pipe: Pipe, entry: OpenEntry): string {
  const now = clock();
  const stale = faults.findStale(pipe.id, now);
  // The log shows that the fault of an earlier write changed this read.
  if (stale !== undefined) entry.fault = 'lag';
  return view.renderPipe(stale ?? pipe, now);
}

/** A guess, since the contract has no list: all pipes of the service, in the order of the fleet. */
function list({ clock, store, switches, view }: SandboxService, serviceId: string): string {
  const now = clock();
  const pipes = store.pipes().filter((pipe) => pipe.serviceId === serviceId);
  const render = switches.listing === 'full' ? (pipe: Pipe) => view.renderPipe(pipe, now) : renderSummary;
  return `[${pipes.map(render).join(',')}]`;
}

function renderSummary({ id, serviceId, name, state, createdAt, updatedAt }: Pipe): string {
  return JSON.stringify({ id, serviceId, name, state, createdAt, updatedAt });
}

const putSettings: Write = ({ store, updates, names, view }, pipe, text, requestId) => {
  // Field notes, seen: the settings endpoint of a postgres pipe is a 404 although the pipe exists.
  if (kindOf(pipe) === 'postgres') throw new ApiError('NOT_FOUND', 'the settings of this pipe were not found.');
  const body = parseUpdate(text);
  const cause = { by: 'api', method: 'PUT', requestId, body: readNamed(body, names) } as const;
  return view.renderSettings(store.update(pipe.id, (latest) => updates.settings(latest, body, names), cause));
};

const patchScaling: Write = ({ store, updates, switches, view, clock }, pipe, text, requestId) => {
  const body = parseUpdate(text);
  const cause = { by: 'api', method: 'PATCH', requestId, body } as const;
  const update = (latest: Pipe) => updates.scaling(latest, body, switches.settleMs, clock());
  return view.renderPipe(store.update(pipe.id, update, cause), clock());
};

function requireMethod(found: string, method: string): void {
  if (found === method) return;
  throw new ApiError('METHOD_NOT_ALLOWED', `this path takes ${method} only.`, { allow: method });
}

function findPipe(service: SandboxService, address: PipePath): Pipe {
  const serviceId = findService(service, address);
  const pipe = service.store.find(address.pipeId.toLowerCase());
  if (pipe?.serviceId !== serviceId) throw createMissingPipeError();
  return pipe;
}

/** Returns the id of an existing service that is awake. */
function findService({ store, switches }: SandboxService, address: ServicePath): string {
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
  if (switches.idleServices.includes(serviceId)) throw new ApiError('FAILED_DEPENDENCY', IDLE_TEXT);
  return serviceId;
}
