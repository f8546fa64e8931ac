import {
  type Attempt,
  type AttemptFailure,
  type AttemptOutcome,
  classifyAttempt,
} from '../api/http/classify-response.ts';
import { createHttpClient, type HttpMethod } from '../api/http/http-client.ts';
import { type Body, jsonOf } from '../api/http/response-body.ts';
import { DEFAULT_RETRY, jitteredDelayMs } from '../api/http/service-client.ts';
import { namedWait, type ResponseHeaders, retryAfter } from '../api/rate-limit/headers.ts';
import { type FailureKind, formatExchange, type RequestFailure } from '../model/client.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { CURES, type DiagnosticCode } from '../model/diagnostic-codes.ts';
import { isJsonObject, type JsonObject } from '../model/json.ts';
import type { Secret } from '../model/secret.ts';
import { safeText } from '../model/text.ts';
import type { Publication, PublishPorts, PublishResult } from './ports.ts';

/** A failed request. `effect`: whether the service may have acted on it. */
interface PublishFailure extends Omit<RequestFailure, 'method'> {
  readonly method: HttpMethod;
  /** The only part of the address that is shown of a webhook. */
  readonly origin: string;
  readonly effect: 'none' | 'unknown';
}

/** The result of a step. Steps follow each other without throwing. */
export type StepResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: PublishFailure };

/** An answer that arrived but lacks what is needed. After a GET nothing has changed; a write may have taken effect. */
export function unusable(
  origin: string,
  path: string,
  status: number,
  message: string,
  method: HttpMethod = 'GET',
): StepResult<never> {
  const effect = method === 'GET' ? 'none' : 'unknown';
  const asked = { method, origin, path, status, message } as const;
  return { ok: false, failure: { ...asked, kind: 'invalid-response', requestId: null, attempts: 1, effect } };
}

/** What to do about a failure with one kind of service. */
interface Hints {
  readonly credentials: string;
  readonly notFound: string;
}

const CODES: Readonly<Record<FailureKind, DiagnosticCode>> = {
  'not-found': 'publish-not-found',
  'wrong-address': 'publish-wrong-address',
  'wrong-pipe': 'publish-wrong-address',
  'invalid-response': 'publish-wrong-address',
  credentials: 'publish-credentials-rejected',
  'service-idle': 'publish-rejected',
  rejected: 'publish-rejected',
  'rate-limited': 'publish-rate-limited',
  server: 'publish-unanswered',
  network: 'publish-unanswered',
  timeout: 'publish-unanswered',
  'not-attempted': 'publish-unanswered',
  'not-journaled': 'publish-unanswered',
  cancelled: 'interrupted',
};

const REASONS: Readonly<Partial<Record<DiagnosticCode, string>>> = {
  'publish-not-found': 'the service does not find it',
  'publish-wrong-address': 'the answer is not from the expected service',
  'publish-credentials-rejected': 'the service does not allow it',
  'publish-rejected': 'the service refused the request',
  'publish-rate-limited': 'the rate limit asks for a longer wait',
  'publish-unanswered': 'the service failed or could not be reached',
  'publish-unconfirmed': 'it was sent, but the answer was lost, so it may have been posted',
  interrupted: 'interrupted',
};

function describeFailure(failed: string, failure: PublishFailure, hints: Hints): Diagnostic {
  const code = chooseCode(failure);
  return diagnose('error', {
    code,
    summary: `${failed}: ${REASONS[code]}.`,
    detail: safeText(formatExchange({ ...failure, path: `${failure.origin}${failure.path}` })),
    hint: chooseHint(code, hints),
  });
}

function chooseHint(code: DiagnosticCode, hints: Hints): string {
  switch (code) {
    case 'publish-credentials-rejected':
      return hints.credentials;
    case 'publish-not-found':
      return hints.notFound;
    case 'interrupted':
      return 'Publish again.';
    default:
      return CURES[code];
  }
}

