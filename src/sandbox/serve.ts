import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { parseJson } from '../model/json/json.ts';
import { MACHINE_CLOCK } from '../platform/machine-clock.ts';
import type { Access } from './access.ts';
import { deliverWhole } from './faults/delivery.ts';
import type { Fault, Operation } from './faults/fault-plan.ts';
import { type Headers, readBody, type SandboxEnv, type ServiceResponse } from './http.ts';
import type { SandboxService, TakenRequest } from './service.ts';
import type { OpenEntry } from './state/logs.ts';
import type { SimulationClock } from './workload/clock.ts';

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
  // The time is by the machine's clock: the clock of the sandbox may run faster.
  return { entry, arrivedAt: MACHINE_CLOCK.monotonicMs() };
}

/** Sends the response after the configured latency. */
export async function finish(
  service: SandboxService,
  request: OpenRequest,
  { status, body, headers }: ServiceResponse,
): Promise<Response> {
  request.entry.status = status;
  await waitForLatency(service, request);
  return new Response(body, { status, headers });
}

/** The configured latency includes the time that the sandbox has already spent on the request. */
async function waitForLatency({ switches }: SandboxService, { arrivedAt }: OpenRequest): Promise<void> {
  const left = switches.latencyMs - (MACHINE_CLOCK.monotonicMs() - arrivedAt);
  if (left > 0) await delay(left, undefined, { ref: false });
}

/** How an API admits requests and formats responses. */
export interface ServedApi {
  readonly access: Pick<Access, 'admit'>;
  /** Headers of every response. */
  headers(): Headers;
  /** @param result JSON text: reads serialize a pipe once. */
  renderResult(requestId: string, result: string): ServiceResponse;
  renderThrown(requestId: string, thrown: unknown): ServiceResponse;
}

/** The header with the time of a clock. */
export function showDate(clock: Pick<SimulationClock, 'now'>): Headers {
  return { date: new Date(clock.now()).toUTCString() };
}

interface ServedOperation {
  readonly name: Operation;
  /** It is the same as in the path; null when the path has none. */
  readonly pipeId: string | null;
  /** The pipe that faults match. Default: `pipeId`. */
  readonly target?: string | null;
  readonly hasBody: boolean;
  /** Runs before faults. @throws ApiError. */
  readonly check?: () => void;
  /** Returns the result as JSON text. @throws ApiError when nothing was written. */
  run(service: SandboxService, entry: OpenEntry, body: string): string;
}

/** Serves a request: access, then a matching fault, then the operation. */
export async function serve(
  service: SandboxService,
  context: Context<SandboxEnv>,
  { access, headers, renderResult, renderThrown }: ServedApi,
  { name, pipeId, target = pipeId, hasBody, check, run }: ServedOperation,
): Promise<Response> {
  const request = openRequest(service, context, pipeId);
  const { entry } = request;
  const withShared = (response: ServiceResponse) => ({ ...response, headers: { ...headers(), ...response.headers } });
  const fail = (thrown: unknown) => withShared(renderThrown(entry.requestId, thrown));
  try {
    access.admit(context.env.incoming.headers.authorization, service.clock());
    check?.();
    const fault = service.faults.take(name, target);
    const body = hasBody ? await receiveBody(context, entry) : '';
    const handle = async (by: SandboxService) => {
      try {
        return withShared(renderResult(entry.requestId, by.reshape(name, run(by, entry, body))));
      } catch (thrown) {
        return fail(thrown);
      }
    };
    if (fault !== null) return await respondWithFault(service, context, request, fault, target, handle);
    return await finish(service, request, await handle(service));
  } catch (thrown) {
    return finish(service, request, fail(thrown));
  }
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
  let handled: ReturnType<typeof handle> | undefined;
  const taken: TakenRequest = {
    ...{ incoming, outgoing, requestId: entry.requestId, pipeId: (target ?? '').toLowerCase() },
    handle: async (by) => (handled ??= handle(by)),
  };
  const outcome = (await service.faultKinds[fault.kind]?.effect(fault, taken, service)) ?? (await handle(service));
  const { response, send } = 'send' in outcome ? outcome : deliverWhole(outcome);
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
