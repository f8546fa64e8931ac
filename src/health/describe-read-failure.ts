import type { RequestFailure } from '../model/client.ts';
import { describeCause, isAnswered } from '../model/failure-cause.ts';
import { withoutPeriod } from '../model/text.ts';

/**
 * Why the observability API at `url` could not be asked, the same for all requests with this cause:
 * `Query failed (server error; https://… answered 500)`, `Cannot reach https://…: connection refused`.
 */
export function describeReadFailure(failure: RequestFailure, url: string): string {
  const { kind, status, message } = failure;
  const words = withoutPeriod(message);
  if (kind === 'canceled') return 'interrupted';
  if (kind === 'rejected' && status === null) return `it was not sent: ${words}`;
  const cause = withoutPeriod(describeCause(failure, url, 'observability'));
  const isQuoted = isAnswered(failure) || kind === 'network' || words === '';
  return isQuoted ? cause : `${cause}: ${words}`;
}
