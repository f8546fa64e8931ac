import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../pipes-api/answer.ts';
import type { Delivery } from './carry-out.ts';

/** The two ends of a request as Node has them. */
export interface RawExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

const CHUNK = Buffer.alloc(16 * 1024, 'x');
/** Some 3 MB a second: soon more than any answer of the API, and little work for the machine. */
const CHUNK_EVERY_MS = 5;

/** Sends what a fault makes of an answer; resolves when there is nothing more to send. */
export async function deliver({ incoming, outgoing }: RawExchange, delivery: Delivery): Promise<void> {
  switch (delivery.how) {
    case 'answer': {
      const body = Buffer.from(delivery.answer.body);
      begin(outgoing, delivery.answer, body.length);
      outgoing.end(body);
      return;
    }
    case 'reset':
      incoming.socket.resetAndDestroy();
      return;
    case 'silence':
      incoming.socket.destroy();
      return;
    case 'trickle': {
      const body = Buffer.from(delivery.answer.body);
      begin(outgoing, delivery.answer, body.length);
      for (let sent = 0; sent < body.length; sent += delivery.bytes) {
        outgoing.write(body.subarray(sent, sent + delivery.bytes));
        if (!(await stays(outgoing, delivery.everyMs))) return;
      }
      outgoing.end();
      return;
    }
    case 'cut': {
      const body = Buffer.from(delivery.answer.body);
      begin(outgoing, delivery.answer, body.length);
      outgoing.flushHeaders();
      outgoing.write(body.subarray(0, delivery.bytes), () => incoming.socket.destroySoon());
      return;
    }
    case 'endless': {
      outgoing.writeHead(delivery.answer.status, delivery.answer.headers);
      outgoing.write(delivery.answer.body);
      while (await stays(outgoing, CHUNK_EVERY_MS)) {
        // A client that does not read would otherwise have it all kept here.
        if (outgoing.writableNeedDrain) continue;
        outgoing.write(CHUNK);
      }
    }
  }
}

/** Waits; resolves with whether the client is still there. null waits until it is not. */
export async function stays(outgoing: ServerResponse, milliseconds: number | null): Promise<boolean> {
  if (outgoing.destroyed) return false;
  const left = new AbortController();
  const leave = () => left.abort();
  outgoing.once('close', leave);
  try {
    if (milliseconds === null) {
      await new Promise<void>((resolve) => left.signal.addEventListener('abort', () => resolve(), { once: true }));
    } else {
      await delay(milliseconds, undefined, { signal: left.signal }).catch(() => undefined);
    }
    return !left.signal.aborted;
  } finally {
    outgoing.off('close', leave);
  }
}

// These statuses have no body, and so no length.
const BODYLESS = [204, 304];

function begin(outgoing: ServerResponse, { status, headers }: Answer, bytes: number): void {
  outgoing.writeHead(status, BODYLESS.includes(status) ? headers : { ...headers, 'content-length': bytes });
}
