import type { HttpMethod } from '../api/http/transport.ts';
import type { FailureKind, RequestFailure } from '../model/client.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { DIAGNOSTIC_CODES, type DiagnosticCode } from '../model/diagnostic-codes.ts';
import { safeText } from '../model/safe-text.ts';

/** A request that came to nothing. `effect`: whether the service may have acted on it. */
export interface Trouble extends Omit<RequestFailure, 'method'> {
  readonly method: HttpMethod;
  /** The only part of the address that is shown of a webhook. */
  readonly origin: string;
  readonly effect: 'none' | 'unknown';
}

/** What a step came to, so that steps can follow each other without throwing. */
export type Step<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly trouble: Trouble };

/** An answer that came well, but does not say what it should. After a GET that is all; a write may have taken effect. */
export function unusable(
  origin: string,
  path: string,
  status: number,
  message: string,
  method: HttpMethod = 'GET',
): Step<never> {
  const effect = method === 'GET' ? 'none' : 'unknown';
  const asked = { method, origin, path, status, message } as const;
  return { ok: false, trouble: { ...asked, kind: 'invalid-response', requestId: null, attempts: 1, effect } };
}

/** What to do about a trouble with one kind of service. */
export interface Hints {
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
  'publish-wrong-address': 'the answer is not one of the service’s',
  'publish-credentials-rejected': 'the service does not allow it',
  'publish-rejected': 'the service refused the request',
  'publish-rate-limited': 'the rate limit asks for a longer wait',
  'publish-unanswered': 'the service failed or could not be reached',
  'publish-unconfirmed': 'it was sent, but the answer was lost, so it may have been posted',
  interrupted: 'interrupted',
};

/** `deed`: what could not be done, such as "The comment could not be posted". */
export function describeTrouble(deed: string, trouble: Trouble, hints: Hints): Diagnostic {
  const code = chooseCode(trouble);
  return diagnose('error', {
    code,
    summary: `${deed}: ${REASONS[code]}.`,
    detail: tellExchange(trouble),
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
      return DIAGNOSTIC_CODES[code].cure;
  }
}

function chooseCode({ kind, method, effect }: Trouble): DiagnosticCode {
  if (method === 'POST' && effect === 'unknown' && kind !== 'cancelled') return 'publish-unconfirmed';
  return CODES[kind];
}

function tellExchange({ method, origin, path, status, attempts, message, requestId }: Trouble): string {
  const silence = attempts === 0 ? 'was not sent' : 'got no answer';
  const answered = status === null ? silence : `answered ${status}`;
  const times = attempts > 1 ? ` after ${attempts} attempts` : '';
  const words = message === '' ? '' : `: ${message}`;
  const id = requestId === null ? '' : ` (request id ${requestId})`;
  return safeText(`${method} ${origin}${path} ${answered}${times}${words}${id}`);
}
