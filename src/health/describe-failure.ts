import { formatExchange, type RequestFailure, wasStopped } from '../model/client.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { DIAGNOSTICS } from '../model/diagnostic-codes.ts';
import { describeCause, findAddressCure, findCureWithoutId, showsMessage } from '../model/failure-cause.ts';
import { type FailureKind, isRunStop, RUN_STOPS } from '../model/failure-kinds.ts';
import { capitalize, withoutPeriod } from '../model/text.ts';

/**
 * Why the observability API at `url` could not be asked, the same for all requests with this cause:
 * `Query failed (server error; https://… returned 500)`, `Cannot reach https://…: connection refused`.
 */
export function describeReadFailure(failure: RequestFailure, url: string): string {
  const { kind, status, message } = failure;
  const words = withoutPeriod(message);
  if (isRunStop(kind)) return RUN_STOPS[kind];
  if (kind === 'rejected' && status === null) return `it was not sent: ${words}`;
  const cause = withoutPeriod(describeCause(failure, url, 'observability'));
  const isShown = showsMessage(failure) || kind === 'network' || words === '';
  return isShown ? cause : `${cause}: ${words}`;
}

const HINTS_BY_KIND: Readonly<Partial<Record<FailureKind, string>>> = {
  credentials: 'Check the token in the variable or file that the message names.',
  'not-allowed': 'Give the access token permission to read this, or use another token.',
  'wrong-address': 'Check `observability.url` of the configuration.',
  network: 'Check `observability.url` of the configuration and the network.',
  timeout: 'Try again, query less, or raise --timeout.',
  'rate-limited': 'Try again later.',
};

/** A failed request to the observability API at `url`: the message of the service first, then the request with its id. */
export function unansweredProblem(failure: RequestFailure, url: string): Diagnostic {
  const code = 'observability-failed';
  const { kind } = failure;
  const ofAddress = findAddressCure(failure, url, 'observability.url') ?? findCureWithoutId(failure);
  const hint = wasStopped(failure) ? null : (ofAddress ?? HINTS_BY_KIND[kind] ?? DIAGNOSTICS[code].cure);
  const summary = `${capitalize(describeReadFailure(failure, url))}.`;
  return diagnose('error', { code, summary, detail: formatExchange(failure, kind !== 'network'), hint });
}
