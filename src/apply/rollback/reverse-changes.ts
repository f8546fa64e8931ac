import { type FieldPath, fieldPath, isSizeKey, SCALING_KEYS, type ScalingKey, SIZE_KEYS } from '../../model/field.ts';
import { equalJson, type JsonValue } from '../../model/json.ts';
import { knownSettings, type LivePipe } from '../../model/live-pipe.ts';
import type { Change, PlanBasis } from '../../model/plan.ts';
import { listWritten, type RunPipe } from '../../model/run.ts';
import { takeSnapshot } from '../../plan/diff/basis.ts';
import { isPlaceholder, knownScaling, shownScaling } from '../../plan/diff/diff-scaling.ts';
import { shownSetting } from '../../plan/diff/diff-settings.ts';

/** What is to be done about one pipe that a run wrote to. */
export interface Reversal {
  /** The changes back to what was there before, of the fields that still show what the run wrote. */
  readonly changes: readonly Change[];
  /** Fields that show another value than the run wrote: someone else's, and left alone. */
  readonly others: readonly LeftField[];
  /** Fields that show what the run wrote and cannot be put back, since what was there before is not known. */
  readonly lost: readonly LeftField[];
  /** Fields of which the service shows nothing, so that nobody can tell whose value they have. */
  readonly hidden: readonly LeftField[];
}

/** What a reversal is made from. */
export type WrittenPipe = Pick<RunPipe, 'status' | 'changes' | 'requests'>;

export interface LeftField {
  readonly path: FieldPath;
  readonly wrote: JsonValue;
  readonly found: JsonValue;
}

/**
 * Restores what a run wrote where the live value is still what it wrote (product.md). What already is as it was before needs
 * nothing, unless it may be on its way to what was written. A size or a count that was not shown before the run cannot be put
 * back: nobody knows what it was.
 */
export function reverseChanges(pipe: WrittenPipe, live: LivePipe): Reversal {
  const changes: Change[] = [];
  const others: LeftField[] = [];
  const lost: LeftField[] = [];
  const hidden: LeftField[] = [];
  for (const change of listWritten(pipe)) {
    const { path, before, after } = change;
    const found = showField(live, path) ?? null;
    const left = { path, wrote: after, found };
    const isBack = equalJson(found, before);
    if (!isShown(change, pipe, live)) hidden.push(left);
    else if (isBack && !isOnItsWay(change, pipe)) continue;
    else if (!isBack && !equalJson(found, after)) others.push(left);
    else if (!isRestorable(path, before)) lost.push(left);
    else changes.push({ ...change, before: found, after: before, band: null });
  }
  return { changes, others, lost, hidden };
}

/** Whether the service shows every field that was written, so that it can be told whose value each has. */
export function showsWritten(pipe: WrittenPipe, live: LivePipe): boolean {
  return listWritten(pipe).every((change) => isShown(change, pipe, live));
}

/** Scaling that is not shown is on its way (field notes), unless that is what was written or what was there before. */
function isShown(change: Change, pipe: WrittenPipe, live: LivePipe): boolean {
  const { path, before, after } = change;
  const found = showField(live, path);
  const key = scalingKeyOf(path);
  if (found === undefined || (key !== undefined && isPlaceholder(live, key))) return false;
  if (found !== null || path.startsWith('settings.')) return true;
  return after === null || (before === null && !isOnItsWay(change, pipe));
}

/**
 * Scaling is asynchronous (field notes): until a read has shown what was written, one that shows what was before it proves
 * nothing.
 */
function isOnItsWay({ path }: Change, { status }: WrittenPipe): boolean {
  return path.startsWith('scaling.') && status !== 'applied';
}

/** The value that a live pipe shows for a field; null when it shows none, undefined when it shows none that can be read. */
export function showField(live: LivePipe, path: FieldPath): JsonValue | undefined {
  const key = scalingKeyOf(path);
  if (key !== undefined) {
    const shown = shownScaling(live, key);
    return shown === 'unreadable' ? undefined : shown;
  }
  const settings = knownSettings(live.settings);
  return settings === null ? undefined : shownSetting(settings, path.slice('settings.'.length));
}

function scalingKeyOf(path: FieldPath): ScalingKey | undefined {
  return SCALING_KEYS.find((key) => path === fieldPath('scaling', key));
}

/** What putting changes back relies on: every setting, the scaling values that it moves, and CPU and memory, which go together. */
export function basisOf(changes: readonly Change[], live: LivePipe): PlanBasis {
  const moved = SCALING_KEYS.filter((key) => changes.some(({ path }) => path === fieldPath('scaling', key)));
  const keys = moved.some(isSizeKey) ? [...new Set([...moved, ...SIZE_KEYS])] : moved;
  const shown = keys.map((key) => [key, knownScaling(live, key)] as const);
  return takeSnapshot(live, Object.fromEntries(shown.filter(([key, value]) => value !== null || moved.includes(key))));
}

function isRestorable(path: FieldPath, before: JsonValue): before is number | boolean | null {
  if (before === null) return path.startsWith('settings.');
  return typeof before === 'number' || typeof before === 'boolean';
}
