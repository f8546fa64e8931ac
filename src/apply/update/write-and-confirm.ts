import { type RequestFailure, wasStopped } from '../../model/client.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { type FieldSection, keyOf, sectionOf } from '../../model/field/field.ts';
import { equalValues } from '../../model/json/json.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import type { Change } from '../../model/plan.ts';
import { type RequestRecord, type RunPipe, type RunStatus, wasSent } from '../../model/run.ts';
import { isInside } from '../../plan/attribute-changes.ts';
import { buildRequests, valuesIn } from '../../plan/build-requests.ts';
import { failureProblem } from '../../plan/describe-failure.ts';
import { hintCarried } from '../../plan/diff/carried-settings.ts';
import { findMovements, listPreconditions, type Movement, showField } from '../../plan/diff/snapshot.ts';
import { ALL_WRITTEN, findShortfalls } from './expectation.ts';
import { isSamePipe, type PipeSession, readPipe, readUntilShown } from './pipe-session.ts';
import { type SentRequests, sendRequests, type UpdatePipe } from './send-requests.ts';
import { endPipe, notSent, skipPipe } from './skip-pipe.ts';
import {
  carriedChangeProblems,
  decideStatus,
  doneProblem,
  type ExplainedPipe,
  endProblems,
  staleProblem,
  windowEndProblem,
} from './update-outcome.ts';

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

async function explainRefusal(
  { failure, records }: SentRequests,
  session: PipeSession,
): Promise<Pick<ExplainedPipe, 'hasNoSettings' | 'hint'>> {
  const refused = records.find(({ method, outcome }) => method === 'PUT' && outcome === 'rejected');
  if (failure === null || refused === undefined) return { hasNoSettings: false, hint: null };
  const keys = Object.keys(valuesIn(refused, session.target.naming));
  const names = new Map(Object.keys(refused.body).map((name, index) => [keys[index] ?? name, name] as const));
  const carried = [...names].filter(([key]) => !session.scope.isManaged(`settings.${key}`));
  const hint = failure.kind === 'rejected' ? hintCarried(failure.message, new Map(carried)) : null;
  return { hasNoSettings: failure.status === 404 && (await readPipe(session)).ok, hint };
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
