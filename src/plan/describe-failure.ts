import { type FailureCause, formatExchange, type PipeResult, type RequestFailure } from '../model/client.ts';
import { diagnoseCode } from '../model/diagnose-code.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import { DIAGNOSTICS, type DiagnosticCode } from '../model/diagnostic-codes.ts';
import {
  describeCause,
  findAddressCure,
  findCureWithoutId,
  quoteFailure,
  showsMessage,
} from '../model/failure-cause.ts';
import { FAILURES, isRunStop } from '../model/failure-kinds.ts';
import type { DesiredPipe } from '../model/fleet.ts';
import { groupBy } from '../model/group-by.ts';
import type { Location } from '../model/location.ts';
import { count, formatNumber } from '../model/number.ts';
import { withoutPeriod } from '../model/text.ts';

function codeOf({ kind, fault }: FailureCause): DiagnosticCode {
  if (isRunStop(kind)) return kind;
  if (kind === 'not-found' && fault === 'no-json') return 'wrong-address';
  return FAILURES[kind].code;
}

/** `what` failed, such as `The pipe could not be updated`. `state`: that of the pipe, where it may be the reason. */
export function failureProblem(
  what: string,
  failure: RequestFailure,
  at: Location | null,
  state: string | null = null,
): Diagnostic {
  const code = codeOf(failure);
  const summary = `${quoteFailure(failure, { what })}.`;
  const detail = formatExchange(failure, showsMessage(failure));
  const cure = findCureWithoutId(failure) ?? DIAGNOSTICS[code].cure;
  const ofPause = code === 'pipe-busy' && asksForPause(failure) ? PAUSE_IT : null;
  const hint = code === 'request-rejected' ? adviseOnRejection(failure, state) : (ofPause ?? cure);
  return diagnose('error', { code, summary, detail, hint }, at);
}

const MUST_PAUSE = /\b(must|has to|have to|needs? to|should|only|first)\b(?! not\b)[^.;]*\b(paused?|stop(ped)?)\b/i;
const PAUSE_FIRST = /\b(pause|stop)\b[^.;]*\b(first|before)\b/i;
const OF_STATE =
  /\b(states?|paus(ed|ing)|stopp(ed|ing)|running|complete(d)?|finished|in progress|modifying|provisioning|resumed?)\b/i;

const PAUSE_IT =
  'The service makes this change only while the pipe is paused or stopped. Pause it in the service, run the command again, and resume it.';

/** A code such as INVALID_STATE is words, too. */
function readCodes(message: string): string {
  return message.replaceAll('_', ' ');
}

function asksForPause({ message }: Pick<RequestFailure, 'message'>): boolean {
  const words = readCodes(message);
  return MUST_PAUSE.test(words) || PAUSE_FIRST.test(words);
}

/** The advice depends on the status and the words of the service: only a value can be out of range, not a state or a method. */
function adviseOnRejection({ method, status, message: shown }: RequestFailure, state: string | null): string {
  if (asksForPause({ message: shown })) return PAUSE_IT;
  const message = readCodes(shown);
  const ofState = state === null || state === 'Running' ? null : `The pipe is in state ${state}, which may be why.`;
  const isOfValue = method !== 'GET' && (status === 400 || status === 422) && !OF_STATE.test(message);
  const ofValue = isOfValue ? 'The value may be outside a narrower range that is not published.' : null;
  const hints = [ofState, ofValue].filter((hint) => hint !== null);
  return hints.length > 0 ? hints.join(' ') : DIAGNOSTICS['request-rejected'].cure;
}

