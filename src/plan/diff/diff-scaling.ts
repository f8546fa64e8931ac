import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { type FieldPath, fieldPath, isSizeKey, SCALING_KEYS, type ScalingKey, SIZE_KEYS } from '../../model/field.ts';
import { findField } from '../../model/fields.ts';
import { type Band, type DesiredPipe, isBand } from '../../model/fleet.ts';
import type { LivePipe } from '../../model/live-pipe.ts';
import { stateGroup } from '../../model/pipe-state.ts';
import type { Change, PlanBasis } from '../../model/plan.ts';
import type { Recommendation } from '../../model/recommendation.ts';
import { readTimeMs } from '../../model/time.ts';
import type { SettingsDiff } from './diff-settings.ts';
import { describeUnreadable } from './report-unreadable.ts';

/**
 * How long after an update a missing scaling value still means "not yet". The field notes say "right after a write";
 * two minutes covers the settling that has been seen.
 */
const SETTLING_MS = 120_000;

export interface ScalingDiff extends SettingsDiff {
  /** The scaling values that the plan relies on, see PlanBasis. */
  readonly basis: PlanBasis['scaling'];
}

/**
 * Compares the managed scaling keys with the live ones. Inside its band a value is left alone; outside it goes to the
 * nearer edge. Where a recommendation says how many, replicas go there even from inside the band. 0 (where the contract does not
 * allow it), null and absent mean "not shown": right after a write that is "not yet" and never a difference (field notes),
 * otherwise it is unset.
 */
export function diffScaling(
  desired: DesiredPipe,
  live: LivePipe,
  nowMs: number,
  recommendation: Recommendation | null,
): ScalingDiff {
  const changes: Change[] = [];
  const diagnostics: Diagnostic[] = [];
  const basis: Partial<Record<ScalingKey, number | null>> = {};
  const notYet: ScalingKey[] = [];

  for (const key of SCALING_KEYS) {
    const wanted = desired.scaling[key];
    if (wanted === undefined) continue;
    const path = fieldPath('scaling', key);
    const before = shownScaling(live, key);
    if (before === 'unreadable') {
      diagnostics.push(describeUnreadable(path, desired, live, wanted.location));
      continue;
    }
    if (before === null && wanted.value !== null && isSettling(live, nowMs)) {
      notYet.push(key);
      continue;
    }
    const recommended = key === 'replicas' ? (recommendation?.replicas ?? null) : null;
    const after = recommended ?? decideScaling(wanted.value, before);
    if (after === before) {
      if (!isBand(wanted.value)) basis[key] = before;
      continue;
    }
    basis[key] = before;
    const band = isBand(wanted.value) ? wanted.value : null;
    changes.push({ path, before, after, band, origin: null, location: wanted.location });
  }
  const relied = withCompanions(basis, changes, live);
  const travelling = changes.some(isSizeChange) ? notYet.flatMap((key) => travelAlong(key, desired)) : [];
  const waiting = notYet.filter((key) => !travelling.some(({ path }) => path === fieldPath('scaling', key)));
  return {
    changes: [...changes, ...travelling],
    diagnostics: [...diagnostics, ...waiting.map((key) => notSettled(fieldPath('scaling', key), desired, live))],
    basis: relied,
  };
}

/**
 * The desired CPU or memory that is not shown yet and goes with a change of the other, since they travel together. Not
 * part of the basis: it may settle before the apply. A band asks for no one value, so it stays behind.
 */
function travelAlong(key: ScalingKey, desired: DesiredPipe): readonly Change[] {
  const wanted = desired.scaling[key];
  if (wanted === undefined || isBand(wanted.value) || !isSizeKey(key)) return [];
  const path = fieldPath('scaling', key);
  return [{ path, before: null, after: wanted.value, band: null, origin: null, location: wanted.location }];
}

/** The live scaling value; null when the service shows none: null, absent, or a 0 that the contract does not allow. */
export function shownScaling(live: Pick<LivePipe, 'scaling'>, key: ScalingKey): number | null | 'unreadable' {
  const value = live.scaling[key];
  if (value === 'absent') return null;
  const minimum = findField(fieldPath('scaling', key))?.minimum ?? 0;
  return value === 0 && minimum > 0 ? null : value;
}

/**
 * Whether what the service shows in place of a scaling value says nothing, not even that it is unset: an answer without it, and
 * a 0 that the contract does not allow, which means "not yet" soon after a write (field notes).
 */
export function isPlaceholder(live: Pick<LivePipe, 'scaling'>, key: ScalingKey): boolean {
  return shownScaling(live, key) === null && live.scaling[key] !== null;
}

/** The live scaling value as an amount; null when the service shows none, or none that can be read. */
export function knownScaling(live: Pick<LivePipe, 'scaling'>, key: ScalingKey): number | null {
  const value = shownScaling(live, key);
  return value === 'unreadable' ? null : value;
}

/** What a live value is to become: what is wanted, or the nearest value of the band. */
export function decideScaling(wanted: number | Band | null, before: number | null): number | null {
  if (!isBand(wanted)) return wanted;
  if (before === null) return wanted.min;
  return Math.min(Math.max(before, wanted.min), wanted.max);
}

function isSettling(live: LivePipe, nowMs: number): boolean {
  if (stateGroup(live.state) === 'transition') return true;
  return live.updatedAt !== null && Math.abs(nowMs - readTimeMs(live.updatedAt)) < SETTLING_MS;
}

function isSizeChange(change: Change): boolean {
  return SIZE_KEYS.some((key) => change.path === fieldPath('scaling', key));
}

/** CPU and memory travel together, so when one changes the plan relies on the other too. */
function withCompanions(
  basis: Partial<Record<ScalingKey, number | null>>,
  changes: readonly Change[],
  live: LivePipe,
): PlanBasis['scaling'] {
  const complete = { ...basis };
  if (!changes.some(isSizeChange)) return complete;
  for (const key of SIZE_KEYS) {
    const shown = knownScaling(live, key);
    if (shown !== null) complete[key] = shown;
  }
  return complete;
}

function notSettled(path: FieldPath, desired: DesiredPipe, live: LivePipe): Diagnostic {
  return diagnose(
    'warning',
    {
      code: 'scaling-not-settled',
      summary: `${path} of pipe ${desired.name} is not shown yet; the pipe is settling after an update.`,
      detail: `State ${live.state ?? 'not shown'}, last updated ${live.updatedAt ?? 'at an unknown time'}.`,
      hint: 'Plan again in a minute or two.',
    },
    desired.location,
  );
}
