import type { FailureKind } from './failure-kinds.ts';
import type { JsonObject } from './json/json.ts';
import type { LivePipe } from './live-pipe.ts';
import type { Result } from './result.ts';

/** The address of one pipe within the organization of the configuration. */
export interface PipeAddress {
  readonly serviceId: string;
  readonly id: string;
  /** The kind to read the pipe as, where the service does not show it. */
  readonly source?: string | null;
}

/** One attempt of a request, without headers and body, which may hold secrets. */
export interface RequestAttempt extends Pick<RequestFailure, 'method' | 'path' | 'status' | 'requestId'> {
  /** Scheme, host and port of the service, such as `https://api.example.com`. */
  readonly origin: string;
  /** From 1. */
  readonly attempt: number;
  readonly durationMs: number;
}

/** A rate limit that delays requests. */
export interface RateLimitWait {
  /** `announced`: in headers of responses. `learned`: from 429s. */
  readonly source: 'configured' | 'announced' | 'learned';
  /** Requests; null while the window is unknown. */
  readonly perSecond: number | null;
  /** The time until the next request. */
  readonly waitMs: number;
  /** When that is, by the wall clock, in UTC. */
  readonly until?: string | undefined;
}

/** A failed request, without secrets. */
export interface RequestFailure {
  readonly kind: FailureKind;
  readonly method: 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE';
  readonly path: string;
  /** HTTP status of the last response; null without a response. */
  readonly status: number | null;
  /** The service's message, shortened and without control characters, or the network error. */
  readonly message: string;
  /** The service's support asks for it. */
  readonly requestId: string | null;
  readonly attempts: number;
  /** The wait that the response names, in milliseconds. */
  readonly waitMs?: number | undefined;
  /** The environment variables of the credentials, for a 401. */
  readonly variables?: readonly string[] | undefined;
  /**
   * `refused`: nothing listens at the port. `no-tls`: what listens there did not answer in TLS. `no-json`: a 404 that may be from
   * something before the service.
   */
  readonly fault?: 'refused' | 'no-tls' | 'no-json' | undefined;
  /** Why it was not sent: the last failure before it (`circuit-open`), or that of the list (`listing-failed`). */
  readonly cause?: FailureCause | undefined;
}

/** The failure behind a request that was not sent. */
export type FailureCause = Pick<RequestFailure, 'kind' | 'status' | 'message' | 'variables' | 'fault'>;

/**
 * `GET /v1/… returned 503 after 4 attempts: … (request id …)`. `isQuoted`: the message is shown already, and of a failure that is
 * never retried, the status too.
 */
export function formatExchange(failure: RequestFailure, isQuoted = false): string {
  const { method, path, kind, status, attempts, message, requestId } = failure;
  const silence = attempts === 0 ? 'was not sent' : 'got no response';
  const outcome = status === null ? silence : `returned ${status}`;
  const times = attempts > 1 ? ` after ${attempts} attempts` : '';
  const words = isQuoted || message === '' ? '' : `: ${message}`;
  const id = requestId === null ? '' : ` (request id ${requestId})`;
  if (isQuoted && (kind === 'not-found' || kind === 'credentials' || kind === 'not-allowed'))
    return `${method} ${path}${id}`;
  return `${method} ${path} ${outcome}${times}${words}${id}`;
}

/** Whether an interrupt stopped the request. */
export function wasStopped({ kind }: Pick<RequestFailure, 'kind'>): boolean {
  return kind === 'interrupted';
}

/** The result of a read: what the service shows, or the failure. */
export type ReadResult<Shown> = Result<Shown & { readonly attempts: number }, { readonly failure: RequestFailure }>;

/**
 * The pipes of a service, as deployments with `api.listing` show them. Of a pipe that is listed without settings or
 * scaling, these are `absent`.
 */
export type ListResult = ReadResult<{
  readonly pipes: readonly LivePipe[];
  /** What says that there may be more pipes, or null. */
  readonly more: string | null;
}>;

/** The result of reading a pipe. */
export type PipeResult = ReadResult<{ readonly pipe: LivePipe }>;

/** The response to a write (pipes API, part 4). */
export interface WriteResponse extends Pick<LivePipe, 'settings' | 'unreadable'> {
  /** null for a settings update, and when the response shows another pipe. */
  readonly pipe: LivePipe | null;
}

/**
 * The result of a write. `accepted`: a 2xx, which a read must confirm. `rejected`: nothing changed. `lost`: no
 * response, or a 5xx; only a read shows whether the write took effect.
 */
export type WriteResult =
  | {
      readonly outcome: 'accepted';
      readonly status: number;
      readonly requestId: string | null;
      readonly attempts: number;
      readonly durationMs: number;
      readonly response: WriteResponse;
    }
  | { readonly outcome: 'rejected' | 'lost'; readonly failure: RequestFailure; readonly durationMs: number };

/** Reads pipes with retries. Never throws for a failed request; never returns another pipe than the requested one. */
export interface PipeReader {
  readPipe(pipe: PipeAddress, signal?: AbortSignal): Promise<PipeResult>;
}

/** Lists the pipes of a service, with retries. Never throws for a failed request. */
export interface PipeLister {
  listPipes(serviceId: string, signal?: AbortSignal): Promise<ListResult>;
}

/** Writes to pipes, each request at most once. Never throws for a failed request. */
export interface PipeWriter {
  replaceSettings(pipe: PipeAddress, body: JsonObject, options?: WriteOptions): Promise<WriteResult>;
  changeScaling(pipe: PipeAddress, body: JsonObject, options?: WriteOptions): Promise<WriteResult>;
}

/** How one write is sent. */
export interface WriteOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called directly before the request is sent. If it returns false, the request fails with `journal-failed`. */
  readonly beforeSend?: (() => Promise<boolean>) | undefined;
}