/** The pipes that were not requested because earlier requests failed: one diagnostic for each cause. */
export function notRequestedProblems(
  reads: readonly { readonly read: PipeResult }[],
  url: string,
): readonly Diagnostic[] {
  const failures = reads.flatMap(({ read }) =>
    !read.ok && read.failure.kind === 'circuit-open' ? [read.failure] : [],
  );
  return [...groupBy(failures, (failure) => describeCause(failure, url, 'pipes'))].map(([cause, alike]) => {
    const detail = `${countPipes(alike.length, reads.length)} not requested after the first failures.`;
    const [first] = alike;
    const wrong = first === undefined ? null : describeWrongPlace(first);
    const ofAddress = first === undefined ? null : findAddressCure(first, url, 'api.url');
    const hint = ofAddress ?? wrong?.hint ?? DIAGNOSTICS['circuit-open'].cure;
    return diagnose('error', { code: 'circuit-open', summary: wrong?.summary ?? cause, detail, hint });
  });
}

/** The circuit opens for a 403 or 404 only when every pipe of the first batch has it. */
function describeWrongPlace({ cause }: RequestFailure) {
  const status = cause?.status ?? null;
  if (cause?.kind === 'wrong-address' || (status !== 403 && status !== 404)) return null;
  return {
    summary: `Every pipe so far got a ${status}: the organization, the service or the key is wrong.`,
    hint: 'Check api.organization, the ids of the services and the key, and run the command again.',
  };
}

/** One diagnostic for all pipes that were not updated. `reasons` has the message of each; `total` counts all pipes. */
export function notUpdatedProblems(reasons: readonly string[], total: number): readonly Diagnostic[] {
  const [reason] = reasons;
  if (reason === undefined) return [];
  const summary = `${countPipes(reasons.length, total)} not updated: ${withoutPeriod(reason)}.`;
  return [diagnoseCode('circuit-open', summary)];
}

/** `42 of 60 pipes were` */
function countPipes(part: number, total: number): string {
  return `${formatNumber(part)} of ${count(total, 'pipe')} ${part === 1 ? 'was' : 'were'}`;
}

/** A pipe that could not be read. The name of the pipe is not part of the summary: equal summaries are one cause. */
export function unreadProblem(
  { service, location }: Pick<DesiredPipe, 'service'> & { readonly location: Location | null },
  failure: RequestFailure,
  url: string,
): Diagnostic {
  if (failure.kind === 'listing-failed') return { ...unlistedProblem(service, failure, url), ...location };
  const code = codeOf(failure);
  const summary = describeCause(failure, url, 'pipes');
  if (failure.kind !== 'circuit-open') {
    const detail = formatExchange(failure, showsMessage(failure));
    const hint = findAddressCure(failure, url, 'api.url') ?? findCureWithoutId(failure);
    return withCure(diagnoseCode(code, summary, detail, 'error', location), hint);
  }
  return diagnose(
    'error',
    { code, summary, detail: 'It was not requested because the requests before it failed.' },
    location,
  );
}

function withCure(diagnostic: Diagnostic, hint: string | null): Diagnostic {
  return hint === null ? diagnostic : { ...diagnostic, hint };
}

/** A pipe that its service does not have, and the list of another one has. `found`: the name of that service. */
export function movedProblem(unread: Diagnostic, found: string): Diagnostic {
  const summary = `${withoutPeriod(unread.summary)}, but service ${found} has a pipe with this id.`;
  return {
    ...unread,
    code: 'pipe-elsewhere',
    summary,
    hint: `If the pipe moved, write \`service: ${found}\` in its configuration.`,
  };
}

/** A service whose pipes could not be listed. */
export function unlistedProblem(service: string, failure: RequestFailure, url: string): Diagnostic {
  const cause = { ...failure, ...failure.cause };
  if (cause.status !== 404) {
    const summary = describeCause(cause, url, 'pipes');
    const hint = findAddressCure(cause, url, 'api.url') ?? findCureWithoutId(cause);
    return withCure(diagnoseCode(codeOf(cause), summary, formatExchange(cause, showsMessage(cause))), hint);
  }
  const hint =
    findAddressCure(cause, url, 'api.url') ??
    'If the deployment does not list pipes, remove `api.listing`; otherwise check the id of the service and api.organization.';
  return diagnose('error', {
    code: 'listing-failed',
    summary: `The pipes of service ${service} could not be listed: the service has no list endpoint at this address.`,
    detail: formatExchange(cause),
    hint,
  });
}
