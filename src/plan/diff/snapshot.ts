import { hash } from 'node:crypto';
import {
  type FieldPath,
  type FieldSection,
  keyOf,
  SCALING_KEYS,
  type ScalingKey,
  scalingKeyOf,
  sectionOf,
} from '../../model/field/field.ts';
import { canonicalJson, equalValues, type JsonObject, type JsonValue } from '../../model/json/json.ts';
import { hidesSize, knownSettings, type LivePipe, type LiveSettings } from '../../model/live-pipe.ts';
import type { LiveValues } from '../../model/plan.ts';
import { knownScaling, shownScaling } from './diff-scaling.ts';
import { shownSetting } from './diff-settings.ts';

/** A live value that is not the expected one. */
export interface Movement {
  readonly section: FieldSection;
  /** null when the complete section is unreadable. */
  readonly key: string | null;
  readonly expected: JsonValue;
  /** null when not shown or unreadable. */
  readonly found: JsonValue;
  /** What the service shows in place of a readable value. */
  readonly unreadable?: string;
}

/** The live value of a field; null when not shown, undefined when unreadable. */
export function showField(live: LivePipe, path: FieldPath): JsonValue | undefined {
  if (sectionOf(path) === 'scaling') {
    const key = scalingKeyOf(path);
    if (key === null || shownScaling(live, key) === 'unreadable') return undefined;
    return knownScaling(live, key);
  }
  const settings = knownSettings(live.settings);
  return settings === null ? undefined : shownSetting(settings, keyOf(path));
}

/** All live settings that are not null, in any order, and the compared scaling values. */
export function takeSnapshot(live: LivePipe, scaling: LiveValues['scaling']): LiveValues {
  const settings = knownSettings(live.settings);
  if (settings === null || !Object.values(settings).includes(null)) return { settings, scaling };
  return { settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null)), scaling };
}

/**
 * The values to build requests from: all live settings, but only the scaling values that the plan relies on, so that values which
 * appeared after the plan are not sent. Without a live pipe, those alone.
 */
export function listPreconditions(
  reliedOn: LiveValues,
  live: LivePipe | null = null,
): Pick<LivePipe, 'settings' | 'scaling'> {
  const { settings, scaling } = reliedOn;
  const getValue = (key: ScalingKey): number | null => {
    if (scaling[key] === undefined) return null;
    return live === null ? scaling[key] : knownScaling(live, key);
  };
  const saved: LiveSettings = settings === null ? { status: 'absent' } : { status: 'known', values: settings };
  return {
    settings: live === null ? saved : live.settings,
    scaling: Object.fromEntries(SCALING_KEYS.map((key) => [key, getValue(key)])) as Record<ScalingKey, number | null>,
  };
}

export function hashLiveValues(reliedOn: LiveValues): string {
  const text = canonicalJson({ settings: reliedOn.settings, scaling: { ...reliedOn.scaling } });
  return `sha256:${hash('sha256', text)}`;
}

/**
 * What changed live since the plan. New settings count, since a replacing update from the plan would remove them. `isWritten`: as in
 * `compareScaling`.
 */
export function findMovements(
  reliedOn: LiveValues,
  live: LivePipe,
  isWritten?: (path: FieldPath) => boolean,
): readonly Movement[] {
  return [...compareSettings(reliedOn.settings, live, 'all'), ...compareScaling(reliedOn.scaling, live, isWritten)];
}

/** Compares the `expected` settings, or `all` live ones too. `expected` is null when nothing relies on the settings. */
export function compareSettings(
  expected: JsonObject | null,
  live: Pick<LivePipe, 'settings' | 'unreadable'>,
  scope: 'expected' | 'all',
): readonly Movement[] {
  if (expected === null) return [];
  const shown = knownSettings(live.settings);
  if (shown === null) {
    if (scope === 'expected' && Object.keys(expected).length === 0) return [];
    return [{ section: 'settings', key: null, expected, found: null, unreadable: describeUnknownSettings(live) }];
  }
  const keys = new Set([...Object.keys(expected), ...(scope === 'all' ? Object.keys(shown) : [])]);
  return [...keys].flatMap((key) => {
    const value = shownSetting(expected, key);
    const found = shownSetting(shown, key);
    return equalValues(value, found) ? [] : [{ section: 'settings', key, expected: value, found }];
  });
}

/** While a stop or a pause hides a size, it can be neither written nor confirmed, and one that is not written is not compared. */
export function compareScaling(
  expected: LiveValues['scaling'],
  live: Pick<LivePipe, 'scaling' | 'state' | 'unreadable'>,
  isWritten: (path: FieldPath) => boolean = () => true,
): readonly Movement[] {
  return (Object.keys(expected) as ScalingKey[]).flatMap((key): readonly Movement[] => {
    const value = expected[key] ?? null;
    const found = shownScaling(live, key);
    if (equalValues(value, found)) return [];
    const movement = { section: 'scaling', key, expected: value } as const;
    if (hidesSize(live, key)) {
      const unreadable = `the pipe is ${live.state}`;
      return isWritten(`scaling.${key}`) ? [{ ...movement, found: null, unreadable }] : [];
    }
    if (found !== 'unreadable') return [{ ...movement, found }];
    const shown = live.unreadable.find(({ path }) => path === `scaling.${key}`)?.found ?? null;
    return [{ ...movement, found: null, unreadable: `the service returned ${JSON.stringify(shown)}` }];
  });
}

const MAX_NAMED = 3;

function describeUnknownSettings({ settings, unreadable }: Pick<LivePipe, 'settings' | 'unreadable'>): string {
  if (settings.status === 'absent') return 'the service returned none';
  const odd = unreadable.filter(({ path }) => sectionOf(path) === 'settings').slice(0, MAX_NAMED);
  if (odd.length === 0) return 'the service returned something that is not an object';
  return `the service returned ${odd.map((one) => `${JSON.stringify(one.found)} for ${one.path}`).join(', ')}`;
}
