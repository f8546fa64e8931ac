import { type FailureKind, formatExchange, type PipeResult, type RequestFailure } from '../model/client.ts';
import { type Diagnostic, diagnose, diagnoseCode } from '../model/diagnostic.ts';
import type { DiagnosticCode } from '../model/diagnostic-codes.ts';
import type { Location } from '../model/location.ts';
import { formatNumber } from '../model/number.ts';

/** The code of each kind of failure, and a reason that fits reads and updates. */
const FAILURES: Readonly<Record<FailureKind, readonly [code: DiagnosticCode, reason: string]>> = {
  'not-found': ['pipe-not-found', 'the service does not find it'],
  'wrong-address': ['wrong-address', 'something other than the pipes API responded'],
  'wrong-pipe': ['wrong-pipe', 'the service returned another pipe'],
  credentials: ['credentials-rejected', 'the service does not accept the credentials for it'],
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
  cancelled: ['interrupted', 'interrupted'],
};

function findReason({ kind, method, status }: RequestFailure): string {
  if (kind === 'service-idle' && method === 'GET') return 'the service is idle, and a read must not wake it';
  if (kind === 'server' && status !== null) return `server error (${status})`;
  if (kind === 'network' && status !== null) return 'the response of the service ended early';
  return FAILURES[kind][1];
}

/** `what` is the failed operation, such as "Pipe orders could not be read". */
export function describeFailure(what: string, failure: RequestFailure, at: Location | null): Diagnostic {
  const [code] = FAILURES[failure.kind];
  const summary = `${what}: ${findReason(failure)}.`;
  // `reportNotAttempted` and `reportListings` report the reason once for all pipes.
  const isShared = failure.kind === 'not-attempted' || failure.kind === 'not-listed';
  if (isShared) return diagnose('error', { code, summary }, at);
  return diagnoseCode(code, summary, formatExchange(failure), 'error', at);
}

/** The messages of the reads that were not sent because earlier requests failed. */
export function listNotAttempted(reads: readonly { readonly read: PipeResult }[]): readonly string[] {
  return reads.flatMap(({ read }) => (!read.ok && read.failure.kind === 'not-attempted' ? [read.failure.message] : []));
}

/** One diagnostic for all pipes that were not attempted. `reasons` has the message of each; `total` counts all pipes. */
export function reportNotAttempted(
  reasons: readonly string[],
  total: number,
  what: 'read' | 'updated',
): readonly Diagnostic[] {
  const [reason] = reasons;
  if (reason === undefined) return [];
  const verb = reasons.length === 1 ? 'was' : 'were';
  const all = total === 1 ? '1 pipe' : `${formatNumber(total)} pipes`;
  const cause = reason.replace(/[\s.]+$/, '');
  return [diagnoseCode('circuit-open', `${formatNumber(reasons.length)} of ${all} ${verb} not ${what}: ${cause}.`)];
}
