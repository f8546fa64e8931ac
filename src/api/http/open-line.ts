import type { RequestAttempt } from '../../model/client.ts';
import type { Clock } from '../../model/clock.ts';
import { type Redact, redactAll, redactValues } from '../../model/redact.ts';
import type { Secret } from '../../model/secret.ts';
import { createPacer } from '../rate-limit/pacer.ts';
import type { AnswerHeaders } from '../rate-limit/read-quota.ts';
import type { RateLimit } from '../rate-limit/turns.ts';
import { readAddress } from './address.ts';
import { probeDelayMs, type RetryOptions } from './back-off.ts';
import { ALWAYS_CLOSED, createCircuit } from './circuit.ts';
import { type Exchange, type ExchangeRequest, exchange } from './exchange.ts';
import { chooseProxy, type Environment } from './proxy.ts';
import { createTransport } from './transport.ts';

/** What the connections to all services are told alike. */
export interface LineOptions {
  /** The base address of the service; https, or plain http to this machine. A path in it is kept. */
  readonly url: string;
  /** How many requests may be under way at once. */
  readonly parallelism: number;
  /** For one attempt: connecting, sending and the whole body together. */
  readonly timeoutMs: number;
  readonly retry: RetryOptions;
  readonly clock: Clock;
  /** From 0 (included) to 1 (excluded). */
  readonly random: () => number;
  /** Where HTTPS_PROXY, ALL_PROXY and NO_PROXY are looked up. */
  readonly environment: Environment;
  /** Pipeform's own version, for the `User-Agent`. */
  readonly version: string;
  readonly onRequest?: (entry: RequestAttempt) => void;
}

/** What is particular to one service. */
export interface ServiceOptions {
  /** The whole `Authorization` header. */
  readonly authorization: Secret;
  /** What must not be shown when the service echoes it. */
  readonly secrets: readonly string[];
  /** What is known of the service's limit; it is learnt from 429 answers otherwise, or when they say that it is lower. */
  readonly rateLimit: RateLimit | null;
  /** An answer with a longer body is broken off. */
  readonly largestAnswerBytes: number;
  /** Whether to stop asking when everything fails. */
  readonly circuit: 'opens' | 'stays closed';
  readonly onHeaders?: (headers: AnswerHeaders) => void;
}

/** A line to a service, with the credentials for it. Opens sockets when first used. */
export interface OpenLine {
  readonly clock: Clock;
  exchange(request: ExchangeRequest): Promise<Exchange>;
  /** So many requests are to come: what may be wasted on finding the rate limit is a share of them. */
  expect(requests: number): void;
  readonly redact: Redact;
  /** The same for the values of a good answer. */
  readonly redactValues: Redact;
  /** Closes idle sockets at once; a request under way is broken off. */
  close(): void;
}

/** One host may serve several APIs, and echo to one what another was sent. */
const CREDENTIALS = ['PIPEFORM_KEY_SECRET', 'PIPEFORM_ACCESS_TOKEN'];

/** Throws an AddressError when the address, or the proxy for it, may not be used. Sends nothing yet. */
export function openLine(options: LineOptions, service: ServiceOptions): OpenLine {
  const base = readAddress(options.url);
  const { clock, random, retry, onRequest } = options;
  const transport = createTransport({
    base,
    headers: { Authorization: service.authorization },
    userAgent: `pipeform/${options.version} (node ${process.versions.node})`,
    proxy: chooseProxy(base, options.environment),
    parallelism: options.parallelism,
    timeoutMs: options.timeoutMs,
    largestAnswerBytes: service.largestAnswerBytes,
    onHeaders: service.onHeaders,
  });
  const pacer = createPacer({
    limit: service.rateLimit,
    patienceMs: retry.patienceMs,
    clock,
    probeDelayMs: (failedProbes) => probeDelayMs(failedProbes, random),
  });
  const circuit = service.circuit === 'opens' ? createCircuit(options.parallelism) : ALWAYS_CLOSED;
  circuit.onOpen(pacer.turnAway);
  const secrets = [...service.secrets, ...CREDENTIALS.map((name) => options.environment[name] ?? '')];
  const redact = redactAll(secrets);
  const line = { transport, pacer, circuit, retry, clock, random, onRequest, redact };
  return {
    clock,
    redact,
    redactValues: redactValues(secrets),
    exchange: (request) => exchange(line, request),
    expect: pacer.expect,
    close: () => transport.close(),
  };
}

/** Base64 as it is looked for in an echo: its padding is written in many ways, so what is looked for ends before it. */
export function withoutPadding(base64: string): string {
  return base64.replace(/=+$/, '');
}
