import { diagnoseCode } from '../../model/diagnose-code.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import {
  CONTRACT,
  isSizeKey,
  keyOf,
  pathOf,
  SCALING_KEYS,
  type ScalingKey,
  SIZE_KEYS,
  scalingKeyOf,
} from '../../model/field/field.ts';
import { readTimeMs } from '../../model/field/units.ts';
import { type Band, isBand } from '../../model/fleet.ts';
import { equalValues } from '../../model/json/json.ts';
import { hidesSize, isInTransition, type LivePipe } from '../../model/live-pipe.ts';
import type { Change, LiveValues } from '../../model/plan.ts';
import { listWords } from '../../model/text.ts';
import { type DesiredFields, type SectionDiff, unreadableProblem } from './diff-settings.ts';

/** For this time after an update, a missing scaling value means "not yet" (field notes: "right after a write"). */
const SCALING_SETTLES_MS = 120_000;

/**
 * Compares the managed scaling keys with the live ones. Values inside their band stay. A value that is not shown is no
 * difference right after a write or while the pipe is stopped or paused (field notes), and unset otherwise. `reliedOn` has the scaling values that the plan relies on.
 */
export function diffScaling(
  desired: DesiredFields,
  live: LivePipe,
  nowMs: number,
): SectionDiff & { readonly reliedOn: LiveValues['scaling'] } {
  const changes: Change[] = [];
  const diagnostics: Diagnostic[] = [];
  const reliedOn: Partial<Record<ScalingKey, number | null>> = {};
  const notYet: ScalingKey[] = [];
  const hidden: ScalingKey[] = [];

  for (const key of SCALING_KEYS) {
    const managed = desired.scaling[key];
    if (managed === undefined) continue;
    const { value, location, resend = false } = managed;
    const before = shownScaling(live, key);
    if (before === 'unreadable') {
      diagnostics.push(unreadableProblem(`scaling.${key}`, desired, live, location));
      continue;
    }
    if (hidesSize(live, key)) {
      if (value !== before) hidden.push(key);
      continue;
    }
    if (before === null && value !== null && !resend && isSettling(live, nowMs)) {
      notYet.push(key);
      continue;
    }
    const after = decideScaling(value, before);
    const band = isBand(value) ? value : null;
    const isChange = !equalValues(after, before) || resend;
    if (isChange || band === null) reliedOn[key] = before;
    if (isChange) changes.push({ path: pathOf('scaling', key), before, after, band, origin: null, location });
  }
  const resizes = changes.some(({ path }) => isSizeKey(keyOf(path)));
  const sentAlong = resizes ? notYet.flatMap((key) => buildSentAlong(key, desired)) : [];
  const waiting = notYet.filter((key) => !sentAlong.some(({ path }) => keyOf(path) === key));
  return {
    changes: [...changes, ...sentAlong],
    diagnostics: [
      ...diagnostics,
      ...waiting.map((key) => notSettledProblem(key, desired, live)),
      ...hiddenProblems(hidden, desired, live),
    ],
    reliedOn: resizes ? { ...reliedOn, ...shownSizes(live) } : reliedOn,
  };
}

/**
 * CPU or memory that is not shown yet, to send with a change of the other. The plan does not rely on it, since it may settle
 * before the apply. A band has no single value to send.
 */
function buildSentAlong(key: ScalingKey, desired: DesiredFields): readonly Change[] {
  const managed = desired.scaling[key];
  if (managed === undefined || isBand(managed.value) || !isSizeKey(key)) return [];
  const { value: after, location } = managed;
  return [{ path: pathOf('scaling', key), before: null, after, band: null, origin: null, location }];
}

/** Whether a change is a size that is only sent along with another one. It is no difference of its own. */
export function isSentAlong({ path }: Change, { scaling }: LiveValues): boolean {
  const key = scalingKeyOf(path);
  return key !== null && scaling[key] === undefined;
}

/** The shown ones of CPU and memory. They are sent together, so a plan that relies on one relies on both. */
export function shownSizes(live: LivePipe): LiveValues['scaling'] {
  const sizes = SIZE_KEYS.map((key) => [key, knownScaling(live, key)] as const);
  return Object.fromEntries(sizes.filter(([, value]) => value !== null));
}

/** The live scaling value; null for null, absent, or a 0 that the contract does not allow. */
export function shownScaling(live: Pick<LivePipe, 'scaling'>, key: ScalingKey): number | null | 'unreadable' {
  const value = live.scaling[key];
  if (value === 'absent') return null;
  const minimum = CONTRACT.find(pathOf('scaling', key))?.minimum ?? 0;
  return value === 0 && minimum > 0 ? null : value;
}

/**
 * Whether a scaling value is absent, hidden by a stop, or a 0 that the contract does not allow: "not yet" after a write (field notes),
 * not unset.
 */
export function isPlaceholder(live: Pick<LivePipe, 'scaling' | 'state'>, key: ScalingKey): boolean {
  return hidesSize(live, key) || (shownScaling(live, key) === null && live.scaling[key] !== null);
}

/** Live sizes, or those of a saved plan, which have no state. */
export type ShownSizes = Pick<LivePipe, 'scaling'> & Partial<Pick<LivePipe, 'state'>>;

/** The live scaling value; null when it is not shown, hidden by a stop or unreadable. */
export function knownScaling(live: ShownSizes, key: ScalingKey): number | null {
  const value = shownScaling(live, key);
  return value === 'unreadable' || hidesSize({ state: null, ...live }, key) ? null : value;
}

/** The desired value, or the value of the band that is nearest to `before`. */
export function decideScaling(desired: number | Band | null, before: number | null): number | null {
  if (!isBand(desired)) return desired;
  return Math.min(Math.max(before ?? desired.min, desired.min), desired.max);
}

function isSettling(live: LivePipe, nowMs: number): boolean {
  if (isInTransition(live)) return true;
  return live.updatedAt !== null && Math.abs(nowMs - readTimeMs(live.updatedAt)) < SCALING_SETTLES_MS;
}

function hiddenProblems(
  keys: readonly ScalingKey[],
  { name, location }: DesiredFields,
  live: LivePipe,
): readonly Diagnostic[] {
  if (keys.length === 0) return [];
  const fields = listWords(keys.map((key) => `scaling.${key}`));
  const summary = `Pipe ${name} is ${live.state}, so the service shows no value for ${fields}; not compared.`;
  return [diagnoseCode('size-hidden', summary, null, 'note', location)];
}

function notSettledProblem(key: ScalingKey, { name, location }: DesiredFields, live: LivePipe): Diagnostic {
  const summary = `scaling.${key} of pipe ${name} is not available yet; the pipe is settling after an update.`;
  const detail = `State ${live.state ?? 'unknown'}, last updated ${live.updatedAt ?? 'at an unknown time'}.`;
  return diagnoseCode('pipe-in-transition', summary, detail, 'warning', location);
}
