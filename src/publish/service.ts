import { type AnswerHeaders, fullJitterMs, namedWait } from '../api/http/back-off.ts';
import { DEFAULT_RETRY } from '../api/http/connection.ts';
import { type Body, readBody } from '../api/http/error-words.ts';
import { rest } from '../api/http/exchange.ts';
import { type Asked, judgeAnswer, type Refusal, type Verdict } from '../api/http/judge-answer.ts';
import { chooseProxy } from '../api/http/proxy.ts';
import { type Answer, createTransport, type HttpMethod } from '../api/http/transport.ts';
import { isJsonObject, type JsonObject } from '../model/json.ts';
import { redactAll } from '../model/redact.ts';
import type { Secret } from '../model/secret.ts';
import type { PublishPorts } from './ports.ts';
import type { Step } from './trouble.ts';

export interface Call {
  readonly method: HttpMethod;
  /** From the root of the host, such as `/api/v3/user`. */
  readonly path: string;
  /** JSON text, or null for a request without a body. */
  readonly body: string | null;
  /** `unsent`: only when it is certain that the service did not act on it; posting twice is worse than not at all. */
  readonly resend: 'always' | 'unsent';
}

export interface Received {
  readonly headers: AnswerHeaders;
  /** null when the body could not be read; for GET it is always JSON. */
  readonly body: Body | null;
  readonly status: number;
}

export interface ServiceOptions {
  readonly origin: string;
  readonly headers: Readonly<Record<string, string | Secret>>;
  /** What must not be shown, in any form in which the service may echo it. */
  readonly secrets: readonly string[];
  /** `secret`: of the path nothing is shown. */
  readonly paths: 'plain' | 'secret';
}

/** The JSON object of an answer; empty when it is none, or could not be read. */
export function objectOf({ body }: Received): JsonObject {
  return body?.form === 'json' && isJsonObject(body.value) ? body.value : {};
}

/** A service to publish to. Never throws for a request that fails. */
export interface Service {
  readonly origin: string;
  call(call: Call): Promise<Step<Received>>;
  /** The wait before the n-th further try of something that is no single request; false when there is no time for it. */
  pause(attempt: number): Promise<boolean>;
  close(): void;
}

/** A hundred comments of the greatest length, each character escaped, fit into it. */
const LARGEST_PAGE_BYTES = 64 * 1024 * 1024;

/** GitHub asks for at least a minute when its secondary limit names no wait. */
const UNNAMED_LIMIT_WAIT_MS = 60_000;

/** Throws an AddressError when the proxy for the host may not be used. Sends nothing yet; the budget starts now. */
export function openService(options: ServiceOptions, ports: PublishPorts): Service {
  const { origin, secrets, paths } = options;
  const { clock, random, signal, onRequest } = ports;
  const base = new URL(origin);
  const deadline = clock.monotonicMs() + ports.budgetMs;
  const redact = redactAll(secrets);
  const transport = createTransport({
    base,
    headers: options.headers,
    userAgent: `pipeform/${ports.version} (node ${process.versions.node})`,
    proxy: chooseProxy(base, ports.environment),
    parallelism: 1,
    timeoutMs: ports.timeoutMs,
    largestAnswerBytes: LARGEST_PAGE_BYTES,
  });

  const wait = async (milliseconds: number): Promise<boolean> =>
    clock.monotonicMs() + milliseconds <= deadline && (await rest(clock, milliseconds, signal));

  return {
    origin,
    pause: (attempt) => wait(fullJitterMs(attempt, DEFAULT_RETRY, random)),
    close: () => transport.close(),
    async call({ method, path, body, resend }) {
      const shownPath = paths === 'secret' ? '/…' : path;
      for (let attempts = 1; ; attempts += 1) {
        const fail = ({ kind, status, message, requestId, ...refusal }: Refusal): Step<never> => {
          // What may be sent twice may be thought of as not sent.
          const effect = resend === 'always' ? 'none' : refusal.effect;
          const asked = { method, path: shownPath, origin, attempts };
          return { ok: false, trouble: { ...asked, kind, status, message, requestId, effect } };
        };
        const startedAt = clock.monotonicMs();
        const answer = await transport.send({ method, path, body, signal });
        const durationMs = Math.round(clock.monotonicMs() - startedAt);
        const verdict = judge(answer, { method, now: clock.now(), redact });
        const { status, requestId } = verdict;
        onRequest?.({ method, path: shownPath, status, attempt: attempts, durationMs, requestId });
        if (verdict.ok) {
          const headers = answer.status === null ? {} : answer.headers;
          return { ok: true, value: { headers, body: verdict.body, status: verdict.status } };
        }
        if (!verdict.isPassing || attempts >= DEFAULT_RETRY.maxAttempts) return fail(verdict);
        if (resend === 'unsent' && verdict.effect === 'unknown') return fail(verdict);
        const waitMs = waitFor(verdict, attempts, random);
        if (await wait(waitMs)) continue;
        if (signal.aborted) return fail({ ...verdict, kind: 'cancelled' });
        const asked = `the next attempt would be in ${Math.ceil(waitMs / 1000)} s, which is too late`;
        return fail({ ...verdict, message: [verdict.message, asked].filter((words) => words !== '').join('; ') });
      }
    },
  };
}

function waitFor({ kind, wait }: Refusal, attempts: number, random: () => number): number {
  if (wait !== null) return wait.ms;
  return kind === 'rate-limited' ? UNNAMED_LIMIT_WAIT_MS : fullJitterMs(attempts, DEFAULT_RETRY, random);
}

/**
 * What an answer amounts to, with the two customs of GitHub: a limit that is reached may be told with 403, and every
 * answer says when the hourly limit is reset, which is a wait only once nothing of it is left.
 */
function judge(answer: Answer, asked: Asked): Verdict {
  if (answer.status === null) return judgeAnswer(answer, asked);
  const { 'x-ratelimit-reset': reset, ...others } = answer.headers;
  const isUsedUp = answer.headers['x-ratelimit-remaining'] === '0' && answer.status < 500;
  const headers = isUsedUp && reset !== undefined ? answer.headers : others;
  const verdict = judgeAnswer({ ...answer, headers }, asked);
  if (verdict.ok || answer.status !== 403 || !(isUsedUp || 'retry-after' in headers || namesLimit(answer))) {
    return verdict;
  }
  const wait = namedWait(headers, asked.now);
  return { ...verdict, kind: 'rate-limited', isPassing: true, effect: 'none', wait };
}

/** GitHub's error bodies link to the page about what went wrong. */
function namesLimit(answer: Exclude<Answer, { status: null }>): boolean {
  const body = readBody('text' in answer.body ? answer.body.text : '');
  if (body.form !== 'json' || !isJsonObject(body.value)) return false;
  const { documentation_url: page } = body.value;
  return typeof page === 'string' && page.includes('rate-limit');
}
