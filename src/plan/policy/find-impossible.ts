import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { type FieldPath, type FieldSpec, isScalingKey, isSizeKey, isSourceKind } from '../../model/field.ts';
import { findField } from '../../model/fields.ts';
import { equalJson } from '../../model/json.ts';
import type { Change, PlanBasis, PlannedPipe } from '../../model/plan.ts';
import { shownSetting } from '../diff/diff-settings.ts';

/**
 * What no plan that Pipeform wrote can hold: values outside the contract's ranges and kinds (pipes API, part 8), and a
 * `before` that is not what the plan relies on.
 */
export function findImpossible(
  changes: readonly Change[],
  planned: PlannedPipe,
  live: PlanBasis,
): readonly Diagnostic[] {
  return changes.flatMap((change) => {
    const { path, after, location } = change;
    const rule = findBrokenRule(path, after, planned.source) ?? findBrokenBasis(change, live);
    if (rule === null) return [];
    const summary = `The plan sets ${path} of pipe ${planned.name} to ${after}; ${rule}.`;
    const hint = 'Make a new plan; a plan that Pipeform wrote holds no such value.';
    return [diagnose('error', { code: 'value-out-of-range', summary, hint }, location)];
  });
}

function findBrokenRule(path: FieldPath, value: Change['after'], kind: string | null): string | null {
  const field = findField(path);
  if (field === undefined) return 'it is no field of the contract';
  if (kind !== null && isSourceKind(kind) && !field.kinds.includes(kind)) return `it does not apply to ${kind} pipes`;
  if (value === null || isWithin(field, value)) return null;
  if (field.type === 'boolean') return 'the contract allows true and false';
  return `the contract allows a value of type ${field.type}${sayRange(field)}`;
}

/** Policy judges by what a value was, so that has to be the value which must still be live. Not shown yet: see diffScaling. */
function findBrokenBasis({ path, before }: Change, live: PlanBasis): string | null {
  const key = path.slice(path.indexOf('.') + 1);
  if (isScalingKey(key) && path.startsWith('scaling.')) {
    const relied = live.scaling[key];
    if (relied === undefined ? before === null && isSizeKey(key) : relied === before) return null;
  } else if (live.settings !== null && equalJson(shownSetting(live.settings, key), before)) return null;
  return 'what it says was live is not what it relies on';
}

function sayRange({ minimum, maximum }: FieldSpec): string {
  const bounds = [minimum === null ? '' : ` from ${minimum}`, maximum === null ? '' : ` to ${maximum}`];
  return bounds.join('');
}

function isWithin(field: FieldSpec, value: number | boolean): boolean {
  if (typeof value === 'boolean') return field.type === 'boolean';
  if (field.type === 'boolean' || (field.type === 'integer' && !Number.isInteger(value))) return false;
  return value >= (field.minimum ?? value) && value <= (field.maximum ?? value);
}
