import type { Diagnostic } from '../../model/diagnostic.ts';
import type { FieldPath, FieldSpec } from '../../model/field.ts';
import { findField } from '../../model/fields.ts';
import type { FieldRange } from '../../model/fleet.ts';
import { describeFound, problemAt } from '../validate/problem.ts';
import { type ConfigNode, childOf, entriesOf, type MapEntry, numberOf, textOf } from '../yaml/node.ts';
import { locate, spanBetween } from '../yaml/source-file.ts';
import { quantityWords, readQuantity } from './quantity.ts';
import { isWithin, rangeWords } from './range.ts';

interface BuiltRanges {
  readonly ranges: ReadonlyMap<FieldPath, FieldRange>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * `policy.ranges` of a document that the schema accepts, with the contract's edge where only one is written. A range with a
 * mistake is reported and does not hold, so that no value is judged by it.
 */
export function buildRanges(node: ConfigNode | undefined): BuiltRanges {
  const ranges = new Map<FieldPath, FieldRange>();
  const diagnostics: Diagnostic[] = [];
  for (const [key, entry] of entriesOf(node)) {
    const path = key as FieldPath;
    const spec = findField(path);
    if (spec === undefined || spec.minimum === null || spec.maximum === null || entry.value.kind !== 'map') continue;
    const problems = listProblems(entry, spec);
    diagnostics.push(...problems);
    if (problems.length > 0) continue;
    ranges.set(path, {
      min: readEdge(childOf(entry.value, 'min'), spec) ?? spec.minimum,
      max: readEdge(childOf(entry.value, 'max'), spec) ?? spec.maximum,
      location: locate(spanBetween(entry, entry.value)),
    });
  }
  return { ranges, diagnostics };
}

/** What is wrong with the edges; one that was reported before is passed over. */
function listProblems({ value }: MapEntry, spec: FieldSpec): readonly Diagnostic[] {
  const [min, max] = [childOf(value, 'min'), childOf(value, 'max')];
  const found = [...judgeEdge(min, 'min', spec), ...judgeEdge(max, 'max', spec)];
  const [least, most] = [readEdge(min, spec), readEdge(max, spec)];
  if (found.length > 0 || min === undefined || max === undefined || least === null || most === null) return found;
  if (least <= most) return [];
  const summary = `\`min\` of \`${spec.key}\`, ${describeFound(min)}, is above its \`max\`, ${describeFound(max)}.`;
  return [problemAt(min, { code: 'invalid-value', summary, hint: 'Exchange the two.' })];
}

function judgeEdge(node: ConfigNode | undefined, edge: 'min' | 'max', spec: FieldSpec): readonly Diagnostic[] {
  if (node === undefined) return [];
  const name = `\`${edge}\` of \`${spec.key}\``;
  const text = textOf(node);
  const quantity = text === undefined ? null : readQuantity(spec.unit, text);
  const found = describeFound(node);
  const wrongUnit = quantity === null ? null : quantityWords(name, spec.unit, quantity, found);
  if (wrongUnit !== null) return [problemAt(node, wrongUnit)];
  const value = readEdge(node, spec);
  if (value === null || isWithin(value, spec)) return [];
  const hint = 'A range of the policy is within that of the service.';
  return [problemAt(node, { ...rangeWords(name, spec, found), hint })];
}

function readEdge(node: ConfigNode | undefined, { unit }: FieldSpec): number | null {
  const text = textOf(node);
  const quantity = text === undefined ? null : readQuantity(unit, text);
  return quantity?.ok === true ? quantity.value : (numberOf(node) ?? null);
}
