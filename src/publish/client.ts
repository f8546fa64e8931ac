import { type AttemptFailure, type AttemptOutcome, classifyAttempt } from '../api/http/classify-response.ts';
import { createHttpClient, type HttpMethod } from '../api/http/http-client.ts';
import { type Attempt, type Body, jsonOf } from '../api/http/read-response.ts';
import { DEFAULT_RETRY, retryDelayMs } from '../api/http/retry.ts';
import { namedWait, type ResponseHeaders, retryAfter } from '../api/rate-limit/headers.ts';
import { formatExchange, type RequestFailure, wasStopped } from '../model/client.ts';
import { stoppedBy } from '../model/deadline.ts';
import { type Diagnostic, diagnose, hasErrors } from '../model/diagnostic.ts';
import { DIAGNOSTICS, type DiagnosticCode } from '../model/diagnostic-codes.ts';
import { FAILURES, isRunStop } from '../model/failure-kinds.ts';
import { isJsonObject, type JsonObject } from '../model/json/json.ts';
import { readSecrets } from '../model/secret/credential-variables.ts';
import { type Redact, redactAll } from '../model/secret/redact.ts';
import type { Secret } from '../model/secret/secret.ts';
import { safeText } from '../model/text.ts';
import type { Publication, PublishPorts, PublishResult } from './ports.ts';

/** `effect`: whether the service may have acted on the request. */
export interface PublishFailure extends RequestFailure {
  /** The only part of a webhook address that is shown. */
  readonly origin: string;
  /** Whether there is a complete response. */
  readonly isAnswered: boolean;
  readonly effect: 'none' | 'unknown';
}

/** The result of one or more requests. */
export type StepResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: PublishFailure };

/** The failure for a response without the needed content. A write may have taken effect. */
export function unusable(
  origin: string,
  path: string,
  status: number,
  message: string,
  method: HttpMethod = 'GET',
): StepResult<never> {
  const effect = method === 'GET' ? 'none' : 'unknown';
  const request = { method, origin, path, status, message, isAnswered: true };
  return { ok: false, failure: { ...request, kind: 'invalid-response', requestId: null, attempts: 1, effect } };
}

type Hints = Readonly<Partial<Record<DiagnosticCode, string>>>;

const REASONS: Readonly<Partial<Record<DiagnosticCode, string>>> = {
  'publish-not-found': 'not found',
  'publish-wrong-address': 'the response is not from the expected service',
  'publish-credentials-rejected': 'the service rejected the credentials',
  'publish-moved': 'the service redirects to another place, as for what was renamed or moved',
  'publish-locked': 'the conversation is locked',
  'publish-rejected': 'the service refused the request',
  'publish-rate-limited': 'the rate limit requires a longer wait',
  'publish-unanswered': 'the service failed or could not be reached',
  'publish-unconfirmed': 'it was sent, but the response was lost, so it may have been posted',
  interrupted: 'interrupted',
  'deadline-exceeded': 'the deadline of the command passed',
};

function describePublishFailure(failed: string, failure: PublishFailure, hints: Hints): Diagnostic {
  const code = chooseCode(failure, hints);
  const { status } = failure;
  const isAnswered = code === 'publish-unconfirmed' && status !== null;
  const reason = isAnswered ? `the service returned ${status}, so it may have been posted` : REASONS[code];
  return diagnose('error', {
    code,
    summary: `${failed}: ${reason}.`,
    detail: safeText(formatExchange({ ...failure, path: `${failure.origin}${failure.path}` })),
    hint:
      { interrupted: 'Publish again.', 'deadline-exceeded': 'Publish again.', ...hints }[code] ??
      DIAGNOSTICS[code].cure,
  });
}

/** GitHub tells of a locked conversation only in its message. */
const LOCKED = /\blocked\b/i;

/** A login page is a 302. */
const MOVED: readonly unknown[] = [301, 307, 308];

