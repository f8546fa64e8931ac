import type { AttemptSuccess } from '../api/http/classify-response.ts';
import type { HttpMethod } from '../api/http/http-client.ts';
import { type Attempt, jsonOf } from '../api/http/read-response.ts';
import { DEFAULT_RETRY, type Refine } from '../api/http/retry.ts';
import { createServiceClient } from '../api/http/service-client.ts';
import { namedWait, type ResponseHeaders, retryAfter } from '../api/rate-limit/headers.ts';
import { formatExchange, type RequestFailure, wasStopped } from '../model/client.ts';
import { type Diagnostic, diagnose, hasErrors } from '../model/diagnostic.ts';
import { DIAGNOSTICS, type DiagnosticCode } from '../model/diagnostic-codes.ts';
import { FAILURES, type FailureKind, isRunStop, RUN_STOPS } from '../model/failure-kinds.ts';
import { isJsonObject, type JsonObject } from '../model/json/json.ts';
import type { Result } from '../model/result.ts';
import type { Redact } from '../model/secret/redact.ts';
import type { Secret } from '../model/secret/secret.ts';
import { safeText } from '../model/text.ts';
import type { Publication, PublishPorts, PublishResult } from './ports.ts';

/** `effect`: whether the service may have acted on the request. */
export interface PublishFailure extends RequestFailure {
  readonly effect: 'none' | 'unknown';
}

/** The result of one or more requests. */
export type StepResult<T> = Result<{ readonly value: T }, { readonly failure: PublishFailure }>;

/** The failure for a response without the needed content. A write may have taken effect. */
export function unusable(path: string, status: number, message: string, method: HttpMethod = 'GET'): StepResult<never> {
  const effect = method === 'GET' ? 'none' : 'unknown';
  const request = { method, path, status, message, requestId: null, attempts: 1 };
  return { ok: false, failure: { ...request, kind: 'invalid-response', effect } };
}

const LATER = 'Publish again later: a comment or issue that was made is found and updated.';

/** What to do about a failure at a target; without `moved`, the target is nothing that its service moves. */
type Hints = Readonly<Partial<Record<'credentials' | 'not-found' | 'moved', string>>>;

const CURES: Readonly<Partial<Record<FailureKind, string>>> = {
  'wrong-address': 'Check the address in the variable that the message names.',
  'invalid-response': 'Check the address in the variable that the message names.',
  'rate-limited': 'Publish again later, or with another token.',
  server: LATER,
  network: LATER,
  timeout: LATER,
  interrupted: 'Publish again.',
};

function publishProblem(failure: PublishFailure, { failed, origin, hints }: PublishOptions): Diagnostic {
  const { code, reason, hint = DIAGNOSTICS[code].cure } = explain(failure, hints);
  const summary = `${failed}: ${reason}.`;
  const detail = safeText(formatExchange({ ...failure, path: `${origin}${failure.path}` }));
  return diagnose('error', { code, summary, detail, hint });
}

/** GitHub tells of a locked conversation only in its message. */
const LOCKED = /\blocked\b/i;

/** A login page is a 302. */
const MOVED: readonly unknown[] = [301, 307, 308];

interface Explanation {
  readonly code: DiagnosticCode;
  readonly reason: string;
  readonly hint?: string | undefined;
}

