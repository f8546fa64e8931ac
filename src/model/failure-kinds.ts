import type { DiagnosticCode } from './diagnostic-codes.ts';

interface FailureRow {
  /** The diagnostic of a request that failed so, for a pipe or a report. */
  readonly code: DiagnosticCode;
  readonly words: string;
  /**
   * What it does to the circuit breaker. `resets`: the service works. `counts-at-first`: the same, but when every pipe gets it before
   * anything else, the organization, the service or the key is wrong.
   */
  readonly circuit: 'counts' | 'counts-at-first' | 'resets' | 'ignored';
  /** Whether the service responded with an error, whose words are then quoted. Default: no. */
  readonly isAnswer?: boolean;
  /** Which requests may be sent again, where nothing about this failure says otherwise. Default: none. */
  readonly repeats?: 'reads' | 'writes' | 'all';
}

/** The failures that a request may end with: the one table of what follows from each. */
const TRANSPORT_FAILURES = {
  'not-found': { code: 'pipe-not-found', words: 'not found', circuit: 'counts-at-first', isAnswer: true },
  /** A response of something else, such as an HTML page or a redirect. */
  'wrong-address': { code: 'wrong-address', words: 'something other than the API responded', circuit: 'counts' },
  /** A response about another pipe. */
  'wrong-pipe': { code: 'wrong-pipe', words: 'the service returned another pipe', circuit: 'resets' },
  /** 401. */
  credentials: { code: 'credentials-rejected', words: 'credentials rejected', circuit: 'counts', isAnswer: true },
  /** 403. */
  'not-allowed': { code: 'not-allowed', words: 'not allowed', circuit: 'counts-at-first', isAnswer: true },
  /** 424. */
  'service-idle': { code: 'service-idle', words: 'the service is idle', circuit: 'resets', isAnswer: true },
  /** A 429, or the request waited too long for the rate limit. */
  'rate-limited': {
    code: 'rate-limited',
    words: 'the rate limit requires too long a wait',
    circuit: 'ignored',
    isAnswer: true,
    repeats: 'all',
  },
  /** 409, 423 or 425, which are no refusals for good. */
  busy: {
    code: 'pipe-busy',
    words: 'another operation is in progress',
    circuit: 'resets',
    isAnswer: true,
    repeats: 'writes',
  },
  /** Another 4xx. */
  rejected: { code: 'request-rejected', words: 'the service refused the request', circuit: 'resets', isAnswer: true },
  /** 5xx. */
  server: { code: 'server-error', words: 'server error', circuit: 'counts', isAnswer: true, repeats: 'reads' },
  network: {
    code: 'network-error',
    words: 'the connection to the service failed',
    circuit: 'counts',
    repeats: 'reads',
  },
  /** Also a 408. */
  timeout: {
    code: 'network-error',
    words: 'no complete response arrived in time',
    circuit: 'counts',
    repeats: 'reads',
  },
  /** Not JSON, incomplete or too large. */
  'invalid-response': {
    code: 'invalid-response',
    words: 'the response is not valid for the API',
    circuit: 'counts',
    repeats: 'reads',
  },
} satisfies Readonly<Record<string, FailureRow>>;

/** What a request may end with. */
export type TransportFailure = keyof typeof TRANSPORT_FAILURES;

export const FAILURES: Readonly<Record<TransportFailure, FailureRow>> = TRANSPORT_FAILURES;

/** The reasons why a run sends nothing more, by the code of their diagnostic, with the words for it. */
export const RUN_STOPS = {
  interrupted: 'interrupted',
  'circuit-open': 'the requests before it failed',
  'listing-failed': 'the pipes of its service could not be listed',
  'journal-failed': 'the run can no longer use its journal or its lock',
  'window-ended': 'the schedule now specifies a different size',
  'not-attempted': 'an earlier pipe failed',
  'rollout-stopped': 'the rollout stopped before this pipe',
  frozen: 'a freeze began before this pipe',
  'unfinished-run': 'the run did not finish and did not reach this pipe',
} as const satisfies Readonly<Partial<Record<DiagnosticCode, string>>>;

/** Why a run sends nothing more. */
export type RunStop = keyof typeof RUN_STOPS;

/** Why a request failed, or was not sent. */
export type FailureKind = TransportFailure | RunStop;

/** Whether Pipeform, not the service, stopped the request. */
export function isRunStop(kind: FailureKind): kind is RunStop {
  return kind in RUN_STOPS;
}

/** Whether such a request may be sent again, where nothing about the failure says otherwise. */
export function mayRepeat(kind: FailureKind, requests: 'reads' | 'writes'): boolean {
  const repeats = isRunStop(kind) ? undefined : FAILURES[kind].repeats;
  return repeats === 'all' || repeats === requests;
}