function chooseCode({ kind, method, effect, status, message }: PublishFailure, hints: Hints): DiagnosticCode {
  if (status === 403 && LOCKED.test(message)) return 'publish-locked';
  // Only a forge moves what it has.
  if (MOVED.includes(status) && hints['publish-moved'] !== undefined) return 'publish-moved';
  if (method === 'POST' && effect === 'unknown' && !wasStopped({ kind })) return 'publish-unconfirmed';
  return isRunStop(kind) ? kind : FAILURES[kind].publishCode;
}

export interface Call {
  readonly method: HttpMethod;
  /** Absolute, such as `/api/v3/user`. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
  /** Whether the request is idempotent; by default true for all methods except POST. */
  readonly isRepeatable?: boolean;
}

export interface Received {
  readonly headers: ResponseHeaders;
  readonly status: number;
  /** null when unreadable; always JSON for GET. */
  readonly body: Body | null;
}

interface PublishClientOptions {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string | Secret>>;
  /** `secret`: the path is not shown. */
  readonly paths: 'plain' | 'secret';
}

/** The JSON object of a response; empty for any other body. */
export function objectOf({ body }: Pick<Received, 'body'>): JsonObject {
  const value = jsonOf(body);
  return isJsonObject(value) ? value : {};
}

/** Never throws for a failed request. */
export interface PublishClient {
  readonly origin: string;
  call(call: Call): Promise<StepResult<Received>>;
  /** Waits between requests; false when the budget does not allow it, or on interrupt. */
  wait(milliseconds: number): Promise<boolean>;
  close(): void;
}

/** Fits a hundred comments of maximum length with each character escaped. */
const MAX_PAGE_BYTES = 64 * 1024 * 1024;

/** GitHub requires at least a minute when its secondary limit names no wait. */
const UNNAMED_LIMIT_WAIT_MS = 60_000;

/**
 * Throws an AddressError for a proxy that may not be used. Sends nothing yet; the budget starts now.
 *
 * Not with `sendWithRetries` of api/http, which never repeats a write, has a budget for each request, and needs a rate
 * limiter and a circuit. Here all requests of a publication have one budget, and a repeatable write is repeated.
 */
function openClient(options: PublishClientOptions, redact: Redact, ports: PublishPorts): PublishClient {
  const { origin, paths } = options;
  const { clock, random, signal, onWait } = ports;
  const deadline = clock.monotonicMs() + ports.budgetMs;
  const http = createHttpClient({
    ...options,
    ...ports,
    base: new URL(origin),
    parallelism: 1,
    largestResponseBytes: MAX_PAGE_BYTES,
    redact,
  });

  const mayWait = (milliseconds: number): boolean => !signal.aborted && clock.monotonicMs() + milliseconds <= deadline;
  const wait = async (milliseconds: number): Promise<boolean> => {
    if (!mayWait(milliseconds)) return false;
    await clock.sleep(milliseconds, signal);
    return !signal.aborted;
  };

  return {
    origin,
    wait,
    close: http.close,
    async call({ method, path, body = null, isRepeatable = method !== 'POST' }) {
      const shownPath = paths === 'secret' ? '/…' : path;
      for (let attempts = 1; ; attempts += 1) {
        const attempt = await http.send({ method, path, body, signal }, attempts, shownPath);
        const isAnswered = attempt.status !== null && attempt.interruption === null;
        const fail = ({ kind, status, message, requestId, effect }: AttemptFailure): StepResult<never> => {
          const request = { method, path: shownPath, origin, attempts, isAnswered };
          // An idempotent request can be sent again, so its effect does not matter.
          const cause = kind === 'interrupted' ? stoppedBy(signal) : kind;
          const result = { kind: cause, status, message, requestId, effect: isRepeatable ? 'none' : effect } as const;
          return { ok: false, failure: { ...request, ...result } };
        };
        const outcome = classify(attempt, method === 'GET' ? 'read' : 'write', clock.now());
        if (outcome.ok) return { ok: true, value: { ...outcome, headers: attempt.headers } };
        if (!outcome.isTransient || attempts >= DEFAULT_RETRY.maxAttempts) return fail(outcome);
        // A missing post is better than a duplicate.
        if (!isRepeatable && outcome.effect === 'unknown') return fail(outcome);
        const waitMs = waitFor(outcome, attempts, random);
        if (outcome.kind === 'rate-limited' && mayWait(waitMs)) {
          const until = new Date(clock.now() + waitMs).toISOString();
          onWait?.({ source: 'announced', perSecond: null, waitMs, until });
        }
        if (await wait(waitMs)) continue;
        if (signal.aborted) return fail({ ...outcome, kind: 'interrupted' });
        const tooLate = `the next attempt would be in ${Math.ceil(waitMs / 1000)} s, which is too late`;
        return fail({ ...outcome, message: [outcome.message, tooLate].filter((part) => part !== '').join('; ') });
      }
    },
  };
}

