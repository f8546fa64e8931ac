import type { JsonObject } from './json.ts';
import type { LivePipe } from './live-pipe.ts';

/** The address of one pipe within the organization of the configuration. */
export interface PipeAddress {
  readonly serviceId: string;
  readonly id: string;
}

/**
 * Why a request came to nothing. `service-idle` is the 424 of a sleeping service; `wrong-address` an answer that is not
 * the API's (an HTML page, a redirect); `wrong-pipe` an answer about another pipe than the one asked for; `rejected` any
 * other 4xx; `server` means that retries ran out, `rate-limited` that nothing was let through for too long; `not-attempted`
 * that it was not sent, since everything sent before it failed; `not-journaled` that its intent could not be written down, so
 * that it was not sent; `cancelled` that a signal broke it off.
 */
export type FailureKind =
  | 'not-found'
  | 'wrong-address'
  | 'wrong-pipe'
  | 'credentials'
  | 'service-idle'
  | 'rate-limited'
  | 'rejected'
  | 'server'
  | 'network'
  | 'timeout'
  | 'invalid-response'
  | 'not-attempted'
  | 'not-journaled'
  | 'cancelled';

/** One attempt of one request: never a header or a body, so never a secret. */
export interface RequestAttempt extends Pick<RequestFailure, 'method' | 'path' | 'status' | 'requestId'> {
  /** From 1. */
  readonly attempt: number;
  readonly durationMs: number;
}

/** A rate limit that keeps requests waiting. */
export interface RateLimitWait {
  /** Where the limit is known from: `announced` by the service with its responses, or `learned` from 429s. */
  readonly source: 'configured' | 'announced' | 'learned';
  /** Requests; null where the window is not known yet. */
  readonly perSecond: number | null;
  /** Until the next request is sent. */
  readonly waitMs: number;
}

/** A request that came to nothing, in words for a person. Never holds a secret. */
export interface RequestFailure {
  readonly kind: FailureKind;
  readonly method: 'GET' | 'PUT' | 'PATCH' | 'POST';
  readonly path: string;
  /** HTTP status of the last answer, or null when there was none. */
  readonly status: number | null;
  /** The service's own words (cut short, control characters removed), or what the network said. */
  readonly message: string;
  /** To quote to the service's support; null when the answer had none. */
  readonly requestId: string | null;
  /** How many times the request was sent. */
  readonly attempts: number;
}

/** The request and what came back: `GET /v1/… answered 503 after 4 attempts: … (request id …)`. */
export function formatExchange({ method, path, status, attempts, message, requestId }: RequestFailure): string {
  const silence = attempts === 0 ? 'was not sent' : 'got no answer';
  const answered = status === null ? silence : `answered ${status}`;
  const times = attempts > 1 ? ` after ${attempts} attempts` : '';
  const words = message === '' ? '' : `: ${message}`;
  const id = requestId === null ? '' : ` (request id ${requestId})`;
  return `${method} ${path} ${answered}${times}${words}${id}`;
}

/** Whether it came to nothing on this side: by an interrupt, since everything before it failed, or for want of a journal. */
export function wasHeldBack({ kind }: Pick<RequestFailure, 'kind'>): boolean {
  return kind === 'cancelled' || kind === 'not-attempted' || kind === 'not-journaled';
}

/** What a read came to: what the service shows, or why not. */
export type ReadAnswer<Shown> =
  | (Shown & { readonly ok: true; readonly requestId: string | null; readonly attempts: number })
  | { readonly ok: false; readonly failure: RequestFailure };

/** What reading a pipe came to. */
export type ReadResult = ReadAnswer<{ readonly pipe: LivePipe }>;

/**
 * What the answer to a write shows (pipes API, part 4): the settings, and the whole pipe where the write was to its scaling.
 * `pipe` is null for a settings update, and when the answer is not the pipe that was written to.
 */
export interface WriteAnswer extends Pick<LivePipe, 'settings' | 'unreadable'> {
  readonly pipe: LivePipe | null;
}

/**
 * What is known of a write. `accepted`: a 2xx answer, which a read must still confirm. `rejected`: the service said no,
 * so nothing changed. `lost`: no answer, or a 5xx; it may have been committed, and only a read can tell.
 */
export type WriteResult =
  | {
      readonly outcome: 'accepted';
      readonly status: number;
      readonly requestId: string | null;
      readonly attempts: number;
      readonly durationMs: number;
      readonly answer: WriteAnswer;
    }
  | { readonly outcome: 'rejected' | 'lost'; readonly failure: RequestFailure; readonly durationMs: number };

/** Reads pipes. Retries what is safe to retry; never throws for a request that fails. What it gives is the pipe asked for. */
export interface PipeReader {
  readPipe(pipe: PipeAddress, signal?: AbortSignal): Promise<ReadResult>;
}

/** Writes to pipes, each request at most once. Never throws for a request that fails. */
export interface PipeWriter {
  replaceSettings(pipe: PipeAddress, body: JsonObject, options?: WriteOptions): Promise<WriteResult>;
  changeScaling(pipe: PipeAddress, body: JsonObject, options?: WriteOptions): Promise<WriteResult>;
}

/** How one write is sent. */
export interface WriteOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called when the rate limit lets the request through, and then it is sent. With false it is not sent: `not-journaled`. */
  readonly beforeSend?: (() => Promise<boolean>) | undefined;
}