function chooseCode({ kind, method, effect }: PublishFailure): DiagnosticCode {
  if (method === 'POST' && effect === 'unknown' && kind !== 'cancelled') return 'publish-unconfirmed';
  return CODES[kind];
}

export interface Call {
  readonly method: HttpMethod;
  /** From the root of the host, such as `/api/v3/user`. */
  readonly path: string;
  /** JSON text; left out for a request without a body. */
  readonly body?: string;
  /** Whether sending it twice is the same as once: true but for a POST, unless it says otherwise. */
  readonly isRepeatable?: boolean;
}

export interface Received {
  readonly headers: ResponseHeaders;
  /** null when the body could not be read; for GET it is always JSON. */
  readonly body: Body | null;
  readonly status: number;
}

interface PublishClientOptions {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string | Secret>>;
  /** What must not be shown, in any form in which the service may echo it. */
  readonly secrets: readonly string[];
  /** `secret`: of the path nothing is shown. */
  readonly paths: 'plain' | 'secret';
}

/** The JSON object of an answer; empty when it is none, or could not be read. */
export function objectOf({ body }: Pick<Received, 'body'>): JsonObject {
  const value = jsonOf(body);
  return isJsonObject(value) ? value : {};
}

/** A service to publish to. Never throws for a request that fails. */
export interface PublishClient {
  readonly origin: string;
  call(call: Call): Promise<StepResult<Received>>;
  /** The wait before the n-th further try of something that is no single request; false when there is no time for it. */
  pause(attempt: number): Promise<boolean>;
  close(): void;
}

/** A hundred comments of the greatest length, each character escaped, fit into it. */
const LARGEST_PAGE_BYTES = 64 * 1024 * 1024;

/** GitHub asks for at least a minute when its secondary limit names no wait. */
const UNNAMED_LIMIT_WAIT_MS = 60_000;

/** Throws an AddressError when the proxy for the host may not be used. Sends nothing yet; the budget starts now. */
function openClient(options: PublishClientOptions, ports: PublishPorts): PublishClient {
  const { origin, paths } = options;
  const { clock, random, signal } = ports;
  const deadline = clock.monotonicMs() + ports.budgetMs;
  const http = createHttpClient({
    ...options,
    ...ports,
    base: new URL(origin),
    parallelism: 1,
    largestResponseBytes: LARGEST_PAGE_BYTES,
  });

  /** false: there is no time for it, or an interrupt ended it. */
  const wait = async (milliseconds: number): Promise<boolean> => {
    if (signal.aborted || clock.monotonicMs() + milliseconds > deadline) return false;
    await clock.sleep(milliseconds, signal);
    return !signal.aborted;
  };

  return {
    origin,
    pause: (attempt) => wait(jitteredDelayMs(attempt, DEFAULT_RETRY, random)),
    close: http.close,
    async call({ method, path, body = null, isRepeatable = method !== 'POST' }) {
      const shownPath = paths === 'secret' ? '/…' : path;
      for (let attempts = 1; ; attempts += 1) {
        const fail = ({ kind, status, message, requestId, ...failed }: AttemptFailure): StepResult<never> => {
          // What may be sent twice counts as not sent.
          const effect = isRepeatable ? 'none' : failed.effect;
          return {
            ok: false,
            failure: { method, path: shownPath, origin, attempts, kind, status, message, requestId, effect },
          };
        };
        const attempt = await http.send({ method, path, body, signal }, attempts, shownPath);
        const outcome = classify(attempt, method === 'GET' ? 'read' : 'write', clock.now());
        if (outcome.ok)
          return { ok: true, value: { headers: attempt.headers, body: outcome.body, status: outcome.status } };
        if (!outcome.isTransient || attempts >= DEFAULT_RETRY.maxAttempts) return fail(outcome);
        // Posting twice is worse than not at all.
        if (!isRepeatable && outcome.effect === 'unknown') return fail(outcome);
        const waitMs = waitFor(outcome, attempts, random);
        if (await wait(waitMs)) continue;
        if (signal.aborted) return fail({ ...outcome, kind: 'cancelled' });
        const tooLate = `the next attempt would be in ${Math.ceil(waitMs / 1000)} s, which is too late`;
        return fail({ ...outcome, message: [outcome.message, tooLate].filter((part) => part !== '').join('; ') });
      }
    },
  };
}

