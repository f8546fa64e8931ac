import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { parseJson } from '../model/json.ts';
import { MACHINE_CLOCK } from '../platform/machine-clock.ts';
import type { Access } from './access.ts';
import { applyFault, type TakenRequest } from './faults/effects.ts';
import type { Fault, Operation } from './faults/fault-kinds.ts';
import { type Headers, readBody, type SandboxEnv, type ServiceResponse } from './http.ts';
import type { SandboxService } from './service.ts';
import type { OpenEntry } from './state/logs.ts';

type OpenRequest = ReturnType<typeof openRequest>;

/** Adds a request to the log. `pipeId` as in the path. */
export function openRequest(
  { log, clock }: SandboxService,
  context: Context<SandboxEnv>,
  pipeId: string | null = null,
) {
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
  // By the machine's clock: the clock of the sandbox may run faster.
  return { entry, arrivedAt: MACHINE_CLOCK.monotonicMs() };
}

/** Sends the response after the configured latency. Without latency it is synchronous, which halves the cost of a read. */
export function finish(
  service: SandboxService,
  request: OpenRequest,
  { status, body, headers }: ServiceResponse,
): Response | Promise<Response> {
  request.entry.status = status;
  const respond = () => new Response(body, { status, headers });
  return service.switches.latencyMs === 0 ? respond() : waitForLatency(service, request).then(respond);
}

/** The configured latency includes the time that the sandbox has already spent on the request. */
async function waitForLatency({ switches }: SandboxService, { arrivedAt }: OpenRequest): Promise<void> {
  const left = switches.latencyMs - (MACHINE_CLOCK.monotonicMs() - arrivedAt);
  if (left > 0) await delay(left, undefined, { ref: false });
}

/** How an API admits requests and formats responses. */
export interface Api {
  readonly access: Access;
  /** Headers of every response. */
  headers(): Headers;
  /** @param result JSON text: reads serialize a pipe once. */
  renderResult(requestId: string, result: string): ServiceResponse;
  renderThrown(requestId: string, thrown: unknown): ServiceResponse;
}

interface ServedOperation {
  readonly name: Operation;
  /** As in the path; null when the path has none. */
  readonly pipeId: string | null;
  /** The pipe that faults match. Default: `pipeId`. */
  readonly target?: string | null;
  readonly hasBody: boolean;
  /** Runs before faults. @throws ApiError. */
  readonly check?: () => void;
  /** Returns the result as JSON text. @throws ApiError when nothing was written. */
  run(service: SandboxService, entry: OpenEntry, body: string): string | Promise<string>;
}

/** Serves a request: access, then a matching fault, then the operation. */
export function serve(
  service: SandboxService,
  context: Context<SandboxEnv>,
  { access, headers, renderResult, renderThrown }: Api,
  { name, pipeId, target = pipeId, hasBody, check, run }: ServedOperation,
): Response | Promise<Response> {
  const request = openRequest(service, context, pipeId);
  const { entry } = request;
  let shared = headers();
  const withShared = (response: ServiceResponse) => ({ ...response, headers: { ...shared, ...response.headers } });
  const fail = (thrown: unknown) => withShared(renderThrown(entry.requestId, thrown));
  const succeed = (result: string) => withShared(renderResult(entry.requestId, result));
  try {
    shared = { ...shared, ...access.admit(context.env.incoming.headers.authorization, service.clock()) };
    check?.();
  } catch (thrown) {
    return finish(service, request, fail(thrown));
  }
  const fault = service.faults.take(name, target);
  const respond = (body: string): Response | Promise<Response> => {
    const handle = (by: SandboxService) => {
      try {
        const result = run(by, entry, body);
        return typeof result === 'string' ? succeed(result) : result.then(succeed, fail);
      } catch (thrown) {
        return fail(thrown);
      }
    };
    if (fault !== null) return respondWithFault(service, context, request, fault, target, handle);
    const response = handle(service);
    if (!(response instanceof Promise)) return finish(service, request, response);
    return response.then((settled) => finish(service, request, settled));
  };
  if (!hasBody) return respond('');
  return receiveBody(context, entry)
    .then(respond)
    .catch((thrown) => finish(service, request, fail(thrown)));
}

async function respondWithFault(
  service: SandboxService,
  { env: { incoming, outgoing } }: Context<SandboxEnv>,
  request: OpenRequest,
  fault: Fault,
  target: string | null,
  handle: TakenRequest['handle'],
): Promise<Response> {
  const { entry } = request;
  entry.fault = fault.kind;
  const pipeId = (target ?? '').toLowerCase();
  const taken = { incoming, outgoing, requestId: entry.requestId, pipeId, handle };
  const { response, send } = await applyFault(service, fault, taken);
  entry.status = response?.status ?? null;
  await waitForLatency(service, request);
  await send(taken);
  return RESPONSE_ALREADY_SENT;
}

/** Reads and logs the body. @throws ApiError 413. */
async function receiveBody({ env }: Context<SandboxEnv>, entry: OpenEntry): Promise<string> {
  const text = await readBody(env.incoming);
  entry.body = text === '' ? null : (parseJson(text) ?? text);
  return text;
}
