import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { ApiError, delayAnswer, renderError, type ServiceResponse } from '../pipes-api/http.ts';
import type { SandboxService } from '../service.ts';
import type { OpenEntry } from '../state/logs.ts';
import type { Fault } from './fault-plan.ts';
import { applyServiceFault, editByOthers } from './service-faults.ts';

/** Answers a request that a fault has taken, or does not. `handle` lets a service handle it. */
export async function answerFaulty(
  service: SandboxService,
  fault: Fault,
  entry: OpenEntry,
  raw: RawExchange,
  { pipeId, handle }: Pick<TakenRequest, 'pipeId' | 'handle'>,
): Promise<Response> {
  entry.fault = fault.kind;
  const delivery = await carryOut(service, fault, {
    requestId: entry.requestId,
    pipeId,
    host: raw.incoming.headers.host ?? '',
    handle,
    wait: (milliseconds) => stays(raw.outgoing, milliseconds),
  });
  entry.status = statusOf(delivery);
  await delayAnswer(service, entry);
  await deliver(raw, delivery);
  return RESPONSE_ALREADY_SENT;
}

function statusOf(delivery: FaultyDelivery): number | null {
  return 'answer' in delivery ? delivery.answer.status : null;
}

/** What goes out instead of a plain answer, byte by byte if need be. */
export type FaultyDelivery =
  | { readonly how: 'answer'; readonly answer: ServiceResponse }
  | { readonly how: 'reset' }
  | { readonly how: 'silence' }
  | { readonly how: 'trickle'; readonly answer: ServiceResponse; readonly everyMs: number; readonly bytes: number }
  | { readonly how: 'cut'; readonly answer: ServiceResponse; readonly bytes: number }
  | { readonly how: 'endless'; readonly answer: ServiceResponse };

