import { setMaxListeners } from 'node:events';
import type { Clock } from '../model/clock.ts';
import { Secret } from '../model/secret.ts';
import { readAddress } from './address.ts';
import { probeDelayMs, type RetryOptions } from './back-off.ts';
import { type Redact, redactAll } from './error-words.ts';
import { type Exchange, exchange, type RequestLogEntry } from './exchange.ts';
import { createPacer } from './pacer.ts';
import { chooseProxy, type Environment } from './proxy.ts';
import { createTransport, LARGEST_ANSWER_BYTES, type TransportRequest } from './transport.ts';
import type { RateLimit } from './turns.ts';

export interface Credentials {
  readonly keyId: string;
  readonly keySecret: Secret;
}

export interface ConnectOptions {
  /** The base address of the service; https, or plain http to this machine. A path in it is kept. */
  readonly url: string;
  readonly organization: string;
  readonly credentials: Credentials;
  /** How many requests may be under way at once. */
  readonly parallelism: number;
  /** For one attempt: connecting, sending and the whole body together. */
  readonly timeoutMs: number;
  readonly retry: RetryOptions;
  /** What is known of the service's limit; it is learnt from 429 answers otherwise, or when they say that it is lower. */
  readonly rateLimit: RateLimit | null;
  readonly clock: Clock;
  /** From 0 (included) to 1 (excluded). */
  readonly random: () => number;
  /** Where HTTPS_PROXY, ALL_PROXY and NO_PROXY are looked up. */
  readonly environment: Environment;
  /** Pipeform's own version, for the `User-Agent`. */
  readonly version: string;
  readonly onRequest?: (entry: RequestLogEntry) => void;
}

/** A service with the credentials for it: what readers and writers are made from. Opens sockets when first used. */
export interface Connection {
  readonly organization: string;
  readonly clock: Clock;
  exchange(request: TransportRequest): Promise<Exchange>;
  readonly redact: Redact;
  /** Closes idle sockets at once; a request under way is broken off. */
  close(): void;
}

export const DEFAULT_RETRY: RetryOptions = {
  maxAttempts: 5,
  baseDelayMs: 250,
  maxDelayMs: 8_000,
  budgetMs: 60_000,
  patienceMs: 600_000,
};

/** Throws an AddressError when the address, or the proxy for it, may not be used. Sends nothing yet. */
export function connect(options: ConnectOptions): Connection {
  const base = readAddress(options.url);
  const { clock, random, retry, onRequest } = options;
  const keySecret = options.credentials.keySecret.reveal();
  const encoded = Buffer.from(`${options.credentials.keyId}:${keySecret}`).toString('base64');
  const transport = createTransport({
    base,
    headers: { Authorization: new Secret(`Basic ${encoded}`) },
    userAgent: `pipeform/${options.version} (node ${process.versions.node})`,
    proxy: chooseProxy(base, options.environment),
    parallelism: options.parallelism,
    timeoutMs: options.timeoutMs,
    largestAnswerBytes: LARGEST_ANSWER_BYTES,
  });
  const pacer = createPacer({
    limit: options.rateLimit,
    patienceMs: retry.patienceMs,
    clock,
    probeDelayMs: (failedProbes) => probeDelayMs(failedProbes, random),
  });
  // The padding of base64 is written in many ways, so what is looked for ends before it.
  const unpadded = encoded.replace(/=+$/, '');
  const redact = redactAll([encoded, unpadded, keySecret]);
  const line = { transport, pacer, retry, clock, random, onRequest, redact };
  return {
    organization: options.organization,
    clock,
    redact,
    exchange: (request) => {
      // One signal stands for a whole run: hundreds of requests may listen to it at once, and that is no leak.
      if (request.signal !== undefined) setMaxListeners(0, request.signal);
      return exchange(line, request);
    },
    close: () => transport.close(),
  };
}
