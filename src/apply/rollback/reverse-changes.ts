import { diagnoseCode } from '../../model/diagnose-code.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { type FieldPath, keyOf, scalingKeyOf, sectionOf } from '../../model/field/field.ts';
import type { DesiredPipe, DesiredScaling, DesiredSetting } from '../../model/fleet.ts';
import { equalValues, type JsonValue, printValue } from '../../model/json/json.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import type { Change } from '../../model/plan.ts';
import { listWritten, type RunPipe } from '../../model/run.ts';
import { isPlaceholder } from '../../plan/diff/diff-scaling.ts';
import { showField } from '../../plan/diff/snapshot.ts';

interface Reversal {
  /** Changes that still show, so the values before them are restored. */
  readonly restorable: readonly RestorableChange[];
  /** Fields with a value of someone else, which stays. */
  readonly others: readonly LeftField[];
  /** Fields whose earlier value is unknown, so it cannot be restored. */
  readonly lost: readonly LeftField[];
  /** Fields that the service does not show now. */
  readonly hidden: readonly LeftField[];
  /** Fields that may not be restored, since the configuration does not manage them. */
  readonly unmanaged: readonly LeftField[];
  /** Fields whose desired value a schedule changed since, so that they are not restored. */
  readonly rescheduled: readonly LeftField[];
}

/** Which fields may be restored; default: all. */
export interface RestoreLimits {
  readonly isManaged?: (path: FieldPath) => boolean;
  /** Whether a schedule asks for another value now than when the run wrote. */
  readonly isRescheduled?: (path: FieldPath) => boolean;
}

export type RestorableChange = Change & { readonly before: number | boolean | null };

export type WrittenPipe = Pick<RunPipe, 'status' | 'changes' | 'requests'>;

export interface LeftField {
  readonly path: FieldPath;
  readonly wrote: JsonValue;
  readonly found: JsonValue;
}

/**
 * Restores the fields whose live value is still what the run wrote. A field that already has its earlier value needs
 * no change, unless the written value may still be in progress. A size or a count that was not shown before the run cannot be
 * restored, nor a field that the limits exclude.
 */
export function reverseChanges(
  pipe: WrittenPipe,
  live: LivePipe,
  { isManaged = () => true, isRescheduled = () => false }: RestoreLimits = {},
): Reversal {
  const restorable: RestorableChange[] = [];
  const others: LeftField[] = [];
  const lost: LeftField[] = [];
  const hidden: LeftField[] = [];
  const unmanaged: LeftField[] = [];
  const rescheduled: LeftField[] = [];
  for (const change of listWritten(pipe)) {
    const { path, before, after } = change;
    const found = showField(live, path) ?? null;
    const left = { path, wrote: after, found };
    const isBack = equalValues(found, before);
    if (!isShown(change, pipe, live)) hidden.push(left);
    else if (isBack && !isInProgress(change, pipe)) continue;
    else if (!isBack && !equalValues(found, after)) others.push(left);
    else if (!isManaged(path)) unmanaged.push(left);
    else if (isRescheduled(path)) rescheduled.push(left);
    else if (!isRestorable(change)) lost.push(left);
    else restorable.push(change);
  }
  return { restorable, others, lost, hidden, unmanaged, rescheduled };
}

/** Whether the service shows every field that was written. */
export function showsWritten(pipe: WrittenPipe, live: LivePipe): boolean {
  return listWritten(pipe).every((change) => isShown(change, pipe, live));
}

/** Scaling that is not shown is in progress (field notes), unless null was written or was there before. */
function isShown(change: Change, pipe: WrittenPipe, live: LivePipe): boolean {
  const { path, before, after } = change;
  const found = showField(live, path);
  if (found === undefined) return false;
  if (sectionOf(path) === 'settings') return true;
  const key = scalingKeyOf(path);
  if (key !== null && isPlaceholder(live, key)) return false;
  if (found !== null) return true;
  return after === null || (before === null && !isInProgress(change, pipe));
}

/** Scaling is asynchronous (field notes): until a read has shown the written value, a read of the old value proves nothing. */
function isInProgress({ path }: Change, { status }: WrittenPipe): boolean {
  return sectionOf(path) === 'scaling' && status !== 'applied';
}

/** The desired fields that restore what was live before the changes. Nothing else is managed. */
export function buildRestored(changes: readonly RestorableChange[]): Pick<DesiredPipe, 'settings' | 'scaling'> {
  const settings: [string, DesiredSetting][] = [];
  const scaling: [string, DesiredScaling][] = [];
  for (const { path, before: value, location } of changes) {
    if (sectionOf(path) === 'settings') settings.push([keyOf(path), { value, location }]);
    else if (typeof value !== 'boolean') scaling.push([keyOf(path), { value, resend: true, location }]);
  }
  return { settings: Object.fromEntries(settings), scaling: Object.fromEntries(scaling) };
}

function isRestorable(change: Change): change is RestorableChange {
  const { path, before } = change;
  const isSetting = sectionOf(path) === 'settings';
  return typeof before === 'number' || (isSetting && (before === null || typeof before === 'boolean'));
}

/** Whether every value that was written can be restored, except those that were changed outside this run. */
export function isComplete({ lost, hidden, unmanaged }: Reversal): boolean {
  return [lost, hidden, unmanaged].every((left) => left.length === 0);
}

/** What is not restored, and why. */
export function reversalProblems(pipe: RunPipe, reversal: Reversal): readonly Diagnostic[] {
  const { others, lost, hidden, unmanaged, rescheduled } = reversal;
  const wrote = ({ path, wrote: value }: LeftField): string => `${path}: wrote ${printValue(value)}`;
  const found: Diagnostic[] = [];
  if (others.length > 0) {
    const summary = `Pipe ${pipe.name} was changed outside this run since the update; those fields were skipped.`;
    const lines = others.map((left) => `${wrote(left)}, now ${printValue(left.found)}`);
    found.push(diagnoseCode('rollback-left', summary, lines.join('\n'), 'warning', pipe.location));
  }
  if (rescheduled.length > 0) {
    const summary = `The schedule of pipe ${pipe.name} asks for other sizes since the update; those fields were skipped.`;
    const hint = 'Run `pipeform apply --only-origin schedule --base REF` for the currently scheduled sizes.';
    const detail = rescheduled.map(wrote).join('\n');
    found.push(diagnose('warning', { code: 'rollback-left', summary, detail, hint }, pipe.location));
  }
  if (!isComplete(reversal)) {
    const summary = `Not every value that was written to pipe ${pipe.name} could be restored.`;
    const lines = [
      ...lost.map((left) => `${wrote(left)}, but the earlier value is not known`),
      ...hidden.map((left) => `${wrote(left)}, but the current value is not available`),
      ...unmanaged.map((left) => `${wrote(left)}, but the configuration does not manage it`),
    ];
    found.push(diagnoseCode('rollback-incomplete', summary, lines.join('\n'), 'error', pipe.location));
  }
  return found;
}

/** For a pipe that was renamed or has another kind since the run. */
export function otherPipeProblem(pipe: RunPipe, live: LivePipe): Diagnostic {
  const kind = live.source ?? 'unknown';
  const summary = `Pipe ${pipe.name} is a different pipe now, so it was not rolled back.`;
  const detail = `name: was "${pipe.liveName}", now "${live.name}"; source: was ${pipe.source}, now ${kind}`;
  return diagnoseCode('rollback-incomplete', summary, detail, 'error', pipe.location);
}
