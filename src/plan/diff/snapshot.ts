import { hash } from 'node:crypto';
import {
  type Field,
  type FieldSection,
  formatField,
  isScalingKey,
  parseField,
  SCALING_KEYS,
  type ScalingKey,
} from '../../model/field.ts';
import { canonicalJson, equalJson, type JsonObject, type JsonValue } from '../../model/json.ts';
import { knownSettings, type LivePipe, type LiveSettings } from '../../model/live-pipe.ts';
import type { PlanBasis } from '../../model/plan.ts';
import { orderSettings } from '../requests/build-requests.ts';
import { knownScaling, shownScaling } from './diff-scaling.ts';
import { shownSetting } from './diff-settings.ts';

/** One value that is not what it was, or not what was asked for. */
export interface Movement {
  readonly section: FieldSection;
  /** null for the whole section, where none of it can be read. */
  readonly key: string | null;
  readonly expected: JsonValue;
  /** null when nothing is shown, or nothing that can be read. */
  readonly found: JsonValue;
  /** What the service shows instead of a value that can be read; left out when it was read. */
  readonly unreadable?: string;
}

/** The value that a live pipe shows for a field; null when it shows none, undefined when it shows none that can be read. */
export function showField(live: LivePipe, { section, key }: Field): JsonValue | undefined {
  if (section === 'scaling') {
    const shown = isScalingKey(key) ? shownScaling(live, key) : 'unreadable';
    return shown === 'unreadable' ? undefined : shown;
  }
  const settings = knownSettings(live.settings);
  return settings === null ? undefined : shownSetting(settings, key);
}

/** What a plan relies on: all live settings that are not null, and the scaling values that it compared. */
export function takeSnapshot(live: LivePipe, scaling: PlanBasis['scaling']): PlanBasis {
  const settings = knownSettings(live.settings);
  if (settings === null) return { settings, scaling };
  return { settings: orderSettings(Object.entries(settings).filter(([, value]) => value !== null)), scaling };
}

/**
 * The live values that requests are built from: every setting, and of scaling only what the plan relies on, so that what
 * has come to be known since the plan was shown is not sent. Without a live pipe, what the plan relies on itself.
 */
export function listPreconditions(
  basis: PlanBasis,
  live: LivePipe | null = null,
): Pick<LivePipe, 'settings' | 'scaling'> {
  const { settings, scaling } = basis;
  const rely = (key: ScalingKey): number | null => {
    if (scaling[key] === undefined) return null;
    return live === null ? scaling[key] : knownScaling(live, key);
  };
  const saved: LiveSettings = settings === null ? { status: 'absent' } : { status: 'known', values: settings };
  return {
    settings: live === null ? saved : live.settings,
    scaling: Object.fromEntries(SCALING_KEYS.map((key) => [key, rely(key)])) as Record<ScalingKey, number | null>,
  };
}

export function hashBasis(basis: PlanBasis): string {
  const text = canonicalJson({ settings: basis.settings, scaling: { ...basis.scaling } });
  return `sha256:${hash('sha256', text)}`;
}

/**
 * What moved since the basis was taken: any setting, and the scaling values that the plan relies on. A setting that
 * appeared is a movement too, since a replacing update made from the plan would lose it; so is what cannot be read any more.
 */
export function findMovements(basis: PlanBasis, live: LivePipe): readonly Movement[] {
  return [...compareSettings(basis.settings, live, 'all'), ...compareScaling(basis.scaling, live)];
}

/**
 * Compares settings with what is live: those of `expected` only, or `all` that are live as well. `expected` is null when
 * nothing relies on them. Settings that are not known differ from any that are expected, also from none.
 */
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
    const want = shownSetting(expected, key);
    const found = shownSetting(shown, key);
    return equalJson(want, found) ? [] : [{ section: 'settings', key, expected: want, found }];
  });
}

export function compareScaling(
  expected: PlanBasis['scaling'],
  live: Pick<LivePipe, 'scaling' | 'unreadable'>,
): readonly Movement[] {
  return (Object.keys(expected) as ScalingKey[]).flatMap((key): readonly Movement[] => {
    const want = expected[key] ?? null;
    const found = shownScaling(live, key);
    if (want === found) return [];
    const field = { section: 'scaling', key } as const;
    if (found !== 'unreadable') return [{ ...field, expected: want, found }];
    return [{ ...field, expected: want, found: null, unreadable: describeUnreadable(field, live) }];
  });
}

const MOST_NAMED = 3;

function describeUnknownSettings({ settings, unreadable }: Pick<LivePipe, 'settings' | 'unreadable'>): string {
  if (settings.status === 'absent') return 'the service shows none';
  const odd = unreadable.filter(({ path }) => parseField(path).section === 'settings').slice(0, MOST_NAMED);
  if (odd.length === 0) return 'the service shows something that is no object';
  return `the service shows ${odd.map(({ path, found }) => `${JSON.stringify(found)} for ${path}`).join(', ')}`;
}

function describeUnreadable(field: Field, { unreadable }: Pick<LivePipe, 'unreadable'>): string {
  const path = formatField(field);
  return `the service shows ${JSON.stringify(unreadable.find((one) => one.path === path)?.found ?? null)}`;
}
