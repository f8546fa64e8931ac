import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve } from './serve.ts';

/** One request at the gate. */
export interface Visit {
  readonly method: string;
  readonly path: string;
  /** How many requests of this method came to this path before, this one included. */
  readonly count: number;
}

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What becomes of a visit: `pass` hands it to the service and brings its answer; `reset` breaks the connection off. */
export type Keeper = (visit: Visit, pass: () => Promise<Reply>) => Promise<Reply | 'reset'>;

/**
 * Stands between the command and a sandbox: holds requests back, loses answers, makes answers up. What passes is logged by
 * the sandbox as ever.
 * @returns its address.
 */
export async function openGate(target: string, keeper: Keeper): Promise<string> {
  const counts = new Map<string, number>();
  return serve(async (request, response) => {
    const method = request.method ?? '';
    const path = request.url ?? '';
    const count = (counts.get(`${method} ${path}`) ?? 0) + 1;
    counts.set(`${method} ${path}`, count);
    const body = await readText(request);
    const reply = await keeper({ method, path, count }, () => pass(target + path, request, body)).catch(
      () => 'reset' as const,
    );
    answer(response, reply);
  });
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
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

/** A door that a test opens: `passed` resolves then. */
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
