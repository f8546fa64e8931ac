import {
  type FailureCause,
  type FailureKind,
  formatExchange,
  type PipeResult,
  type RequestFailure,
} from '../model/client.ts';
import { type Diagnostic, diagnose, diagnoseCode } from '../model/diagnostic.ts';
import type { DiagnosticCode } from '../model/diagnostic-codes.ts';
import type { DesiredPipe } from '../model/fleet.ts';
import { groupBy } from '../model/group-by.ts';
import type { Location } from '../model/location.ts';
import { formatNumber } from '../model/number.ts';
import { capitalize, withoutPeriod } from '../model/text.ts';

/** The code of each kind of failure, and a reason that fits reads and updates. */
const FAILURES: Readonly<Record<FailureKind, readonly [code: DiagnosticCode, reason: string]>> = {
  'not-found': ['pipe-not-found', 'not found'],
  'wrong-address': ['wrong-address', 'something other than the pipes API responded'],
  'wrong-pipe': ['wrong-pipe', 'the service returned another pipe'],
  credentials: ['credentials-rejected', 'credentials rejected'],
  'service-idle': ['service-idle', 'the service is idle'],
  'rate-limited': ['rate-limited', 'the rate limit of the service let nothing through for too long'],
  rejected: ['request-rejected', 'the service refused the request'],
  server: ['server-error', 'server error'],
  network: ['network-error', 'the connection to the service failed'],
  timeout: ['network-error', 'no complete response arrived in time'],
  'invalid-response': ['invalid-response', 'the response does not follow the contract'],
  'not-attempted': ['circuit-open', 'it was not requested, since everything before it failed'],
  'not-listed': ['listing-failed', 'the pipes of its service could not be listed'],
  'not-journaled': ['journal-failed', 'the run can no longer use its journal or its lock'],
  canceled: ['interrupted', 'interrupted'],
};

const FORBIDDEN = ['not-allowed', 'not allowed'] as const;

function classify({ kind, status }: FailureCause): readonly [code: DiagnosticCode, reason: string] {
  return kind === 'credentials' && status === 403 ? FORBIDDEN : FAILURES[kind];
}

function findReason({ kind, method, status, message }: FailureCause & Pick<RequestFailure, 'method'>): string {
  if (kind === 'service-idle' && method === 'GET') return 'the service is idle, and a read must not wake it';
  if (kind === 'network') return status === null ? withoutErrno(message) : 'the response of the service ended early';
  return classify({ kind, status, message })[1];
}

/** `connection refused (ECONNREFUSED)` without the code, which the exchange shows. */
function withoutErrno(message: string): string {
  return message.replace(/ \([A-Z_]+\)$/, '') || FAILURES.network[1];
}

/** The service answered with an error: the words are its own. */
const ANSWERED: readonly FailureKind[] = ['not-found', 'credentials', 'service-idle', 'rejected', 'server'];

/** The words of the service, then what they mean: `BAD_REQUEST: too many threads (the service refused the request; it answered 400)`. */
function quote({ kind, status, message }: FailureCause, reason: string, service = 'it'): string {
  const words = withoutPeriod(message);
  if (status === null || !ANSWERED.includes(kind)) return reason;
  const answered = `${service} answered ${status}`;
  return words === '' ? `${reason} (${answered})` : `${words} (${reason}; ${answered})`;
}

/** `what` is the failed operation, such as "Pipe orders could not be updated". */
export function describeFailure(what: string, failure: RequestFailure, at: Location | null): Diagnostic {
  const summary = `${what}: ${quote(failure, findReason(failure))}.`;
  return diagnoseCode(classify(failure)[0], summary, formatExchange(failure), 'error', at);
}

/** Why a read failed, in one sentence that is the same for all pipes with this cause. `url`: the address of the service. */
function describeCause(failure: RequestFailure, url: string): string {
  const cause = { ...failure, ...failure.cause };
  const { kind, status, message } = cause;
  const reason = findReason(cause);
  if (kind === 'network' && status === null) return `Cannot reach ${url}: ${reason}.`;
  if (kind === 'not-attempted') return `${capitalize(withoutPeriod(message))}.`;
  if (status === null || !ANSWERED.includes(kind)) return `${url}: ${reason}.`;
  const words = `${quote(cause, reason, url)}.`;
  return withoutPeriod(message) === '' ? capitalize(words) : words;
}

/** The pipes that were not requested because earlier requests failed: one diagnostic for each cause. */
export function reportNotRequested(
  reads: readonly { readonly read: PipeResult }[],
  url: string,
): readonly Diagnostic[] {
  const failures = reads.flatMap(({ read }) =>
    !read.ok && read.failure.kind === 'not-attempted' ? [read.failure] : [],
  );
  return [...groupBy(failures, (failure) => describeCause(failure, url))].map(([summary, { length }]) =>
    diagnoseCode(
      'circuit-open',
      summary,
      `${countPipes(length, reads.length)} not requested after the first failures.`,
    ),
  );
}

/** One diagnostic for all pipes that were not updated. `reasons` has the message of each; `total` counts all pipes. */
export function reportNotUpdated(reasons: readonly string[], total: number): readonly Diagnostic[] {
  const [reason] = reasons;
  if (reason === undefined) return [];
  const summary = `${countPipes(reasons.length, total)} not updated: ${withoutPeriod(reason)}.`;
  return [diagnoseCode('circuit-open', summary)];
}

/** `42 of 60 pipes were` */
function countPipes(part: number, total: number): string {
  return `${formatNumber(part)} of ${formatNumber(total)} ${total === 1 ? 'pipe' : 'pipes'} ${part === 1 ? 'was' : 'were'}`;
}

/** A pipe that could not be read. The name of the pipe is not part of the summary: equal summaries are one cause. */
export function describeUnread(
  { service, location }: Pick<DesiredPipe, 'service' | 'location'>,
  failure: RequestFailure,
  url: string,
): Diagnostic {
  if (failure.kind === 'not-listed') return { ...describeUnlisted(service, failure, url), ...location };
  const code = classify(failure)[0];
  const summary = describeCause(failure, url);
  if (failure.kind !== 'not-attempted') return diagnoseCode(code, summary, formatExchange(failure), 'error', location);
  return diagnose(
    'error',
    { code, summary, detail: 'It was not requested, since everything before it failed.' },
    location,
  );
}

/** A service whose pipes could not be listed. */
export function describeUnlisted(service: string, failure: RequestFailure, url: string): Diagnostic {
  const cause = { ...failure, ...failure.cause };
  const detail = formatExchange(cause);
  if (cause.status !== 404) return diagnoseCode(classify(cause)[0], describeCause(cause, url), detail);
  return diagnose('error', {
    code: 'listing-failed',
    summary: `The pipes of service ${service} could not be listed: the service has no list at this address.`,
    detail,
    hint: 'If the deployment does not list pipes, remove `api.listing`; otherwise check the id of the service and api.organization.',
  });
}
