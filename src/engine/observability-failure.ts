import { describeReadFailure } from '../health/describe-read-failure.ts';
import type { FailureKind, RequestFailure } from '../model/client.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { CURES } from '../model/diagnostic-codes.ts';

const HINTS_BY_KIND: Readonly<Partial<Record<FailureKind, string>>> = {
  credentials: 'Check PIPEFORM_ACCESS_TOKEN.',
  'wrong-address': 'Check `observability.url` of the configuration.',
  network: 'Check `observability.url` of the configuration and the network.',
  timeout: 'Try again, ask for less, or allow more with --timeout.',
  'rate-limited': 'Try again later.',
};

/** A failed request to the observability API, with the message of the service and the request id. */
export function describeUnanswered(
  code: 'series-failed' | 'alert-unreadable',
  summary: string,
  failure: RequestFailure,
): Diagnostic {
  const hint = failure.kind === 'canceled' ? null : (HINTS_BY_KIND[failure.kind] ?? CURES[code]);
  return diagnose('error', { code, summary, detail: describeReadFailure(failure), hint });
}
