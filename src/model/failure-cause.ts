import type { FailureCause, RequestFailure } from './client.ts';
import { FAILURES, isRunStop, RUN_STOPS } from './failure-kinds.ts';
import { isLoopback, withoutEndSlashes } from './service-address.ts';
import { capitalize, listWords, uncapitalize, withoutPeriod } from './text.ts';

/** Which service was asked. */
type Api = 'pipes' | 'observability';

type Failure = FailureCause & Pick<RequestFailure, 'method'>;

function findReason({ kind, method, status, message, variables = [] }: Failure, api: Api): string {
  if (isRunStop(kind)) return RUN_STOPS[kind];
  if (kind === 'credentials') {
    const owners = variables.length > 0 ? ` of ${listWords(variables)}` : '';
    return `${api === 'pipes' ? 'credentials' : 'access token'}${owners} rejected`;
  }
  if (kind === 'service-idle' && method === 'GET') return 'the service is idle, and a read must not wake it';
  if (kind === 'network') return status === null ? withoutErrno(message) : 'the response of the service ended early';
  return FAILURES[kind].words.replace('the API', `the ${api} API`);
}

/** `connection refused (ECONNREFUSED)` without the code, which the exchange shows. */
function withoutErrno(message: string): string {
  return message.replace(/ \([A-Z_]+\)$/, '') || FAILURES.network.words;
}

/** Whether the service responded with an error: the words are its own. */
function isAnswered({ kind, status }: FailureCause): boolean {
  return status !== null && !isRunStop(kind) && FAILURES[kind].isAnswer === true;
}

/** Whether `quoteFailure` and `describeCause` show the whole message. */
export function showsMessage(failure: Failure): boolean {
  const { kind, status, message } = failure;
  return isAnswered(failure) || (kind === 'network' && status === null && withoutErrno(message) === message);
}

interface Quoting {
  /** Who responded; default: it. */
  readonly service?: string;
  /** What failed, such as `The pipe could not be updated`. */
  readonly what?: string;
  readonly api?: Api;
}

/** The words of the service, then what they mean: `BAD_REQUEST: too many threads (the service refused the request; it returned 400)`. */
export function quoteFailure(failure: Failure, { service = 'it', what, api = 'pipes' }: Quoting): string {
  const words = withoutPeriod(failure.message);
  // The service and the status say it.
  const reason = failure.kind === 'not-found' && words !== '' ? null : findReason(failure, api);
  const meaning = [what, reason].filter((part) => part != null).join(': ');
  if (!isAnswered(failure)) return meaning;
  const outcome = `${service} returned ${failure.status}`;
  if (words === '') return `${meaning} (${outcome})`;
  return `${words} (${meaning === '' ? '' : `${uncapitalize(meaning)}; `}${outcome})`;
}

/** Why a request failed, in one sentence that is the same for all requests with this cause. `url`: the address of the service. */
export function describeCause(failure: Failure & Pick<RequestFailure, 'cause'>, url: string, api: Api): string {
  const cause = { ...failure, ...failure.cause };
  const { kind, status, message } = cause;
  if (kind === 'network' && status === null) return `Cannot reach ${url}: ${findReason(cause, api)}.`;
  if (kind === 'circuit-open') return `${capitalize(withoutPeriod(message))}.`;
  if (!isAnswered(cause)) return `${url}: ${findReason(cause, api)}.`;
  const words = `${quoteFailure(cause, { service: url, api })}.`;
  return withoutPeriod(message) === '' ? capitalize(words) : words;
}

/** The address of a sandbox that is started without --port. */
const SANDBOX_PORT = '4010';

/** How the paths of each API begin (contract: pipes API, part 4; observability API, part 5), as the end of an address. */
const PATH_STARTS = { 'api.url': /\/v1$/, 'observability.url': /\/api(?:\/v2)?$/ } as const;

/**
 * What to do about a failure that the address explains; null when the general cure of its code applies. `key`: of the
 * configuration, which has the address.
 */
export function findAddressCure(
  failure: Pick<RequestFailure, 'kind' | 'status' | 'fault' | 'cause'>,
  url: string,
  key: keyof typeof PATH_STARTS,
): string | null {
  const { kind, status, fault } = { ...failure, ...failure.cause };
  const address = new URL(url);
  const base = withoutEndSlashes(url);
  const [end] = PATH_STARTS[key].exec(base) ?? [];
  if ((kind === 'wrong-address' || kind === 'not-found') && end !== undefined) {
    return `Every path starts with ${end} already: leave it out of ${key}, as in ${base.slice(0, -end.length)}.`;
  }
  if (status === null && isLoopback(address)) {
    if (fault === 'refused' && address.protocol === 'http:') {
      const { port } = address;
      const command = `pipeform sandbox${port === SANDBOX_PORT ? '' : ` --port ${port || '80'}`}`;
      return `Nothing listens there. If it is the sandbox, start it with \`${command}\`; otherwise check ${key}.`;
    }
    if (fault === 'no-tls') return `If the port serves plain http, use http://${address.host} in ${key}.`;
  }
  return null;
}

/** What to do about a failure whose response has no request id to quote; null when the general cure applies. */
export function findCureWithoutId({ kind, requestId }: Pick<RequestFailure, 'kind' | 'requestId'>): string | null {
  if (requestId !== null) return null;
  if (kind === 'server') return 'Try again later.';
  return kind === 'invalid-response' ? 'Check the address of the service in the configuration.' : null;
}
