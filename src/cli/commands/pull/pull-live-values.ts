import type { FieldPath, FieldSpec } from '../../../model/field.ts';
import { fieldPath, isScalingKey, isSourceKind, SOURCE_KINDS } from '../../../model/field.ts';
import { FIELDS, findField } from '../../../model/fields.ts';
import type { Policy } from '../../../model/fleet.ts';
import type { JsonValue } from '../../../model/json.ts';
import { knownSettings, type LivePipe } from '../../../model/live-pipe.ts';
import { knownScaling } from '../../../plan/diff/weigh-scaling.ts';
import { shownSetting } from '../../../plan/diff/weigh-settings.ts';
import type { LeftOut } from './pull-document.ts';

/** The live values of a pipe that a configuration may have, in the order of the field table, and what it may not have. */
export interface Manageable {
  readonly values: ReadonlyMap<FieldPath, number | boolean>;
  readonly leftOut: readonly LeftOut[];
}

/** Values of the contract that are set, readable, for the kind, and within the range of the contract and of the policy. */
export function findManageable(live: LivePipe, ranges: Policy['ranges']): Manageable {
  const values = new Map<FieldPath, number | boolean>();
  const leftOut: LeftOut[] = [];
  const unreadable = new Set(live.unreadable.map(({ path }) => path));
  for (const spec of FIELDS) {
    const path = fieldPath(spec.section, spec.key);
    const shown = shownValue(live, spec);
    if (unreadable.has(path)) leftOut.push({ path, reason: 'unreadable' });
    else if (shown === null) continue;
    else if (!isForKind(spec, live.source)) leftOut.push({ path, reason: 'not-for-kind' });
    else if (!isDeclarable(path, shown, ranges)) leftOut.push({ path, reason: 'out-of-range' });
    else values.set(path, shown);
  }
  for (const [key, value] of Object.entries(knownSettings(live.settings) ?? {})) {
    const path = fieldPath('settings', key);
    if (value !== null && findField(path) === undefined) leftOut.push({ path, reason: 'not-in-contract' });
  }
  return { values, leftOut };
}

function shownValue(live: LivePipe, { section, key }: FieldSpec): JsonValue {
  if (section === 'scaling') return isScalingKey(key) ? knownScaling(live, key) : null;
  return shownSetting(knownSettings(live.settings) ?? {}, key);
}

/** Of a pipe whose kind nobody knows, what applies to every kind. */
function isForKind({ kinds }: FieldSpec, source: string | null): boolean {
  return source !== null && isSourceKind(source) ? kinds.includes(source) : kinds.length === SOURCE_KINDS.length;
}

/** Whether a configuration may ask for a live value of a field; null, which is "unset", it always may. */
export function isDeclarable(
  path: FieldPath,
  value: JsonValue,
  ranges: Policy['ranges'],
): value is number | boolean | null {
  const spec = findField(path);
  if (spec === undefined) return false;
  if (value === null) return true;
  if (spec.type === 'boolean') return typeof value === 'boolean';
  if (typeof value !== 'number' || (spec.type === 'integer' && !Number.isSafeInteger(value))) return false;
  const range = ranges.get(path);
  const [least, most] = [range?.min ?? spec.minimum ?? value, range?.max ?? spec.maximum ?? value];
  return value >= least && value <= most;
}
