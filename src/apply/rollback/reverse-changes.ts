import { type Diagnostic, diagnoseCode, diagnosePipe } from '../../model/diagnostic.ts';
import { type FieldPath, formatField, isScalingKey, isSizeKey, parseField, SCALING_KEYS } from '../../model/field.ts';
import { equalJson, type JsonValue } from '../../model/json.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import type { Change, PlanBasis } from '../../model/plan.ts';
import { listWritten, type RunPipe } from '../../model/run.ts';
import { isPlaceholder, knownScaling, shownSizes } from '../../plan/diff/diff-scaling.ts';
import { showField, takeSnapshot } from '../../plan/diff/snapshot.ts';

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
    const found = showField(live, parseField(path)) ?? null;
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

/** Whether the service shows every field that was written, so that it is known whose value each has. */
export function showsWritten(pipe: WrittenPipe, live: LivePipe): boolean {
  return listWritten(pipe).every((change) => isShown(change, pipe, live));
}

/** Scaling that is not shown is on its way (field notes), unless that is what was written or what was there before. */
function isShown(change: Change, pipe: WrittenPipe, live: LivePipe): boolean {
  const { path, before, after } = change;
  const field = parseField(path);
  const found = showField(live, field);
  if (found === undefined) return false;
  if (field.section === 'settings') return true;
  if (isScalingKey(field.key) && isPlaceholder(live, field.key)) return false;
  if (found !== null) return true;
  return after === null || (before === null && !isOnItsWay(change, pipe));
}

/**
 * Scaling is asynchronous (field notes): until a read has shown what was written, one that shows what was before it proves
 * nothing.
 */
function isOnItsWay({ path }: Change, { status }: WrittenPipe): boolean {
  return parseField(path).section === 'scaling' && status !== 'applied';
}

/** What putting changes back relies on: every setting, the scaling values that it moves, and CPU and memory, which go together. */
export function basisOf(changes: readonly Change[], live: LivePipe): PlanBasis {
  const moved = SCALING_KEYS.filter((key) =>
    changes.some(({ path }) => path === formatField({ section: 'scaling', key })),
  );
  const values = Object.fromEntries(moved.map((key) => [key, knownScaling(live, key)]));
  return takeSnapshot(live, moved.some(isSizeKey) ? { ...values, ...shownSizes(live) } : values);
}

function isRestorable(path: FieldPath, before: JsonValue): before is number | boolean | null {
  if (before === null) return parseField(path).section === 'settings';
  return typeof before === 'number' || typeof before === 'boolean';
}

/** What of a pipe is not put back, and why. */
export function describeReversal(pipe: RunPipe, { others, lost, hidden }: Reversal): readonly Diagnostic[] {
  const wrote = ({ path, wrote: value }: LeftField): string => `${path}: wrote ${formatValue(value)}`;
  const found: Diagnostic[] = [];
  if (others.length > 0) {
    const summary = `Pipe ${pipe.name} was changed by somebody else since the update; those fields were skipped.`;
    const lines = others.map((field) => `${wrote(field)}, now ${formatValue(field.found)}`);
    found.push(diagnoseCode('rollback-left', summary, lines.join('\n'), 'warning', pipe.location));
  }
  if (lost.length + hidden.length > 0) {
    const summary = `Not every value that was written to pipe ${pipe.name} could be restored.`;
    const lines = [
      ...lost.map((field) => `${wrote(field)}, and what was there before was not shown`),
      ...hidden.map((field) => `${wrote(field)}, and nothing is shown now`),
    ];
    const hint = 'Run plan in a minute or two, and put it right by hand or by the configuration.';
    found.push(diagnosePipe(pipe, 'error', { code: 'rollback-incomplete', summary, detail: lines.join('\n'), hint }));
  }
  return found;
}

/** The pipe that a run wrote to was renamed, or is of another kind now. */
export function describeOther(pipe: RunPipe, live: LivePipe): Diagnostic {
  const kind = live.source ?? 'not shown';
  const summary = `Pipe ${pipe.name} is another one since the update, so it was not rolled back.`;
  const detail = `name: was "${pipe.liveName}", now "${live.name}"; source: was ${pipe.source}, now ${kind}`;
  const hint = 'Look at the pipe, and put it right by hand or by the configuration.';
  return diagnosePipe(pipe, 'error', { code: 'rollback-incomplete', summary, detail, hint });
}

export function formatValue(value: JsonValue): string {
  return value === null ? 'unset' : JSON.stringify(value);
}