function explain({ kind, method, effect, status, message }: PublishFailure, hints: Hints): Explanation {
  if (status === 403 && LOCKED.test(message)) return { code: 'publish-locked', reason: 'the conversation is locked' };
  if (MOVED.includes(status) && hints.moved !== undefined) {
    const reason = 'the service redirects to another place, as for what was renamed or moved';
    return { code: 'publish-not-found', reason, hint: hints.moved };
  }
  if (method === 'POST' && effect === 'unknown' && !wasStopped({ kind })) {
    const outcome = status === null ? 'it was sent, but the response was lost' : `the service returned ${status}`;
    return { code: 'publish-unconfirmed', reason: `${outcome}, so it may have been posted` };
  }
  if (isRunStop(kind)) return { code: kind, reason: RUN_STOPS[kind], hint: CURES[kind] };
  const { code, words: reason } = FAILURES[kind];
  if (kind === 'not-found') return { code: 'publish-not-found', reason, hint: hints['not-found'] };
  if (kind === 'credentials' || kind === 'not-allowed') {
    return { code, reason, hint: hints.credentials };
  }
  return { code, reason, hint: CURES[kind] };
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

export type Answer = Pick<AttemptSuccess, 'headers' | 'status' | 'body'>;

interface PublishOptions {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string | Secret>>;
  /** `webhook`: the path is a secret, and what certainly was not posted is known by the status. */
  readonly kind: 'forge' | 'webhook';
  readonly hints: Hints;
  /** The goal that was missed, such as "The comment could not be posted". */
  readonly failed: string;
}

/** The JSON object of a response; empty for any other body. */
export function objectOf({ body }: Pick<Answer, 'body'>): JsonObject {
  const value = jsonOf(body);
  return isJsonObject(value) ? value : {};
}

/** Never throws for a failed request. */
export interface PublishClient {
  call(call: Call): Promise<StepResult<Answer>>;
  /** Waits between requests; false when the budget does not allow it, or on interrupt. */
  wait(milliseconds: number): Promise<boolean>;
  readonly redact: Redact;
  close(): void;
}

/** Fits a hundred comments of maximum length with each character escaped. */
const MAX_PAGE_BYTES = 64 * 1024 * 1024;

/** GitHub requires at least a minute when its secondary limit names no wait. */
const UNNAMED_LIMIT_WAIT_MS = 60_000;

/** Throws an AddressError for a proxy that may not be used. Sends nothing yet; the budget of all requests starts now. */
function openClient({ origin, headers, kind }: PublishOptions, ports: PublishPorts): PublishClient {
  const { clock, signal, onWait = null } = ports;
  const endsAtMs = clock.monotonicMs() + ports.budgetMs;
  const { request, redact, onRateLimit, close } = createServiceClient(
    { ...ports, url: origin, parallelism: 1, retry: DEFAULT_RETRY },
    {
      headers,
      secrets: [],
      // GitHub announces its hourly limit with each response, also where the next one passes.
      rateLimit: 'ignored',
      circuit: 'stays closed',
      largestResponseBytes: MAX_PAGE_BYTES,
      refine: kind === 'webhook' ? refineWebhook : refineForge,
    },
  );
  onRateLimit(onWait);
  return {
    redact,
    close,
    async wait(milliseconds) {
      if (signal.aborted || clock.monotonicMs() + milliseconds > endsAtMs) return false;
      await clock.sleep(milliseconds, signal);
      return !signal.aborted;
    },
    async call({ method, path, body = null, isRepeatable = method !== 'POST' }) {
      const result = await request({
        intent: method === 'GET' ? 'read' : 'write',
        method,
        path,
        shownPath: kind === 'webhook' ? '/…' : path,
        body,
        signal,
        // A missing post is better than a duplicate.
        repeats: isRepeatable ? 'always' : 'unsent',
        budgetMs: Math.max(0, endsAtMs - clock.monotonicMs()),
      });
      if (result.ok) return { ok: true, value: result };
      // An idempotent request can be sent again, so its effect does not matter.
      return { ok: false, failure: { ...result.failure, effect: isRepeatable ? 'none' : result.effect } };
    },
  };
}

/** A service that answers with a server error did not post. A gateway (502, 504) does not know what the service did. */
const refineWebhook: Refine = (outcome, attempt, now) => {
  const { kind, status } = outcome;
  const isUnposted = kind === 'server' && attempt.interruption === null && status !== 502 && status !== 504;
  return isUnposted ? { ...outcome, isTransient: false, effect: 'none' } : refineForge(outcome, attempt, now);
};

/**
 * GitHub refuses with a 403 for a rate limit too, and every response has the reset time of the hourly limit, which is a wait only
 * when the limit is used up.
 */
const refineForge: Refine = (outcome, attempt, now) => {
  const { status, headers } = attempt;
  // Only pipes are busy or idle.
  if (outcome.kind === 'busy' || outcome.kind === 'service-idle') return { ...outcome, kind: 'rejected' };
  if (status !== 403 && status !== 429) return outcome;
  const isUsedUp = headers['x-ratelimit-remaining'] === '0';
  if (status === 403 && !isUsedUp && headers['retry-after'] === undefined && !namesLimit(attempt)) return outcome;
  const waitMs = (isUsedUp ? namedWait(headers, now) : retryAfter(headers, now)) ?? UNNAMED_LIMIT_WAIT_MS;
  return { ...outcome, kind: 'rate-limited', isTransient: true, effect: 'none', waitMs };
};

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
    if (!Array.isArray(entries)) return unusable(path, status, 'the response is not a list');
    for (const entry of entries) {
      const found = isJsonObject(entry) ? pick(entry) : null;
      if (found !== null) picked.push(found);
    }
    if (!hasNextPage(headers)) return { ok: true, value: picked };
  }
  return unusable(list, 200, 'the list has no end');
}

/** Reads `X-Next-Page` (GitLab) or `Link`. The URL of the link is not used: the token would be sent to it. */
function hasNextPage({ 'x-next-page': number, link = '' }: ResponseHeaders): boolean {
  return number === undefined ? /;\s*rel\s*=\s*"?[^",;]*\bnext\b/i.test(link) : number.trim() !== '';
}

export async function publishWith(
  options: PublishOptions,
  ports: PublishPorts,
  publish: (client: PublishClient) => Promise<StepResult<Publication>>,
): Promise<PublishResult> {
  const client = openClient(options, ports);
  const { redact } = client;
  try {
    const result = await publish(client);
    if (result.ok) {
      const { url, diagnostics } = result.value;
      const shown = diagnostics.map((one) => ({ ...one, summary: redact(one.summary) }));
      if (hasErrors(shown)) return { ok: false, diagnostics: shown };
      return { ok: true, publication: { ...result.value, url: url === null ? null : redact(url), diagnostics: shown } };
    }
    const diagnostics = [publishProblem(result.failure, options)];
    return { ok: false, diagnostics, isUnconfirmed: result.failure.effect === 'unknown' };
  } finally {
    client.close();
  }
}
