import { type Diagnostic, diagnoseCode } from '../../model/diagnostic.ts';
import {
  type FieldPath,
  findField,
  formatField,
  isSizeKey,
  SCALING_KEYS,
  type ScalingKey,
  SIZE_KEYS,
} from '../../model/field.ts';
import { type Band, type DesiredPipe, isBand } from '../../model/fleet.ts';
import { type LivePipe, stateGroup } from '../../model/live-pipe.ts';
import type { Change, PlanBasis } from '../../model/plan.ts';
import type { Recommendation } from '../../model/recommendation.ts';
import { readTimeMs } from '../../model/units.ts';
import { describeUnreadable, type SectionDiff } from './diff-settings.ts';

/** How long after an update a missing scaling value means "not yet" (field notes: "right after a write"). */
const SETTLING_MS = 120_000;

/**
 * Compares the managed scaling keys with the live ones. Inside its band a value is left alone; outside it goes to the
 * nearer edge. Where a recommendation says how many, replicas go there even from inside the band. 0 (where the contract does
 * not allow it), null and absent mean "not shown": right after a write that is "not yet" and never a difference (field
 * notes), otherwise it is unset. `basis` has the scaling values that the plan relies on.
 */
export function diffScaling(
  desired: DesiredPipe,
  live: LivePipe,
  nowMs: number,
  recommendation: Recommendation | null,
): SectionDiff & { readonly basis: PlanBasis['scaling'] } {
  const changes: Change[] = [];
  const diagnostics: Diagnostic[] = [];
  const basis: Partial<Record<ScalingKey, number | null>> = {};
  const notYet: ScalingKey[] = [];

  for (const key of SCALING_KEYS) {
    const wanted = desired.scaling[key];
    if (wanted === undefined) continue;
    const { value, location } = wanted;
    const before = shownScaling(live, key);
    if (before === 'unreadable') {
      diagnostics.push(describeUnreadable({ section: 'scaling', key }, desired, live, location));
      continue;
    }
    if (before === null && value !== null && isSettling(live, nowMs)) {
      notYet.push(key);
      continue;
    }
    const recommended = key === 'replicas' ? (recommendation?.replicas ?? null) : null;
    const after = recommended ?? decideScaling(value, before);
    const band = isBand(value) ? value : null;
    if (after !== before || band === null) basis[key] = before;
    if (after !== before) changes.push({ path: pathOf(key), before, after, band, origin: null, location });
  }
  const resizes = changes.some(({ path }) => SIZE_KEYS.some((key) => path === pathOf(key)));
  const companions = resizes ? notYet.flatMap((key) => buildCompanion(key, desired)) : [];
  const waiting = notYet.filter((key) => !companions.some(({ path }) => path === pathOf(key)));
  return {
    changes: [...changes, ...companions],
    diagnostics: [...diagnostics, ...waiting.map((key) => describeNotSettled(key, desired, live))],
    basis: resizes ? { ...basis, ...shownSizes(live) } : basis,
  };
}

/**
 * The desired CPU or memory that is not shown yet and goes with a change of the other, since both are sent together. Not
 * part of the basis: it may settle before the apply. A band asks for no one value, so it is not sent.
 */
function buildCompanion(key: ScalingKey, desired: DesiredPipe): readonly Change[] {
  const wanted = desired.scaling[key];
  if (wanted === undefined || isBand(wanted.value) || !isSizeKey(key)) return [];
  const { value: after, location } = wanted;
  return [{ path: pathOf(key), before: null, after, band: null, origin: null, location }];
}

/** CPU and memory, as far as they are shown: they are sent together, so what relies on one relies on the other too. */
export function shownSizes(live: LivePipe): PlanBasis['scaling'] {
  const sizes = SIZE_KEYS.map((key) => [key, knownScaling(live, key)] as const);
  return Object.fromEntries(sizes.filter(([, value]) => value !== null));
}

function pathOf(key: ScalingKey): FieldPath {
  return formatField({ section: 'scaling', key });
}

/** The live scaling value; null when the service shows none: null, absent, or a 0 that the contract does not allow. */
export function shownScaling(live: Pick<LivePipe, 'scaling'>, key: ScalingKey): number | null | 'unreadable' {
  const value = live.scaling[key];
  if (value === 'absent') return null;
  const minimum = findField({ section: 'scaling', key })?.minimum ?? 0;
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

function describeNotSettled(key: ScalingKey, { name, location }: DesiredPipe, live: LivePipe): Diagnostic {
  const summary = `${pathOf(key)} of pipe ${name} is not shown yet; the pipe is settling after an update.`;
  const detail = `State ${live.state ?? 'not shown'}, last updated ${live.updatedAt ?? 'at an unknown time'}.`;
  return diagnoseCode('scaling-not-settled', summary, detail, 'warning', location);
}
