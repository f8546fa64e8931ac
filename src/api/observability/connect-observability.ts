import { Secret } from '../../model/secret.ts';
import { type LineOptions, type OpenLine, openLine, withoutPadding } from '../http/open-line.ts';
import { createServiceClock } from '../http/service-clock.ts';

export interface ObservabilityOptions extends LineOptions {
  readonly accessToken: Secret;
}

/** The observability API with the token for it: what its reader is made from. */
export interface ObservabilityConnection extends OpenLine {
  /** The service's time in epoch milliseconds, by the `Date` header of its last answer; see `createServiceClock`. */
  now(): number;
}

/** Five series of 10,000 buckets, each row with a long group and 64-bit counts, are 10 MB; groups multiply. */
export const LARGEST_SERIES_BYTES = 32 * 1024 * 1024;

/** Throws an AddressError when the address, or the proxy for it, may not be used. Sends nothing yet. */
export function connectObservability(options: ObservabilityOptions): ObservabilityConnection {
  // What cannot stand in a header would be left out of it without a word: what is sent is then not what is redacted.
  const token = options.accessToken.reveal().replace(/[^\x21-\x7e]+/g, '');
  const serviceClock = createServiceClock(options.clock);
  const line = openLine(options, {
    authorization: new Secret(`Bearer ${token}`),
    secrets: [token, withoutPadding(token), ...writtenOtherwise(token)],
    rateLimit: null,
    largestAnswerBytes: LARGEST_SERIES_BYTES,
    // Gates and watches ask seldom, and count failures themselves: a cool-down would only make them blind for longer.
    circuit: 'stays closed',
    onHeaders: serviceClock.hear,
  });
  return { ...line, now: serviceClock.now };
}

/** As the token stands in JSON that broke off and in an address. */
function writtenOtherwise(token: string): readonly string[] {
  const forms = [JSON.stringify(token).slice(1, -1), encodeURIComponent(token)];
  return forms.filter((form) => form !== token);
}
