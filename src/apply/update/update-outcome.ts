import { formatExchange, type RequestFailure } from '../../model/client.ts';
import { diagnoseCode } from '../../model/diagnose-code.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { DIAGNOSTICS } from '../../model/diagnostic-codes.ts';
import { CONTRACT, type FieldSection } from '../../model/field/field.ts';
import { type JsonValue, printValue } from '../../model/json/json.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import { count } from '../../model/number.ts';
import { listWritten, type RequestRecord, type RunStatus, wasSent } from '../../model/run.ts';
import { failureProblem } from '../../plan/describe-failure.ts';
import { WITHOUT_SETTINGS } from '../../plan/diff/diff-settings.ts';
import type { Movement } from '../../plan/diff/snapshot.ts';
import { findCarriedChanges, isOfService } from './expectation.ts';
import { type Confirmation, isConfirmed, type PipeSession } from './pipe-session.ts';
import type { SentRequests, UpdatePipe } from './send-requests.ts';

// The functions decide how the update of a pipe ended, and explain what did not go as planned.

/** A pipe of an update, with what explains a request that was refused. */
export interface ExplainedPipe extends UpdatePipe {
  /** Whether the pipe can be read and its settings have no address. */
  readonly hasNoSettings: boolean;
  /** What to do about a carried setting that the refusal names; null without one. */
  readonly hint: string | null;
}

/** `applied` only when everything was sent and a read showed every value. */
export function decideStatus(sent: SentRequests, confirmation: Confirmation, hasWaited: boolean): RunStatus {
  if (isConfirmed(confirmation)) return sent.records.every(wasSent) ? 'applied' : 'failed';
  if (sent.moved.length > 0 || sent.records.some(({ outcome }) => outcome === 'rejected')) return 'failed';
  // A write without a response may still arrive, and a value that cannot be read proves nothing.
  if (isUndecided(sent) || isUnreadable(confirmation)) return 'unknown';
  // Only the last read counts: a value that an earlier read did not show may show by now.
  return !hasWaited || confirmation.wasCut || confirmation.failure !== null ? 'unknown' : 'failed';
}

function isUndecided({ records }: Pick<SentRequests, 'records'>): boolean {
  return records.some(({ outcome }) => outcome === 'unknown');
}

/** Whether every value that the last read did not show is unreadable. */
function isUnreadable({ failure, shortfalls }: Confirmation): boolean {
  return failure === null && shortfalls.length > 0 && shortfalls.every(({ unreadable }) => unreadable !== undefined);
}

/** Why the pipe did not end as planned; empty when it did. `confirmation` is null when nothing was sent. */
export function endProblems(
  pipe: ExplainedPipe,
  sent: SentRequests,
  confirmation: Confirmation | null,
  status: RunStatus,
  hasWaited: boolean,
): readonly Diagnostic[] {
  const { failure, moved, records } = sent;
  const shortfalls = confirmation?.shortfalls ?? [];
  const found: Diagnostic[] = [];
  if (failure !== null) {
    const isUnknown = status === 'unknown' && isUndecided(sent);
    found.push(
      isUnknown ? unknownProblem(pipe, failure, shortfalls) : rejectionProblem(pipe, failure, records, shortfalls),
    );
  }
  if (moved.length > 0) found.push(movedProblem(pipe, moved, records));
  if (confirmation === null || isConfirmed(confirmation) || isUndecided(sent)) return found;
  // An interrupt cancels the last read: the shortfalls of the read before it are all that is known.
  if (confirmation.failure !== null && !(confirmation.wasCut && confirmation.wasRead)) {
    const what = 'The pipe was updated but could not be read afterwards';
    return [...found, failureProblem(what, confirmation.failure, pipe.location)];
  }
  return found.length > 0 ? found : [shortfallsProblem(pipe, confirmation, hasWaited)];
}

export function staleProblem(
  pipe: UpdatePipe,
  moved: readonly Movement[],
  live: LivePipe,
  { scope }: PipeSession,
): Diagnostic {
  const problem = hasUnreadable(moved) ? 'can no longer be compared with the plan' : 'changed since the plan';
  const summary = `Pipe ${pipe.name} ${problem}; nothing was written to it.`;
  const renamed = live.name === pipe.liveName ? [] : [`name: planned from "${pipe.liveName}", now "${live.name}"`];
  const isOther = live.source !== null && live.source !== pipe.source;
  const turned = isOther ? [`source: planned from ${pipe.source}, now ${live.source}`] : [];
  const detail = [...renamed, ...turned, ...describeMovements(moved, 'planned from', 'now')].join('\n');
  const [key = null] = moved.map((one) => one.key);
  const isOwn = key !== null && CONTRACT.find(`settings.${key}`) === undefined;
  const isCarried = isOwn && moved.every((one) => isOfService(one, scope));
  const { cure } = DIAGNOSTICS['pipe-moved'];
  const hint = isCarried
    ? `${cure} If the service changes ${key} by itself, declare \`api.settings.${key}.carry: false\`.`
    : cure;
  return diagnose('error', { code: 'pipe-moved', summary, detail, hint }, pipe.location);
}

export function windowEndProblem({ name, location }: UpdatePipe): Diagnostic {
  const summary = `The schedule of pipe ${name} specifies a different size since the plan was made; nothing was written to it.`;
  return diagnoseCode('window-ended', summary, null, 'error', location);
}

export function doneProblem({ name, location }: UpdatePipe): Diagnostic {
  const summary = `Pipe ${name} already has the planned values; nothing was written to it.`;
  return diagnoseCode('already-applied', summary, null, 'note', location);
}

