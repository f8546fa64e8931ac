import pMap from 'p-map';
import { formatExchange, type RequestFailure, wasStopped } from '../../model/client.ts';
import { timestamp } from '../../model/clock.ts';
import { diagnoseCode } from '../../model/diagnose-code.ts';
import { type Diagnostic, diagnose, hasErrors } from '../../model/diagnostic.ts';
import { DIAGNOSTICS } from '../../model/diagnostic-codes.ts';
import { CONTRACT, type FieldSection, keyOf, sectionOf } from '../../model/field/field.ts';
import { equalValues, type JsonValue, printValue } from '../../model/json/json.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import { count } from '../../model/number.ts';
import type { Change } from '../../model/plan.ts';
import {
  listWritten,
  mayHaveWritten,
  type RequestRecord,
  type RunPipe,
  type RunStatus,
  wasSent,
} from '../../model/run.ts';
import { isInside } from '../../plan/attribute-changes.ts';
import { buildRequests, valuesIn } from '../../plan/build-requests.ts';
import { failureProblem } from '../../plan/describe-failure.ts';
import { hintCarried } from '../../plan/diff/carried-settings.ts';
import { findMovements, listPreconditions, type Movement, showField } from '../../plan/diff/snapshot.ts';
import type { RunJournal, WritePolicies } from '../ports.ts';
import { type ClosedGate, describeClosed, explainClosed, passOnce } from '../rollout/health-gates.ts';
import { ALL_WRITTEN, findCarriedChanges, findShortfalls, isOfService } from './expectation.ts';
import { type SentRequests, sendRequests, type UpdatePipe } from './send-requests.ts';
import { endPipe, failInternally, notSent, skipPipe } from './skip-pipe.ts';
import {
  type Confirmation,
  emitDiagnostic,
  emitDone,
  emitStart,
  isConfirmed,
  isSamePipe,
  openSession,
  type PipeSession,
  type RunContext,
  readPipe,
  readUntilShown,
} from './write-and-confirm.ts';

/** Updates the pipes of a wave in parallel, or all pipes without a rollout (`wave` is null). */
export async function updatePipes(
  pipes: readonly UpdatePipe[],
  wave: number | null,
  run: RunContext,
): Promise<readonly RunPipe[]> {
  const { writePolicies, parallelism, stop } = run.options;
  // For all pipes at once, since they share lists and checks there. The long waits, for an answer and for a bake, are before this.
  const refusals = stop.aborted ? undefined : (async () => writePolicies.findNotPromoted(pipes))();
  await refusals?.catch(() => {});
  return pMap(pipes, (pipe) => updatePipe(pipe, refusals, wave, run), { concurrency: parallelism });
}

/** Updates one pipe, or skips it. Never throws: an error of a guard fails the pipe, and nothing is sent to it. */
async function updatePipe(
  pipe: UpdatePipe,
  refusals: ReturnType<WritePolicies['findNotPromoted']> | undefined,
  wave: number | null,
  run: RunContext,
): Promise<RunPipe> {
  const { stop, abort, failFast, rollsBack } = run.options;
  const { journal, clock, reportBug } = run.ports;
  if (stop.aborted || abort.aborted) return skipPipe(pipe, 'interrupted', rollsBack);
  if (journal.failure() !== null) return skipPipe(pipe, 'journal-failed', rollsBack);
  const { reason } = run.refusals;
  if (reason !== null) return skipPipe(pipe, 'circuit-open', rollsBack, reason);
  if (run.hasFailed && failFast) return skipPipe(pipe, 'not-attempted', rollsBack);
  const session = openSession(pipe, run, 'update');
  const left = await askGuards(pipe, refusals, wave, session).catch((error: unknown) => {
    const where = `before updating pipe ${pipe.name}; nothing was sent to it`;
    const failed = { ...pipe, requests: notSent(pipe.requests) };
    emitStart(session);
    return emitDone(session, pipe, failInternally(failed, 'failed', where, reportBug(error)));
  });
  if (left?.status === 'skipped') return left;
  const done =
    left ??
    (await updateBeforeChecks(pipe, wave, session).catch((error: unknown) => {
      // What was sent is unknown, so every request may have been.
      const requests = notSent(pipe.requests).map((record) => ({ ...record, outcome: 'unknown' as const }));
      const where = `while updating pipe ${pipe.name}; what was sent is not known`;
      return emitDone(session, pipe, failInternally({ ...pipe, requests }, 'unknown', where, reportBug(error)));
    }));
  // With --no-wait an unconfirmed pipe has only a warning: it did not fail.
  if (hasErrors(done.diagnostics)) run.hasFailed = true;
  run.refusals.note(done.requests);
  noteEnd(done, journal, timestamp(clock));
  return done;
}