function waitFor({ kind, waitMs }: AttemptFailure, attempts: number, random: () => number): number {
  if (waitMs !== null) return waitMs;
  return kind === 'rate-limited' ? UNNAMED_LIMIT_WAIT_MS : jitteredDelayMs(attempts, DEFAULT_RETRY, random);
}

/**
 * The outcome of an attempt, with the two customs of GitHub: a limit that is reached may be answered with 403, and every
 * response says when the hourly limit is reset, which is a wait only once nothing of it is left.
 */
function classify(attempt: Attempt, intent: 'read' | 'write', now: number): AttemptOutcome {
  const outcome = classifyAttempt(attempt, intent, now);
  const { status, headers } = attempt;
  if (outcome.ok || (status !== 403 && status !== 429)) return outcome;
  const isUsedUp = headers['x-ratelimit-remaining'] === '0';
  if (status === 403 && !isUsedUp && headers['retry-after'] === undefined && !namesLimit(attempt)) return outcome;
  const waitMs = isUsedUp ? namedWait(headers, now) : retryAfter(headers, now);
  return { ...outcome, kind: 'rate-limited', isTransient: true, effect: 'none', waitMs };
}

/** GitHub's error bodies link to the page about what went wrong. */
function namesLimit({ body }: Attempt): boolean {
  const { documentation_url: page } = objectOf({ body });
  return typeof page === 'string' && page.includes('rate-limit');
}

/** Twenty thousand entries; a list that goes on after that goes in circles. */
const MOST_PAGES = 200;

/**
 * The first entry of a paged list that `pick` takes, or null when no page has one. A list that cannot be read to its end
 * is a failure, never an empty list: something would be posted twice. `list`: the path with its query.
 */
export async function findOnPages<T>(
  client: PublishClient,
  list: string,
  pick: (entry: JsonObject) => T | null,
): Promise<StepResult<T | null>> {
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const path = page === 1 ? list : `${list}&page=${page}`;
    const answer = await client.call({ method: 'GET', path });
    if (!answer.ok) return answer;
    const { body, headers, status } = answer.value;
    const entries = jsonOf(body);
    if (!Array.isArray(entries)) return unusable(client.origin, path, status, 'an answer that is not a list');
    for (const entry of entries) {
      const found = isJsonObject(entry) ? pick(entry) : null;
      if (found !== null) return { ok: true, value: found };
    }
    if (!hasNextPage(headers)) return { ok: true, value: null };
  }
  return unusable(client.origin, list, 200, 'the list has no end');
}

/**
 * By GitLab's `X-Next-Page`, else by a `Link` with `rel="next"`. Pages are asked for by number: a link is data from outside, and
 * the token would go with it.
 */
function hasNextPage({ 'x-next-page': number, link = '' }: ResponseHeaders): boolean {
  return number === undefined ? /;\s*rel\s*=\s*"?[^",;]*\bnext\b/i.test(link) : number.trim() !== '';
}

/** Opens a client, lets `publish` use it, and closes it. `failed`: what could not be done, such as "The comment could not be posted". */
export async function publishWith(
  options: PublishClientOptions & { readonly hints: Hints; readonly failed: string },
  ports: PublishPorts,
  publish: (client: PublishClient) => Promise<StepResult<Publication>>,
): Promise<PublishResult> {
  const client = openClient(options, ports);
  try {
    const result = await publish(client);
    if (result.ok) return { ok: true, publication: result.value };
    return { ok: false, diagnostics: [describeFailure(options.failed, result.failure, options.hints)] };
  } finally {
    client.close();
  }
}