/** A request that a fault has taken. */
export interface TakenRequest {
  readonly requestId: string;
  /** As it stood in the path; null when the request is about no pipe. */
  readonly pipeId: string | null;
  /** Where the client believes the sandbox is, as in its `Host` header. */
  readonly host: string;
  /** Lets a service handle the request, which answers it whatever happens. */
  handle(service: SandboxService): Promise<ServiceResponse>;
  /** Waits; resolves with whether the client is still there. null waits until it is not. */
  wait(milliseconds: number | null): Promise<boolean>;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' } as const;
const HTML_TYPE = { 'content-type': 'text/html; charset=utf-8' } as const;

/** Where a redirect without an address leads: nothing of the API, so that whoever arrives has followed one. */
export const ELSEWHERE = '/elsewhere';

const PORTAL =
  '<!doctype html>\n<html><head><title>Sign in</title></head><body><h1>Sign in to use this network</h1></body></html>\n';

/** Handles a request as its fault says. */
export async function carryOut(service: SandboxService, fault: Fault, request: TakenRequest): Promise<FaultyDelivery> {
  const handle = (by: SandboxService = service) => request.handle(by);
  switch (fault.kind) {
    case 'stall': {
      if (fault.when === 'after') {
        const answer = await handle();
        return (await request.wait(fault.for)) ? plain(answer) : { how: 'silence' };
      }
      // A client that has left before its request was handled is as one that never came.
      return (await request.wait(fault.for)) ? plain(await handle()) : { how: 'silence' };
    }
    case 'late':
      service.lateWrites.start(fault.for, handle);
      return { how: 'reset' };
    case 'trickle':
      return { how: 'trickle', answer: await handle(), everyMs: fault.every, bytes: fault.bytes };
    case 'truncate':
      return truncate(await handle(), fault);
    case 'contentType': {
      const answer = await handle();
      return plain({ ...answer, headers: { ...answer.headers, 'content-type': fault.type } });
    }
    case 'lag': {
      const before = service.store.find((request.pipeId ?? '').toLowerCase());
      if (before !== undefined) service.staleReads.start(before, service.clock() + fault.for);
      const answer = await handle();
      return fault.answer === 'lost' ? { how: 'reset' } : plain(answer);
    }
    case 'wrongPipe':
    case 'ignored':
    case 'settle':
    case 'unreadable':
      return plain(await handle(applyServiceFault(service, fault, request.pipeId)));
    case 'edit': {
      if (fault.when === 'before') await editByOthers(service, fault, request);
      const answer = await handle();
      if (fault.when === 'after') await editByOthers(service, fault, request);
      return plain(answer);
    }
    default:
      if ('when' in fault && fault.when === 'after') await handle();
      return instead(fault, request);
  }
}

type InsteadFault = Extract<
  Fault,
  { readonly kind: 'status' | 'idle' | 'reset' | 'html' | 'notJson' | 'endless' | 'redirect' }
>;

function instead(fault: InsteadFault, { requestId, host }: TakenRequest): FaultyDelivery {
  switch (fault.kind) {
    case 'status':
      return plain(failWith(fault, requestId));
    case 'idle':
      return plain(renderError(requestId, new ApiError('FAILED_DEPENDENCY', IDLE_TEXT)));
    case 'reset':
      return { how: 'reset' };
    case 'html':
      return plain({ status: 200, body: PORTAL, headers: HTML_TYPE });
    case 'notJson':
      return plain({ status: 200, body: 'upstream connect error: no healthy upstream\n', headers: JSON_TYPE });
    case 'endless':
      return {
        how: 'endless',
        answer: {
          status: 200,
          body: `{"status":200,"requestId":"${requestId}","result":{"name":"`,
          headers: JSON_TYPE,
        },
      };
    case 'redirect':
      return plain({
        status: fault.status,
        body: '',
        headers: { location: fault.to ?? `http://${host}${ELSEWHERE}` },
      });
  }
}

const IDLE_TEXT = 'the service is not available. Current state: idle';

/** An error in one of the forms of the field notes. */
function failWith(
  { code: status, body, text, headers }: Extract<Fault, { readonly kind: 'status' }>,
  requestId: string,
): ServiceResponse {
  const reason = STATUS_CODES[status] ?? 'Unknown';
  const code = reason.toUpperCase().replaceAll(/[^A-Z]+/g, '_');
  const json = (value: object) => ({ body: JSON.stringify(value), type: JSON_TYPE });
  const forms = {
    contract: () => json({ status, error: `${code}: ${text}`, requestId }),
    message: () => json({ message: text }),
    error: () => json({ error: text }),
    plain: () => ({ body: text, type: { 'content-type': 'text/plain; charset=utf-8' } }),
    html: () => ({ body: errorPage(`${status} ${reason}`), type: HTML_TYPE }),
    empty: () => ({ body: '', type: {} }),
  };
  const form = forms[body]();
  return { status, body: form.body, headers: { ...form.type, ...headers } };
}

function errorPage(title: string): string {
  return `<html>\n<head><title>${title}</title></head>\n<body><center><h1>${title}</h1></center></body>\n</html>\n`;
}

function truncate(
  answer: ServiceResponse,
  { length, bytes }: Extract<Fault, { readonly kind: 'truncate' }>,
): FaultyDelivery {
  const whole = Buffer.from(answer.body);
  const kept = Math.min(bytes ?? Math.floor(whole.length / 2), whole.length);
  if (length === 'promised') return { how: 'cut', answer, bytes: kept };
  return plain({ ...answer, body: whole.subarray(0, kept).toString('utf8') });
}

function plain(answer: ServiceResponse): FaultyDelivery {
  return { how: 'answer', answer };
}

/** The two ends of a request as Node has them. */
export interface RawExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

const CHUNK = Buffer.alloc(16 * 1024, 'x');
/** Some 3 MB a second: soon more than any answer of the API, and little work for the machine. */
const CHUNK_EVERY_MS = 5;

/** Sends what a fault makes of an answer; resolves when there is nothing more to send. */
export async function deliver({ incoming, outgoing }: RawExchange, delivery: FaultyDelivery): Promise<void> {
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

function begin(outgoing: ServerResponse, { status, headers }: ServiceResponse, bytes: number): void {
  outgoing.writeHead(status, BODYLESS.includes(status) ? headers : { ...headers, 'content-length': bytes });
}
