import { onTestFinished } from 'vitest';
import type { JsonValue } from '../../src/model/json/json.ts';
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
  readonly status: number;
  readonly headers: Headers;
  readonly json: { readonly requestId?: string; readonly result?: Shown; readonly [key: string]: unknown };
  readonly text: string;
}

export interface Call {
  readonly method?: string;
  /** An object is sent as JSON, a text unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls a path of the sandbox with its credentials. */
export async function call(
  sandbox: Sandbox,
  path: string,
  { method = 'GET', body, headers }: Call = {},
): Promise<Reply> {
  const response = await fetch(sandbox.url + path, {
    method,
    headers: {
      authorization: AUTHORIZATION,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = text !== '' && response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} };
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

export const get = (sandbox: Sandbox, name: string) => call(sandbox, pathOf(sandbox, named(sandbox, name)));
export const put = (sandbox: Sandbox, name: string, body: unknown) =>
  call(sandbox, pathOf(sandbox, named(sandbox, name), 'settings'), { method: 'PUT', body });
export const patch = (sandbox: Sandbox, name: string, body: unknown) =>
  call(sandbox, pathOf(sandbox, named(sandbox, name), 'scaling'), { method: 'PATCH', body });

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
