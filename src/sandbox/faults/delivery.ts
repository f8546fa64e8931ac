import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServiceResponse } from '../http.ts';

export interface RawExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** A response, if any, and how it is sent. */
export interface Delivery {
  readonly response: ServiceResponse | null;
  send(raw: RawExchange): void | Promise<void>;
}

export const RESET: Delivery = { response: null, send: ({ incoming }) => void incoming.socket.resetAndDestroy() };
export const SILENCE: Delivery = { response: null, send: ({ incoming }) => void incoming.socket.destroy() };

export function deliverWhole(response: ServiceResponse): Delivery {
  return { response, send: ({ outgoing }) => void outgoing.end(sendHead(outgoing, response)) };
}

// These statuses have no body.
const BODYLESS = [204, 304];

/** Sends status and headers. @returns the bytes of the body. */
export function sendHead(outgoing: ServerResponse, { status, headers, body }: ServiceResponse): Buffer {
  const bytes = Buffer.from(body);
  outgoing.writeHead(status, BODYLESS.includes(status) ? headers : { ...headers, 'content-length': bytes.length });
  return bytes;
}

// The longest timer of Node.js: 24 days.
const FOREVER_MS = 2 ** 31 - 1;

/** Waits, forever when null, and resolves early when the client disconnects. @returns whether it is still connected. */
export async function stays(outgoing: ServerResponse, milliseconds: number | null): Promise<boolean> {
  if (outgoing.destroyed) return false;
  const left = new AbortController();
  const leave = () => left.abort();
  outgoing.once('close', leave);
  try {
    await delay(milliseconds ?? FOREVER_MS, undefined, { signal: left.signal });
    return true;
  } catch {
    return false;
  } finally {
    outgoing.off('close', leave);
  }
}
