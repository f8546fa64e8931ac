import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from './serve.ts';

/** One request at the gate. */
export interface Visit {
  readonly method: string;
  readonly path: string;
  /** The number of requests of this method to this path so far, including this one. */
  readonly count: number;
}

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** How to handle a request: `pass` forwards it and returns the response; `reset` breaks the connection. */
export type Keeper = (visit: Visit, pass: () => Promise<Reply>) => Promise<Reply | 'reset'>;

/**
 * A proxy between the command and a sandbox that delays requests, and drops or replaces responses. The sandbox logs
 * forwarded requests.
 * @returns its address.
 */
export async function openGate(target: string, keeper: Keeper): Promise<string> {
  const counts = new Map<string, number>();
  return serve(async (request, response) => {
    const method = request.method ?? '';
    const path = request.url ?? '';
    const count = (counts.get(`${method} ${path}`) ?? 0) + 1;
    counts.set(`${method} ${path}`, count);
    const body = await text(request);
    const reply = await keeper({ method, path, count }, () => pass(target + path, request, body)).catch(
      () => 'reset' as const,
    );
    answer(response, reply);
  });
}

/** A gate that passes every request on. Its responses have this `Date`. */
export function openDatedGate(target: string, date: () => string): Promise<string> {
  return openGate(target, async (_, pass) => {
    const reply = await pass();
    return { ...reply, headers: { ...reply.headers, date: date() } };
  });
}

async function pass(url: string, request: IncomingMessage, body: string): Promise<Reply> {
  const { authorization = '', 'content-type': type } = request.headers;
  const response = await fetch(url, {
    method: request.method ?? 'GET',
    headers: { authorization, ...(type !== undefined && { 'content-type': type }) },
    ...(body !== '' && { body }),
  });
  const headers = Object.fromEntries(['content-type', 'retry-after'].flatMap((name) => pick(response.headers, name)));
  return { status: response.status, headers, body: await response.text() };
}

function pick(headers: Headers, name: string): readonly (readonly [string, string])[] {
  const value = headers.get(name);
  return value === null ? [] : [[name, value]];
}

function answer(response: ServerResponse, reply: Reply | 'reset'): void {
  if (reply === 'reset') response.socket?.destroy();
  else response.writeHead(reply.status, reply.headers ?? {}).end(reply.body ?? '');
}

/** A latch that a test opens: `passed` resolves then. */
export interface Latch {
  readonly passed: Promise<void>;
  open(): void;
}

export function createLatch(): Latch {
  let open = (): void => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}