/** Not awaited: if the run is killed before the line is on disk, the pipe counts as unconfirmed, which is safe. */
export function noteEnd(done: RunPipe, journal: RunJournal, at: string): void {
  const { name: pipe, status, requests, diagnostics } = done;
  void journal.write({ type: 'pipe', at, pipe, status, requests, diagnostics });
}

/** Why nothing may be written to a pipe, as its end: a freeze, a change that is not promoted, or its own checks. null to update it. */
async function askGuards(
  pipe: UpdatePipe,
  refusals: ReturnType<WritePolicies['findNotPromoted']> | undefined,
  wave: number | null,
  session: PipeSession,
): Promise<RunPipe | null> {
  const { findFreeze, options } = session.run;
  // A rollout stops between waves.
  if (wave === null && findFreeze() !== null) return skipPipe(pipe, 'frozen', options.rollsBack);
  const notPromoted = (await refusals)?.get(pipe.name) ?? [];
  const closed = notPromoted.length > 0 ? [] : await findClosed('pipe-before', pipe, wave, session);
  if (session.stop.aborted) return skipPipe(pipe, 'interrupted', options.rollsBack);
  const found = closed.length > 0 ? [closedBeforeProblem(pipe, closed)] : notPromoted;
  if (found.length === 0) return null;
  emitStart(session);
  return emitDone(session, pipe, endPipe(pipe, 'refused', notSent(pipe.requests), found));
}

/**
 * The pipe's own checks are measured again after the update, by the rollout if there is one. An update whose checks fail stays:
 * only a rollout rolls back.
 */
async function updateBeforeChecks(pipe: UpdatePipe, wave: number | null, session: PipeSession): Promise<RunPipe> {
  emitStart(session);
  const done = emitDone(session, pipe, await writeAndConfirm(pipe, session));
  if (wave !== null || !mayHaveWritten(done)) return done;
  const failed = await findClosed('pipe-after', pipe, wave, session);
  const isCut = session.stop.aborted && checksOf(pipe, session).length > 0;
  if (failed.length === 0 && !isCut) return done;
  const hint = 'Check the pipe; a `rollout` with `onFailure: rollback` would restore the earlier values.';
  const problem = isCut
    ? cutProblem(pipe)
    : gatesProblem(pipe, `was updated, and its ${describeClosed(failed)}`, failed, hint);
  emitDiagnostic(session, problem);
  return { ...done, diagnostics: [...done.diagnostics, problem] };
}

function findClosed(
  moment: 'pipe-before' | 'pipe-after',
  pipe: UpdatePipe,
  wave: number | null,
  session: PipeSession,
): Promise<readonly ClosedGate[]> {
  const keys = checksOf(pipe, session).map((name) => ({ name, moment, wave, pipe: pipe.name }));
  return passOnce(session.run.gates, keys, session.stop);
}

function checksOf({ name }: UpdatePipe, { run }: PipeSession): readonly string[] {
  return run.options.guards.ofPipe.get(name) ?? [];
}

function cutProblem({ name, location }: UpdatePipe): Diagnostic {
  const summary = `Interrupted before the checks of pipe ${name} were measured after its update.`;
  return diagnose('error', { code: 'interrupted', summary, hint: 'Run `pipeform check`.' }, location);
}

function closedBeforeProblem(pipe: UpdatePipe, closed: readonly ClosedGate[]): Diagnostic {
  return gatesProblem(
    pipe,
    `was not updated: its ${describeClosed(closed)}`,
    closed,
    DIAGNOSTICS['check-not-passed'].cure,
  );
}

function gatesProblem(pipe: UpdatePipe, what: string, closed: readonly ClosedGate[], hint: string): Diagnostic {
  const words = { summary: `Pipe ${pipe.name} ${what}.`, detail: explainClosed(closed).join('\n'), hint };
  return diagnose('error', { code: 'check-not-passed', ...words }, pipe.location);
}

