import { isDeepStrictEqual } from 'node:util';
import { DAY_MS, formatMinute } from '../model/clock.ts';
import { diagnoseCode } from '../model/diagnose-code.ts';
import { type Diagnostic, diagnose } from '../model/diagnostic.ts';
import {
  compareFields,
  FIELD_SECTIONS,
  type FieldPath,
  isSizeKey,
  keyOf,
  pathOf,
  scalingKeyOf,
  sectionOf,
} from '../model/field/field.ts';
import { type DesiredPipe, type DesiredScaling, type DesiredSetting, type Fleet, isBand } from '../model/fleet.ts';
import { equalValues, type JsonValue } from '../model/json/json.ts';
import type { LivePipe } from '../model/live-pipe.ts';
import type { Origin } from '../model/origin.ts';
import { addressOf } from '../model/pipe-address.ts';
import type { Base, Change, LiveValues } from '../model/plan.ts';
import { isWeekly } from '../model/weekly-window.ts';
import { isSentAlong } from './diff/diff-scaling.ts';
import { showField } from './diff/snapshot.ts';

/** The desired state at the base commit; pipes by address, which a new name does not change. */
export interface BaseState {
  readonly base: Base;
  readonly pipes: ReadonlyMap<string, DesiredPipe>;
  /** Whether all files of the commit could be read. Otherwise, what `pipes` lacks may still have been there. */
  readonly isComplete: boolean;
  /** The configuration, for its guards; null where the commit has none. */
  readonly fleet: Fleet | null;
}

/** `pipes` are those of the fleet that was loaded from the files of the commit. */
export function createBaseState(
  base: Base,
  pipes: readonly DesiredPipe[],
  isComplete = true,
  fleet: Fleet | null = null,
): BaseState {
  return { base, pipes: new Map(pipes.map((pipe) => [addressOf(pipe), pipe])), isComplete, fleet };
}

/**
 * Sets the origin of each change; without a base, none has one. `config`: the configuration changed or added the field. `drift`: live
 * differs from the base, since it was edited or the base was never applied. `conflict`: both changed. `schedule`: base and branch have
 * the same schedule for the field, and live has one of its sizes. What an incomplete base lacks is a conflict, since it must neither
 * pass for a change of the branch nor be restored. A conflict also gets the value of the base, where that is known. CPU or memory that
 * is sent with a change of the other has the origin of that change.
 */
export function attributeChanges(
  changes: readonly Change[],
  desired: DesiredPipe,
  state: BaseState | null,
  reliedOn: LiveValues,
): readonly Change[] {
  if (state === null) return changes;
  const resize = changes.find((change) => isSizeKey(keyOf(change.path)) && !isSentAlong(change, reliedOn));
  const base = state.pipes.get(addressOf(desired));
  return changes.map((change) => {
    const cause = resize !== undefined && isSentAlong(change, reliedOn) ? resize : change;
    const origin = findOrigin(cause, base, desired, state);
    const was = base && findDesired(base, change.path);
    if (origin !== 'conflict' || was === undefined) return { ...change, origin };
    return { ...change, origin, base: asJson(was) };
  });
}

function findOrigin(
  change: Change,
  base: DesiredPipe | undefined,
  desired: DesiredPipe,
  { isComplete }: BaseState,
): Origin {
  const { path, before } = change;
  const was = base && findDesired(base, path);
  if (base === undefined || was === undefined) return isComplete ? 'config' : 'conflict';
  const isSame = isSameDesired(was, findDesired(desired, path));
  if (isSame && isDeepStrictEqual(describeSchedule(base, path), describeSchedule(desired, path))) {
    return hasScheduledSize(change, desired) ? 'schedule' : 'drift';
  }
  if (satisfies(was, before) || hasScheduledSize(change, base)) return 'config';
  return isSame ? 'drift' : 'conflict';
}