function waitFor({ kind, waitMs }: AttemptFailure, attempts: number, random: () => number): number {
  if (waitMs !== null) return waitMs;
  return kind === 'rate-limited' ? UNNAMED_LIMIT_WAIT_MS : retryDelayMs(attempts, DEFAULT_RETRY, random);
}

/**
 * Like `classifyAttempt`, for GitHub: a 403 may be a rate limit, and every response has the reset time of the hourly
 * limit, which is a wait only when the limit is used up.
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

/** GitHub error bodies link to documentation. */
function namesLimit({ body }: Attempt): boolean {
  const { documentation_url: page } = objectOf({ body });
  return typeof page === 'string' && page.includes('rate-limit');
}

/** Twenty thousand entries; a longer list is taken for a loop. */
const MAX_PAGES = 200;

/**
 * What `pick` returns for the entries of a paged list, without null. A list that cannot be read completely is a failure,
 * since a duplicate would be posted. `list`: the path with its query.
 */
export async function pickFromPages<T>(
  client: PublishClient,
  list: string,
  pick: (entry: JsonObject) => T | null,
): Promise<StepResult<readonly T[]>> {
  const picked: T[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const path = page === 1 ? list : `${list}&page=${page}`;
    const response = await client.call({ method: 'GET', path });
    if (!response.ok) return response;
    const { body, headers, status } = response.value;
    const entries = jsonOf(body);
    if (!Array.isArray(entries)) return unusable(client.origin, path, status, 'the response is not a list');
    for (const entry of entries) {
      const found = isJsonObject(entry) ? pick(entry) : null;
      if (found !== null) picked.push(found);
    }
    if (!hasNextPage(headers)) return { ok: true, value: picked };
  }
  return unusable(client.origin, list, 200, 'the list has no end');
}

/** Reads `X-Next-Page` (GitLab) or `Link`. The URL of the link is not used: the token would be sent to it. */
function hasNextPage({ 'x-next-page': number, link = '' }: ResponseHeaders): boolean {
  return number === undefined ? /;\s*rel\s*=\s*"?[^",;]*\bnext\b/i.test(link) : number.trim() !== '';
}

/** `failed`: the goal that was missed, such as "The comment could not be posted". */
export async function publishWith(
  options: PublishClientOptions & { readonly hints: Hints; readonly failed: string },
  ports: PublishPorts,
  publish: (client: PublishClient) => Promise<StepResult<Publication>>,
): Promise<PublishResult> {
  const redact = redactAll(readSecrets(ports.environment));
  const client = openClient(options, redact, ports);
  try {
    const result = await publish(client);
    if (result.ok) {
      const { url, diagnostics } = result.value;
      const shown = diagnostics.map((one) => ({ ...one, summary: redact(one.summary) }));
      if (hasErrors(shown)) return { ok: false, diagnostics: shown };
      return { ok: true, publication: { ...result.value, url: url === null ? null : redact(url), diagnostics: shown } };
    }
    const diagnostics = [describePublishFailure(options.failed, result.failure, options.hints)];
    return { ok: false, diagnostics, isUnconfirmed: result.failure.effect === 'unknown' };
  } finally {
    client.close();
  }
}