/**
 * Reads the pipe, refuses it if it moved since the plan other than to planned values, sends its requests, and reads until every
 * value shows or `waitTimeoutMs` passes (0 reads once). A request that fails does not throw: the result has a status.
 */
export async function writeAndConfirm(pipe: UpdatePipe, session: PipeSession): Promise<RunPipe> {
  const { waitTimeoutMs, rollsBack } = session.run.options;
  const leave = (status: RunStatus, problem: Diagnostic): RunPipe =>
    endPipe(pipe, status, notSent(pipe.requests, session.purpose), [problem]);
  const skipSince = ({ message }: RequestFailure, requests: readonly RequestRecord[]): RunPipe => {
    return { ...skipPipe(pipe, 'circuit-open', rollsBack, message), requests };
  };
  const first = await readPipe(session);
  if (!first.ok) {
    const { failure } = first;
    if (failure.kind === 'circuit-open') return skipSince(failure, notSent(pipe.requests, session.purpose));
    const what = 'The pipe could not be read before the update';
    return leave(wasStopped(failure) ? 'skipped' : 'failed', failureProblem(what, failure, pipe.location));
  }
  const { changes, live } = findRemaining(pipe, first.pipe);
  const { isManaged, isWritten } = session.scope;
  const moved = findMovements(live, first.pipe, isWritten);
  const isSame = isSamePipe(pipe, first.pipe);
  // A PUT would lose any setting that moved; where nothing is left to write, only the managed ones matter.
  const matters = ({ section, key }: Movement): boolean => key === null || isManaged(`${section}.${key}`);
  const isDone = changes.length === 0 && !moved.some(matters);
  if (isSame && isDone) return endPipe(pipe, 'unchanged', [], [doneProblem(pipe)]);
  if (moved.length > 0 || !isSame) return leave('stale', staleProblem(pipe, moved, first.pipe, session));

  // Requests come from the changes and this read, not from the plan: a saved plan may be old.
  const requests = buildRequests(session.target, changes, listPreconditions(live, first.pipe));
  const sent = await sendRequests({ ...pipe, live, requests }, first.pipe, session);
  const seen = { ...pipe, state: first.pipe.state, ...(await explainRefusal(sent, session)) };
  if (!sent.records.some(wasSent)) {
    if (sent.moved.length > 0) {
      const stale = staleProblem(pipe, sent.moved, sent.confirmation?.live ?? first.pipe, session);
      return endPipe(pipe, 'stale', sent.records, [stale]);
    }
    if (sent.failure?.kind === 'window-ended') return endPipe(pipe, 'stale', sent.records, [windowEndProblem(pipe)]);
    const status = sent.records.some(({ outcome }) => outcome === 'rejected') ? 'failed' : 'skipped';
    if (status === 'skipped' && sent.failure?.kind === 'circuit-open') return skipSince(sent.failure, sent.records);
    return endPipe(pipe, status, sent.records, endProblems(seen, sent, null, status, true));
  }
  const confirmation = sent.confirmation ?? (await readUntilShown(sent.expected, session, waitTimeoutMs));
  const hasWaited = waitTimeoutMs > 0;
  const status = decideStatus(sent, confirmation, hasWaited);
  const found = endProblems(seen, sent, confirmation, status, hasWaited);
  const carried = status === 'applied' ? carriedChangeProblems(pipe, sent, confirmation, session) : [];
  return endPipe(pipe, status, sent.records, [...found, ...carried]);
}

/** A pipe of an update that was refused. */
interface RefusedPipe extends UpdatePipe {
  /** Whether the pipe can be read and its settings have no address. */
  readonly hasNoSettings: boolean;
  /** What to do about a carried setting that the refusal names; null without one. */
  readonly hint: string | null;
}

async function explainRefusal(
  { failure, records }: SentRequests,
  session: PipeSession,
): Promise<Pick<RefusedPipe, 'hasNoSettings' | 'hint'>> {
  const refused = records.find(({ method, outcome }) => method === 'PUT' && outcome === 'rejected');
  if (failure === null || refused === undefined) return { hasNoSettings: false, hint: null };
  const keys = Object.keys(valuesIn(refused, session.target.naming));
  const names = new Map(Object.keys(refused.body).map((name, index) => [keys[index] ?? name, name] as const));
  const carried = [...names].filter(([key]) => !session.scope.isManaged(`settings.${key}`));
  const hint = failure.kind === 'rejected' ? hintCarried(failure.message, new Map(carried)) : null;
  return { hasNoSettings: failure.status === 404 && (await readPipe(session)).ok, hint };
}

