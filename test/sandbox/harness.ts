import { request } from 'node:http';
import { onTestFinished } from 'vitest';
import type { JsonValue } from '../../src/model/json/json.ts';
import { FAULT_KINDS } from '../../src/sandbox/faults/fault-kinds.ts';
import { type FaultPlan, parsePlan } from '../../src/sandbox/faults/fault-plan.ts';
import { type Pipe, type Sandbox, type SandboxSetup, startSandbox } from '../../src/sandbox/index.ts';

export const AUTHORIZATION = basic('sandbox', 'sandbox');

export function basic(keyId: string, keySecret: string): string {
  return `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
}

/** Starts a sandbox that is closed after the test. */
export async function start(options: SandboxSetup = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** A pipe or a settings object in an answer; the assertions check its content. */
interface Shown {
  readonly name?: string;
  readonly state?: string;
  readonly updatedAt?: string;
  readonly source?: object;
  readonly settings?: Readonly<Record<string, JsonValue>>;
  readonly scaling?: Readonly<Record<string, JsonValue>>;
  readonly [key: string]: unknown;
}

export interface Reply {
  /** null without a response. */
  readonly status: number | null;
  readonly headers: Headers;
  readonly json: { readonly requestId?: string; readonly result?: Shown; readonly [key: string]: unknown };
  readonly text: string;
  /** `whole`: the answer ended normally; otherwise the error code, or `left` when this client aborted. */
  readonly end: string;
}

export interface Call {
  readonly method?: string;
  /** An object is sent as JSON, a text unchanged. */
  readonly body?: unknown;
  /** Any, since Node's client lets a test choose what `fetch` does not. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Calls a path of the sandbox with its credentials, on a connection of its own. An answer that is cut off is a result, too. */
export function call(
  sandbox: Sandbox,
  path: string,
  { method = 'GET', body, headers, signal }: Call = {},
): Promise<Reply> {
  return new Promise((resolve) => {
    const received = { status: null as number | null, headers: new Headers(), text: '' };
    const finish = (end: string): void => {
      const isJson = end === 'whole' && received.text !== '' && received.headers.get('content-type')?.includes('json');
      resolve({ ...received, json: isJson ? JSON.parse(received.text) : {}, end });
    };
    const outgoing = request(sandbox.url + path, {
      ...{ method, agent: false },
      headers: {
        authorization: AUTHORIZATION,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(signal !== undefined && { signal }),
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => finish(signal?.aborted ? 'left' : (error.code ?? 'error')));
    outgoing.on('response', (response) => {
      received.status = response.statusCode ?? null;
      received.headers = new Headers(response.headers as Record<string, string>);
      // A character may be in two chunks.
      response.setEncoding('utf8').on('data', (text: string) => {
        received.text += text;
      });
      response.on('error', (error: NodeJS.ErrnoException) => finish(error.code ?? 'error'));
      response.on('end', () => finish('whole'));
    });
    outgoing.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body));
  });
}

/** Calls the control address, which takes no credentials. */
export function control(sandbox: Sandbox, path: string, method = 'GET', body?: unknown): Promise<Reply> {
  return call(sandbox, `/_sandbox/${path}`, { method, body, headers: { authorization: '' } });
}

export function pathOf(
  sandbox: Sandbox,
  pipe: Pick<Pipe, 'id' | 'serviceId'>,
  operation: '' | 'settings' | 'scaling' = '',
) {
  const base = `/v1/organizations/${sandbox.fleet.organization}/services/${pipe.serviceId}/pipes/${pipe.id}`;
  return operation === '' ? base : `${base}/${operation}`;
}

export function named(sandbox: Sandbox, name: string): Pipe {
  const pipe = sandbox.pipes().find((candidate) => candidate.name === name);
  if (pipe === undefined) throw new Error(`the fleet has no pipe ${name}`);
  return pipe;
}

export const get = (sandbox: Sandbox, name: string, more: Call = {}) =>
  call(sandbox, pathOf(sandbox, named(sandbox, name)), more);
export const put = (sandbox: Sandbox, name: string, body: unknown, more: Call = {}) =>
  call(sandbox, pathOf(sandbox, named(sandbox, name), 'settings'), { method: 'PUT', body, ...more });
export const patch = (sandbox: Sandbox, name: string, body: unknown) =>
  call(sandbox, pathOf(sandbox, named(sandbox, name), 'scaling'), { method: 'PATCH', body });

/** A fault plan, from a valid text. */
export function plan(text: string): FaultPlan {
  return parsePlan(text, FAULT_KINDS);
}

/** A plan with one fault, as written after `fault:`. */
export const planOf = (fault: string, rest = '') =>
  plan(`faults: [{ fault: ${fault}${rest === '' ? '' : `, ${rest}`} }]`);

/** A clock that does not advance by itself. Epoch milliseconds. */
export function stillClock(start = Date.UTC(2026, 10, 20, 10)) {
  let now = start;
  return {
    read: () => now,
    move: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}
