import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import {
  appliesTo,
  type FieldSpec,
  type FieldTable,
  isAllowed,
  isSizeKey,
  keyOf,
  scalingKeyOf,
} from '../../model/field/field.ts';
import { equalJson } from '../../model/json/json.ts';
import type { Change, LiveValues, PlannedPipe } from '../../model/plan.ts';
import { shownSetting } from '../diff/diff-settings.ts';

/** Finds what only an edited plan has: values that the deployment does not allow, or a `before` unlike `live`. */
export function findContractViolations(
  changes: readonly Change[],
  { name, source }: Pick<PlannedPipe, 'name' | 'source'>,
  live: LiveValues,
  fields: FieldTable,
): readonly Diagnostic[] {
  return changes.flatMap((change) => {
    const { path, after, location } = change;
    const violation = checkValue(fields.find(path), after, source) ?? checkBefore(change, live);
    if (violation === null) return [];
    const summary = `The plan sets ${path} of pipe ${name} to ${after}; ${violation}.`;
    const hint = 'Make a new plan. Pipeform never writes such a value into a plan.';
    return [diagnose('error', { code: 'out-of-range', summary, hint }, location)];
  });
}

/** Why the deployment does not allow a value of a field; null when it does. */
export function checkValue(spec: FieldSpec | undefined, value: Change['after'], kind: string | null): string | null {
  if (spec === undefined) return 'the deployment has no such field';
  const { type, minimum, maximum } = spec;
  if (!appliesTo(spec, kind)) return `it does not apply to ${kind} pipes`;
  if (value === null || isAllowed(spec, value)) return null;
  if (type === 'boolean') return 'the deployment allows true and false';
  const [from, to] = [minimum === null ? '' : ` from ${minimum}`, maximum === null ? '' : ` to ${maximum}`];
  return `the deployment allows a value of type ${type}${from}${to}`;
}

/** Policy relies on `before`, so it must be what apply expects live. For values not shown yet, see diffScaling. */
function checkBefore({ path, before }: Change, live: LiveValues): string | null {
  const key = scalingKeyOf(path);
  if (key !== null) {
    const expected = live.scaling[key];
    if (expected === undefined ? before === null && isSizeKey(key) : expected === before) return null;
  } else if (live.settings !== null && equalJson(shownSetting(live.settings, keyOf(path)), before)) return null;
  return 'its `before` value differs from the live value saved in the plan';
}