/** The sizes that a schedule gives to a field, without their places in files; the last is that of all other times. */
function describeSchedule({ schedule = [], scaling, sizesNow }: DesiredPipe, path: FieldPath) {
  const key = scalingKeyOf(path);
  if (key === null) return [];
  const windows = schedule.flatMap(({ scaling: sizes, location: _, ...times }) => {
    const size = sizes[key];
    return size === undefined ? [] : [{ times, value: asJson(size.value) }];
  });
  const { value = null } = (sizesNow?.declared ?? scaling)[key] ?? {};
  return windows.length === 0 ? [] : [...windows, { times: null, value: asJson(value) }];
}

/** Whether live has a size of the schedule: that of another time, if it differs from the desired one. */
export function hasScheduledSize({ path, before }: Pick<Change, 'path' | 'before'>, pipe: DesiredPipe): boolean {
  const { atMs = null } = pipe.sizesNow ?? {};
  // The zone of a window may be a day ahead. A size of later dates was not set by the clock.
  const latest = atMs === null ? null : new Date(atMs + DAY_MS).toISOString().slice(0, 10);
  const isPast = (from = '') => latest === null || from <= latest;
  return describeSchedule(pipe, path).some(
    ({ times, value }) => isPast(times?.dates?.from) && satisfies(value, before),
  );
}

/** Whether live has the size of the window that ended last, and not for longer than `graceMs` (`policy.scheduleGrace`). */
export function isLate(
  { path, before }: Pick<Change, 'path' | 'before'>,
  desired: DesiredPipe,
  graceMs: number,
): boolean {
  const ended = sizeBefore(path, desired);
  const nowMs = desired.sizesNow?.atMs ?? Number.NaN;
  return ended !== undefined && satisfies(ended.value, before) && nowMs - ended.endedMs < graceMs;
}

/** The size of a field before the last scheduled change, and when that was; undefined without one. */
export function sizeBefore(path: FieldPath, { sizesNow }: DesiredPipe) {
  const key = scalingKeyOf(path);
  return key === null ? undefined : sizesNow?.before[key];
}

export type DesiredValue = DesiredSetting['value'] | DesiredScaling['value'];

/** The desired value of a field; undefined when it is not managed. */
export function findDesired(desired: DesiredPipe, path: FieldPath): DesiredValue | undefined {
  if (sectionOf(path) === 'settings') {
    const key = keyOf(path);
    return Object.hasOwn(desired.settings, key) ? desired.settings[key]?.value : undefined;
  }
  const key = scalingKeyOf(path);
  return key === null ? undefined : desired.scaling[key]?.value;
}

function satisfies(desired: DesiredValue, value: JsonValue): boolean {
  return isInside(desired, value) || equalValues(asJson(desired), value);
}

/** Whether the desired value is a band with this value in it. */
export function isInside(desired: DesiredValue, value: JsonValue): boolean {
  return isBand(desired) && typeof value === 'number' && value >= desired.min && value <= desired.max;
}

/** Whether the configuration asks for the same; a band of one value equals that value. */
export function isSameDesired(a: DesiredValue | undefined, b: DesiredValue | undefined): boolean {
  return equalValues(asJson(a), asJson(b));
}

function asJson(value: DesiredValue | undefined): DesiredValue {
  if (value === undefined || !isBand(value)) return value ?? null;
  return value.min === value.max ? value.min : value;
}

/** Notes for fields that only the base manages: their live values stay. */
export function noLongerManagedProblems(
  desired: DesiredPipe,
  base: DesiredPipe | null,
  live: LivePipe,
): readonly Diagnostic[] {
  if (base === null) return [];
  return FIELD_SECTIONS.flatMap((section) => Object.keys(base[section]).map((key) => pathOf(section, key)))
    .filter((path) => findDesired(desired, path) === undefined)
    .sort(compareFields)
    .map((path) => {
      const summary = `${path} of pipe ${desired.name} is no longer managed; its live value ${formatLive(path, live)} stays.`;
      const hint = 'To keep managing it, add it to the configuration again; use null to unset it.';
      return diagnose('note', { code: 'no-longer-managed', summary, hint }, desired.location);
    });
}

