import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { createIdleError, HTML_TYPE, JSON_TYPE, renderThrown, type ServiceResponse } from '../pipes-api/http.ts';
import { type SandboxService, waitForLatency } from '../service.ts';
import type { OpenEntry } from '../state/logs.ts';
import type { Fault, FaultOf } from './fault-kinds.ts';
import { applyServiceFault, editByOthers } from './service-faults.ts';

/** The two ends of a request as Node has them. */
interface RawExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** A request that a fault has taken. */
interface TakenRequest {
  /** As in the path; null when the request is about no pipe. */
  readonly pipeId: string | null;
  /** Lets a service handle the request; it answers whatever happens. */
  handle(service: SandboxService): ServiceResponse | Promise<ServiceResponse>;
}

/** What goes out: the response, if any, and how it is sent, byte by byte if need be. */
interface Delivery {
  readonly response: ServiceResponse | null;
  readonly send: (raw: RawExchange) => void | Promise<void>;
}

/** Answers a request as its fault says, or does not answer. */
export async function answerFaulty(
  service: SandboxService,
  fault: Fault,
  entry: OpenEntry,
  raw: RawExchange,
  request: TakenRequest,
): Promise<Response> {
  entry.fault = fault.kind;
  const { response, send } = await carryOut(service, fault, entry.requestId, raw, request);
  entry.status = response?.status ?? null;
  await waitForLatency(service.switches, entry);
  await send(raw);
  return RESPONSE_ALREADY_SENT;
}

async function carryOut(
  service: SandboxService,
  fault: Fault,
  requestId: string,
  raw: RawExchange,
  { pipeId, handle }: TakenRequest,
): Promise<Delivery> {
  switch (fault.kind) {
    case 'stall': {
      const early = fault.when === 'after' ? await handle(service) : null;
      // A client that leaves before its request was handled is as one that never came.
      return (await stays(raw.outgoing, fault.for)) ? whole(early ?? (await handle(service))) : SILENCE;
    }
    case 'late':
      service.faults.writeLater(fault.for, () => handle(service));
      return RESET;
    case 'trickle':
      return trickle(await handle(service), fault);
    case 'truncate':
      return truncate(await handle(service), fault);
    case 'contentType': {
      const response = await handle(service);
      return whole({ ...response, headers: { ...response.headers, 'content-type': fault.type } });
    }
    case 'lag': {
      const before = service.store.find((pipeId ?? '').toLowerCase());
      if (before !== undefined) service.faults.holdBack(before, service.clock() + fault.for);
      const response = await handle(service);
      return fault.answer === 'lost' ? RESET : whole(response);
    }
    case 'wrongPipe':
    case 'ignored':
    case 'settle':
    case 'unreadable':
      return whole(await handle(applyServiceFault(service, fault, pipeId)));
    case 'edit': {
      if (fault.when === 'before') await editByOthers(service, fault, pipeId, requestId);
      const response = await handle(service);
      if (fault.when === 'after') await editByOthers(service, fault, pipeId, requestId);
      return whole(response);
    }
    default:
      if ('when' in fault && fault.when === 'after') await handle(service);
      return replace(fault, requestId, raw);
  }
}

/** Where a redirect without an address leads: nothing of the API, so that whoever arrives has followed one. */
export const ELSEWHERE = '/elsewhere';

const PORTAL =
  '<!doctype html>\n<html><head><title>Sign in</title></head><body><h1>Sign in to use this network</h1></body></html>\n';

/** What comes in the place of the service's response. */
function replace(
  fault: FaultOf<'status' | 'idle' | 'reset' | 'html' | 'notJson' | 'endless' | 'redirect'>,
  requestId: string,
  { incoming }: RawExchange,
): Delivery {
  switch (fault.kind) {
    case 'status':
      return whole(renderStatus(fault, requestId));
    case 'idle':
      return whole(renderThrown(requestId, createIdleError()));
    case 'reset':
      return RESET;
    case 'html':
      return whole({ status: 200, body: PORTAL, headers: HTML_TYPE });
    case 'notJson':
      return whole({ status: 200, body: 'upstream connect error: no healthy upstream\n', headers: JSON_TYPE });
    case 'endless':
      return endless(`{"status":200,"requestId":"${requestId}","result":{"name":"`);
    case 'redirect': {
      const location = fault.to ?? `http://${incoming.headers.host ?? ''}${ELSEWHERE}`;
      return whole({ status: fault.status, body: '', headers: { location } });
    }
  }
}

/** An error in one of the forms of the field notes. */
function renderStatus({ code: status, body, text, headers }: FaultOf<'status'>, requestId: string): ServiceResponse {
  const reason = STATUS_CODES[status] ?? 'Unknown';
  const code = reason.toUpperCase().replaceAll(/[^A-Z]+/g, '_');
  const title = `${status} ${reason}`;
  const forms = {
    contract: [JSON_TYPE, JSON.stringify({ status, error: `${code}: ${text}`, requestId })],
    message: [JSON_TYPE, JSON.stringify({ message: text })],
    error: [JSON_TYPE, JSON.stringify({ error: text })],
    plain: [{ 'content-type': 'text/plain; charset=utf-8' }, text],
    html: [
      HTML_TYPE,
      `<html>\n<head><title>${title}</title></head>\n<body><center><h1>${title}</h1></center></body>\n</html>\n`,
    ],
    empty: [{}, ''],
  } as const;
  const [type, written] = forms[body];
  return { status, body: written, headers: { ...type, ...headers } };
}

const RESET: Delivery = { response: null, send: ({ incoming }) => void incoming.socket.resetAndDestroy() };
const SILENCE: Delivery = { response: null, send: ({ incoming }) => void incoming.socket.destroy() };

function whole(response: ServiceResponse): Delivery {
  return { response, send: ({ outgoing }) => void outgoing.end(begin(outgoing, response)) };
}

function trickle(response: ServiceResponse, { every, bytes }: FaultOf<'trickle'>): Delivery {
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

/** Cuts the response off: under the length of the whole, or under that of what is sent. */
function truncate(response: ServiceResponse, { length, bytes }: FaultOf<'truncate'>): Delivery {
  const body = Buffer.from(response.body);
  const kept = body.subarray(0, bytes ?? Math.floor(body.length / 2));
  if (length === 'matching') return whole({ ...response, body: kept.toString('utf8') });
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
/** Some 3 MB a second: soon more than any response of the API, and little work for the machine. */
const CHUNK_EVERY_MS = 5;

function endless(body: string): Delivery {
  const response = { status: 200, body, headers: JSON_TYPE };
  return {
    response,
    async send({ outgoing }) {
      outgoing.writeHead(response.status, response.headers);
      outgoing.write(body);
      while (await stays(outgoing, CHUNK_EVERY_MS)) {
        // For a client that does not read, all of it would be buffered here.
        if (!outgoing.writableNeedDrain) outgoing.write(CHUNK);
      }
    },
  };
}

/** Waits; resolves with whether the client is still there. null waits until it is not. */
async function stays(outgoing: ServerResponse, milliseconds: number | null): Promise<boolean> {
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

// The longest delay of a timer, 24 days.
const FOREVER_MS = 2 ** 31 - 1;

// These statuses have no body, and so no length.
const BODYLESS = [204, 304];

/** Sends status and headers. @returns the bytes of the body. */
function begin(outgoing: ServerResponse, { status, headers, body }: ServiceResponse): Buffer {
  const bytes = Buffer.from(body);
  outgoing.writeHead(status, BODYLESS.includes(status) ? headers : { ...headers, 'content-length': bytes.length });
  return bytes;
}
