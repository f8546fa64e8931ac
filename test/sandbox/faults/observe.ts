import { type IncomingHttpHeaders, request } from 'node:http';
import { FAULT_KINDS } from '../../../src/sandbox/faults/fault-kinds.ts';
import { type FaultPlan, parsePlan } from '../../../src/sandbox/faults/fault-plan.ts';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { AUTHORIZATION, named, pathOf } from '../harness.ts';

/** The result of one request for the client. */
export interface Observed {
  readonly status: number | null;
  readonly headers: IncomingHttpHeaders;
  /** The received body. */
  readonly body: string;
  /** `whole`: the answer ended normally; otherwise the error code, or `left` when this client aborted. */
  readonly end: string;
}

interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Aborts when this returns true. */
  readonly signal?: AbortSignal;
}

/** One request on a new connection. */
export function observe(sandbox: Sandbox, path: string, sent: Sent = {}): Promise<Observed> {
  const { method = 'GET', body, headers, signal } = sent;
  return new Promise((resolve) => {
    let seen: Observed = { status: null, headers: {}, body: '', end: '' };
    const finish = (end: string) => resolve({ ...seen, end });
    const outgoing = request(sandbox.url + path, {
      method,
      agent: false,
      headers: { authorization: AUTHORIZATION, 'content-type': 'application/json', ...headers },
      ...(signal !== undefined && { signal }),
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => finish(signal?.aborted ? 'left' : (error.code ?? 'error')));
    outgoing.on('response', (response) => {
      seen = { ...seen, status: response.statusCode ?? null, headers: response.headers };
      response.on('data', (chunk: Buffer) => {
        seen = { ...seen, body: seen.body + chunk.toString() };
      });
      response.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? 'error'));
      response.on('end', () => finish('whole'));
    });
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

export const observeGet = (sandbox: Sandbox, name: string, sent: Sent = {}) =>
  observe(sandbox, pathOf(sandbox, named(sandbox, name)), sent);
export const observePut = (sandbox: Sandbox, name: string, body: unknown, sent: Sent = {}) =>
  observe(sandbox, pathOf(sandbox, named(sandbox, name), 'settings'), { method: 'PUT', body, ...sent });
export const observePatch = (sandbox: Sandbox, name: string, body: unknown, sent: Sent = {}) =>
  observe(sandbox, pathOf(sandbox, named(sandbox, name), 'scaling'), { method: 'PATCH', body, ...sent });

/** A plan, from a valid text. */
export function plan(text: string): FaultPlan {
  return parsePlan(text, FAULT_KINDS);
}

/** A plan with one fault, as written after `fault:`. */
export const planOf = (fault: string, rest = '') =>
  plan(`faults: [{ fault: ${fault}${rest === '' ? '' : `, ${rest}`} }]`);