function formatLive(path: FieldPath, live: LivePipe): string {
  const value = showField(live, path);
  if (value === undefined) return sectionOf(path) === 'settings' ? '(not returned)' : '(not readable)';
  return value === null ? '(unset)' : JSON.stringify(value);
}

/** Notes for pipes that only the base manages: they are not read or written. */
export function pipesNoLongerManagedProblems(fleet: Fleet, state: BaseState | null): readonly Diagnostic[] {
  if (state === null) return [];
  const { base, pipes } = state;
  const managed = new Set(fleet.pipes.map(addressOf));
  return [...pipes.values()]
    .filter((pipe) => !managed.has(addressOf(pipe)))
    .map((pipe) =>
      diagnose('note', {
        code: 'no-longer-managed',
        summary: `Pipe ${pipe.name} is no longer in the configuration; the live pipe is not changed.`,
        detail: `At ${base.ref} it was the pipe ${pipe.id} of service ${pipe.service}.`,
      }),
    );
}

/** The note for a pipe whose sizes change at a later time than now, of which the differences show nothing. */
export function laterSizesProblems(desired: DesiredPipe, state: BaseState | null): readonly Diagnostic[] {
  const base = state?.pipes.get(addressOf(desired));
  if (base === undefined || isDeepStrictEqual(describeWeek(base), describeWeek(desired))) return [];
  const { untilMs = null, timezone } = desired.sizesNow ?? {};
  const next = untilMs === null ? '' : `; its size changes next at ${formatMinute(untilMs, timezone)}`;
  const summary = `The schedule of pipe ${desired.name} differs from that of the base${next}.`;
  const location = desired.schedule?.[0]?.location ?? desired.location;
  return [diagnoseCode('schedule-changed', summary, null, 'note', location)];
}

/** The sizes of a usual week, and the windows: in another time zone, they may be the same until the clocks change. */
function describeWeek({ schedule = [], sizesNow }: DesiredPipe): readonly unknown[] {
  const windows = schedule.map(({ location: _, scaling, ...times }) => {
    return isWeekly(times)
      ? times
      : { ...times, sizes: Object.entries(scaling).map(([key, size]) => [key, size?.value]) };
  });
  return [sizesNow?.week, windows];
}

/** `onlyOrigin` null selects all. */
export function isSelectedOrigin(origin: Origin | null, onlyOrigin: readonly Origin[] | null): boolean {
  return onlyOrigin === null || (origin !== null && onlyOrigin.includes(origin));
}

/** The note about differences that `--only-origin` skips. */
export function otherOriginsProblems(desired: DesiredPipe, others: readonly Change[]): readonly Diagnostic[] {
  if (others.length === 0) return [];
  const summary = `Pipe ${desired.name} also has differences of another origin, which are skipped: ${listOrigins(others)}.`;
  const hint = 'Plan without --only-origin to see and change them.';
  return [diagnose('note', { code: 'not-selected', summary, hint }, desired.location)];
}

/** The note about differences that a remediation does not restore: not drift, or not in `remediation.fields`. */
export function notRestoredProblems(desired: DesiredPipe, others: readonly Change[]): readonly Diagnostic[] {
  if (others.length === 0) return [];
  const summary = `Pipe ${desired.name} has differences that are not restored: ${listOrigins(others)}.`;
  const hint =
    'Only drift of `remediation.fields` is restored. Apply without --remediate to change the rest, or add the field.';
  return [diagnose('note', { code: 'not-selected', summary, hint }, desired.location)];
}

function listOrigins(changes: readonly Change[]): string {
  return changes.map(({ path, origin }) => (origin === null ? path : `${path} (${origin})`)).join(', ');
}