/** The settings that the update sent back unchanged, and that have another value now. */
function carriedChangeProblems(
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

/**
 * The changes that an earlier run of the same plan has not made, and the live values that they rely on: planned ones, too. A
 * request is sent as a whole, so a section counts as done only when all its planned values are live.
 */
function findRemaining(pipe: UpdatePipe, live: LivePipe): Pick<UpdatePipe, 'live'> & { changes: readonly Change[] } {
  const { changes } = pipe;
  const open = new Set(changes.filter((change) => !isLive(change, live)).map(({ path }) => sectionOf(path)));
  const written = changes.filter((change) => !open.has(sectionOf(change.path)) || isShown(change, live));
  const listLive = (section: FieldSection) =>
    Object.fromEntries(
      written
        .filter(({ path }) => sectionOf(path) === section)
        .map(({ path }) => [keyOf(path), showField(live, path) ?? null]),
    );
  const { settings, scaling } = pipe.live;
  return {
    changes: changes.filter(({ path }) => open.has(sectionOf(path))),
    live: {
      settings: settings && { ...settings, ...listLive('settings') },
      scaling: { ...scaling, ...listLive('scaling') },
    },
  };
}

/** Whether the planned value is live, or another one of its band. A rollback may send a value that is already shown. */
function isLive(change: Change, live: LivePipe): boolean {
  const { path, before, after, band } = change;
  if (equalValues(before, after)) return false;
  const isWithin = band !== null && isInside(band, showField(live, path) ?? null);
  return isWithin || isShown(change, live);
}

function isShown({ path, after }: Change, live: LivePipe): boolean {
  return (
    findShortfalls({ settings: {}, scaling: {}, [sectionOf(path)]: { [keyOf(path)]: after } }, live, ALL_WRITTEN)
      .length === 0
  );
}

/** `applied` only when everything was sent and a read showed every value. */
function decideStatus(sent: SentRequests, confirmation: Confirmation, hasWaited: boolean): RunStatus {
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
function endProblems(
  pipe: RefusedPipe,
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

function staleProblem(
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

function windowEndProblem({ name, location }: UpdatePipe): Diagnostic {
  const summary = `The schedule of pipe ${name} specifies a different size since the plan was made; nothing was written to it.`;
  return diagnoseCode('window-ended', summary, null, 'error', location);
}

function doneProblem({ name, location }: UpdatePipe): Diagnostic {
  const summary = `Pipe ${name} already has the planned values; nothing was written to it.`;
  return diagnoseCode('already-applied', summary, null, 'note', location);
}

function movedProblem(pipe: UpdatePipe, moved: readonly Movement[], records: readonly RequestRecord[]): Diagnostic {
  const problem = hasUnreadable(moved) ? 'could not be read' : 'was changed outside this run';
  const summary = `Pipe ${pipe.name} ${problem} during the update; the rest was not sent.`;
  const detail = [...describeWritten(pipe, records), ...describeMovements(moved, 'expected', 'now')].join('\n');
  return diagnoseCode('pipe-moved', summary, detail, 'error', pipe.location);
}

/** A failed update. Lists what was accepted before it, since that stays. */
function rejectionProblem(
  pipe: RefusedPipe,
  failure: RequestFailure,
  records: readonly RequestRecord[],
  shortfalls: readonly Movement[],
): Diagnostic {
  const noSettings = `Settings do not apply to pipe ${pipe.name}: the service has no settings endpoint for it.`;
  const refused = pipe.hasNoSettings
    ? diagnoseCode('field-not-for-kind', noSettings, formatExchange(failure), 'error', pipe.location)
    : failureProblem('The pipe could not be updated', failure, pipe.location, pipe.state);
  // After a rejection, the old values are expected.
  const missing = describeMovements(shortfalls, isUndecided({ records }) ? 'asked for' : 'expected', 'found');
  const lines = [refused.detail, ...describeWritten(pipe, records), ...missing];
  const detail = lines.filter((line) => line !== null).join('\n');
  return { ...refused, detail, hint: pipe.hint ?? refused.hint };
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
