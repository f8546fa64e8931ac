import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { JSON_TYPE, type ServiceResponse } from '../http.ts';
import type { FaultOf } from './fault-kinds.ts';

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
  return { response, send: ({ outgoing }) => void outgoing.end(begin(outgoing, response)) };
}

export function deliverTrickle(response: ServiceResponse, { every, bytes }: FaultOf<'trickle'>): Delivery {
  return {
    response,
    async send({ outgoing }) {
      const body = begin(outgoing, response);
      for (let sent = 0; sent < body.length; sent += bytes) {
        outgoing.write(body.subarray(sent, sent + bytes));
        if (!(await stays(outgoing, every))) return;
      }
      outgoing.end();
    },
  };
}

/** The content-length is that of the complete body (`promised`) or of what is sent (`matching`). */
export function deliverTruncated(response: ServiceResponse, { length, bytes }: FaultOf<'truncate'>): Delivery {
  const body = Buffer.from(response.body);
  const kept = body.subarray(0, bytes ?? Math.floor(body.length / 2));
  if (length === 'matching') return deliverWhole({ ...response, body: kept.toString('utf8') });
  return {
    response,
    send({ incoming, outgoing }) {
      begin(outgoing, response);
      outgoing.flushHeaders();
      outgoing.write(kept, () => incoming.socket.destroySoon());
    },
  };
}

const CHUNK = Buffer.alloc(16 * 1024, 'x');
/** About 3 MB per second: soon longer than any response of the API. */
const CHUNK_EVERY_MS = 5;

export function deliverEndless(body: string): Delivery {
  const response = { status: 200, body, headers: JSON_TYPE };
  return {
    response,
    async send({ outgoing }) {
      outgoing.writeHead(response.status, response.headers);
      outgoing.write(body);
      while (await stays(outgoing, CHUNK_EVERY_MS)) {
        // Without this check, the chunks for a client that does not read would fill the memory.
        if (!outgoing.writableNeedDrain) outgoing.write(CHUNK);
      }
    },
  };
}

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

// The longest timer of Node.js: 24 days.
const FOREVER_MS = 2 ** 31 - 1;

// These statuses have no body.
const BODYLESS = [204, 304];

/** Sends status and headers. @returns the bytes of the body. */
function begin(outgoing: ServerResponse, { status, headers, body }: ServiceResponse): Buffer {
  const bytes = Buffer.from(body);
  outgoing.writeHead(status, BODYLESS.includes(status) ? headers : { ...headers, 'content-length': bytes.length });
  return bytes;
}
