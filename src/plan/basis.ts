import { hash } from 'node:crypto';
import type { FieldPath } from '../model/field.ts';
import { fieldPath, SCALING_KEYS, type ScalingKey } from '../model/field.ts';
import { canonicalJson, equalJson, type JsonObject, type JsonValue } from '../model/json.ts';
import type { LivePipe } from '../model/live-pipe.ts';
import type { PlanBasis } from '../model/plan.ts';
import { orderSettings } from './order-settings.ts';
import { shownScaling } from './weigh-scaling.ts';
import { shownSetting } from './weigh-settings.ts';

/** One value that is not what it was, or not what was asked for. */
export interface Movement {
  readonly path: FieldPath;
  readonly expected: JsonValue;
  readonly found: JsonValue;
}

/** What a plan relies on: all live settings that are not null, and the scaling values that it weighed. */
export function takeBasis(live: LivePipe, scaling: PlanBasis['scaling']): PlanBasis {
  const settings = Object.entries(live.settings ?? {}).filter(([, value]) => value !== null);
  return { settings: orderSettings(settings), scaling };
}

/**
 * The live values that requests are built from: every setting, and of scaling only what the plan relies on, so that what
 * has come to be known since the plan was shown is not sent.
 */
export function reliedOn(
  basis: PlanBasis,
  live: Pick<LivePipe, 'settings'> & { readonly scaling: PlanBasis['scaling'] },
) {
  const rely = (key: ScalingKey): number | null =>
    basis.scaling[key] === undefined ? null : (live.scaling[key] ?? null);
  const scaling = Object.fromEntries(SCALING_KEYS.map((key) => [key, rely(key)])) as Record<ScalingKey, number | null>;
  return { settings: live.settings, scaling };
}

export function hashBasis(basis: PlanBasis): string {
  const text = canonicalJson({ settings: basis.settings, scaling: { ...basis.scaling } });
  return `sha256:${hash('sha256', text)}`;
}

/**
 * What moved since the basis was taken: any setting, and the scaling values that the plan relies on. A setting that
 * appeared is a movement too, since a replacing update made from the plan would lose it.
 */
export function findMovements(basis: PlanBasis, live: LivePipe): readonly Movement[] {
  return [...compareSettings(basis.settings, live, 'all'), ...compareScaling(basis.scaling, live)];
}

/** Compares settings with what is live: those of `expected` only, or `all` that are live as well. */
export function compareSettings(expected: JsonObject, live: LivePipe, scope: 'expected' | 'all'): readonly Movement[] {
  const shown = live.settings ?? {};
  const keys = new Set([...Object.keys(expected), ...(scope === 'all' ? Object.keys(shown) : [])]);
  return [...keys].flatMap((key) => {
    const want = shownSetting(expected, key);
    const found = shownSetting(shown, key);
    return equalJson(want, found) ? [] : [{ path: fieldPath('settings', key), expected: want, found }];
  });
}

export function compareScaling(expected: PlanBasis['scaling'], live: LivePipe): readonly Movement[] {
  return (Object.keys(expected) as ScalingKey[]).flatMap((key) => {
    const want = expected[key] ?? null;
    const found = shownScaling(live, key);
    return want === found ? [] : [{ path: fieldPath('scaling', key), expected: want, found }];
  });
}