function movedProblem(pipe: UpdatePipe, moved: readonly Movement[], records: readonly RequestRecord[]): Diagnostic {
  const problem = hasUnreadable(moved) ? 'could not be read' : 'was changed outside this run';
  const summary = `Pipe ${pipe.name} ${problem} during the update; the rest was not sent.`;
  const detail = [...describeWritten(pipe, records), ...describeMovements(moved, 'expected', 'now')].join('\n');
  return diagnoseCode('pipe-moved', summary, detail, 'error', pipe.location);
}

/** The settings that the update sent back unchanged, and that have another value now. */
export function carriedChangeProblems(
  { name, location }: UpdatePipe,
  { records, expected }: SentRequests,
  { live }: Confirmation,
  { scope }: PipeSession,
): readonly Diagnostic[] {
  if (live === null || !records.some(({ method }) => method === 'PUT')) return [];
  const changed = findCarriedChanges(expected, live, scope);
  const keys = changed.flatMap(({ key }) => key ?? []);
  if (keys.length === 0) return [];
  const summary = `The service changed ${count(keys.length, 'setting')} of pipe ${name} that the update sent back unchanged.`;
  const detail = describeMovements(changed, 'sent', 'now').join('\n');
  return [diagnoseCode('carried-setting-changed', summary, detail, 'warning', location)];
}

/** A failed update. Lists what was accepted before it, since that stays. */
function rejectionProblem(
  pipe: ExplainedPipe,
  failure: RequestFailure,
  records: readonly RequestRecord[],
  shortfalls: readonly Movement[],
): Diagnostic {
  const refused = pipe.hasNoSettings
    ? noSettingsProblem(pipe, failure)
    : failureProblem('The pipe could not be updated', failure, pipe.location, pipe.state);
  // After a rejection, the old values are expected.
  const missing = describeMovements(shortfalls, isUndecided({ records }) ? 'asked for' : 'expected', 'found');
  const lines = [refused.detail, ...describeWritten(pipe, records), ...missing];
  const detail = lines.filter((line) => line !== null).join('\n');
  return { ...refused, detail, hint: pipe.hint ?? refused.hint };
}

function noSettingsProblem({ name, location }: UpdatePipe, failure: RequestFailure): Diagnostic {
  const summary = `Settings do not apply to pipe ${name}: the service has no settings endpoint for it.`;
  const words = {
    code: 'field-not-for-kind',
    summary,
    detail: formatExchange(failure),
    hint: WITHOUT_SETTINGS,
  } as const;
  return diagnose('error', words, location);
}

function unknownProblem(pipe: UpdatePipe, failure: RequestFailure, shortfalls: readonly Movement[]): Diagnostic {
  const { status } = failure;
  const outcome = status === null ? 'the response was lost' : `the service returned ${status}`;
  const summary = `Pipe ${pipe.name}: an update was sent and ${outcome}; whether it took effect is not known.`;
  const detail = [formatExchange(failure), ...describeMovements(shortfalls, 'asked for', 'found')].join('\n');
  return diagnoseCode('write-unknown', summary, detail, 'error', pipe.location);
}

function shortfallsProblem(pipe: UpdatePipe, confirmation: Confirmation, hasWaited: boolean): Diagnostic {
  const { shortfalls, wasCut } = confirmation;
  const accepted = `The service accepted the update of pipe ${pipe.name}, but`;
  const detail = describeMovements(shortfalls, 'asked for', 'found').join('\n');
  if (isUnreadable(confirmation)) {
    const summary = `${accepted} returned values that cannot be read; whether the update took effect is not known.`;
    return diagnoseCode('write-unknown', summary, detail, 'error', pipe.location);
  }
  if (!hasWaited) {
    const summary = `${accepted} the read right after it did not confirm every new value.`;
    return diagnoseCode('not-waited-for', summary, detail, 'warning', pipe.location);
  }
  const summary = wasCut
    ? `The wait for pipe ${pipe.name} was interrupted before every new value was confirmed.`
    : `${accepted} not every new value was confirmed.`;
  const keptNull = shortfalls.some(({ section, expected }) => section === 'settings' && expected === null);
  const hint = keptNull
    ? 'The service may ignore null, or return its default for an unset key; remove the key to stop managing it.'
    : DIAGNOSTICS['not-converged'].cure;
  return diagnose('error', { code: 'not-converged', summary, detail, hint }, pipe.location);
}

function hasUnreadable(moved: readonly Movement[]): boolean {
  return moved.some(({ unreadable }) => unreadable !== undefined);
}

/** Empty when it is unknown what was written. A settings update also has unchanged values, which are left out. */
function describeWritten({ changes }: UpdatePipe, records: readonly RequestRecord[]): readonly string[] {
  const written = records.filter(({ outcome }) => outcome === 'accepted' || outcome === 'found');
  const values = listWritten({ changes, requests: written }).map(({ path, after }) => `${path} ${printValue(after)}`);
  if (values.length > 0) return [`Written before that: ${values.join(', ')}.`];
  return isUndecided({ records }) ? [] : ['Nothing was written to it.'];
}

/** `settings.db_max_threads: asked for 8, found 4`, or `settings: cannot be read; the service returned none`. */
function describeMovements(moved: readonly Movement[], was: string, is: string): readonly string[] {
  return moved.map(({ section, key, expected, found, unreadable }) => {
    if (key === null) return `${section}: cannot be read; ${unreadable}`;
    const end = unreadable === undefined ? `${is} ${formatValue(section, found)}` : `cannot be read; ${unreadable}`;
    return `${section}.${key}: ${was} ${formatValue(section, expected)}, ${end}`;
  });
}

/** null means not shown for scaling, and unset for settings. */
function formatValue(section: FieldSection, value: JsonValue): string {
  if (value !== null) return JSON.stringify(value);
  return section === 'scaling' ? 'no value' : 'unset';
}
