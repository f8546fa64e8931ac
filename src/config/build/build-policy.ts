import type { Diagnostic } from '../../model/diagnostic.ts';
import type { FieldPath, FieldSpec } from '../../model/field.ts';
import { findField } from '../../model/fields.ts';
import type { FieldRange, Policy } from '../../model/fleet.ts';
import { describeFound, problemAt } from '../validate/problem.ts';
import { type ConfigNode, childOf, entriesOf, type MapEntry, numberOf, textOf } from '../yaml/node.ts';
import { locate, spanBetween } from '../yaml/source-file.ts';
import { describeQuantityError, describeRangeError, isWithin, readQuantity } from './quantity.ts';

/** Fleets of at most this many pipes are not held to `maxChangedPipes`: one change is a large share of a small fleet. */
const DEFAULT_MIN_PIPES = 10;

interface BuiltPolicy {
  readonly policy: Policy;
  readonly diagnostics: readonly Diagnostic[];
}

/** The policy of a document that the schema accepts; a rule that is not written down does not hold. */
export function buildPolicy(node: ConfigNode | undefined): BuiltPolicy {
  const { ranges, diagnostics } = buildRanges(childOf(node, 'ranges'));
  return {
    policy: {
      maxChangedPipes: readLimit(childOf(node, 'maxChangedPipes')),
      minPipes: numberOf(childOf(node, 'minPipes')) ?? DEFAULT_MIN_PIPES,
      maxReplicaFactor: numberOf(childOf(node, 'maxReplicaFactor')) ?? null,
      ranges,
    },
    diagnostics,
  };
}

function readLimit(node: ConfigNode | undefined): Policy['maxChangedPipes'] {
  const count = numberOf(node);
  if (count !== undefined) return { count };
  const percent = /^(\d+)%$/.exec(textOf(node) ?? '')?.[1];
  return percent === undefined ? null : { share: Number(percent) / 100 };
}

interface BuiltRanges {
  readonly ranges: ReadonlyMap<FieldPath, FieldRange>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * `policy.ranges` of a document that the schema accepts, with the contract's edge where only one is written. A range with a
 * mistake is reported and does not hold, so that no value is judged by it.
 */
function buildRanges(node: ConfigNode | undefined): BuiltRanges {
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
  const found = [...checkEdge(min, 'min', spec), ...checkEdge(max, 'max', spec)];
  const [least, most] = [readEdge(min, spec), readEdge(max, spec)];
  if (found.length > 0 || min === undefined || max === undefined || least === null || most === null) return found;
  if (least <= most) return [];
  const summary = `\`min\` of \`${spec.key}\`, ${describeFound(min)}, is above its \`max\`, ${describeFound(max)}.`;
  return [problemAt(min, { code: 'invalid-value', summary, hint: 'Swap the two values.' })];
}

function checkEdge(node: ConfigNode | undefined, edge: 'min' | 'max', spec: FieldSpec): readonly Diagnostic[] {
  if (node === undefined) return [];
  const name = `\`${edge}\` of \`${spec.key}\``;
  const text = textOf(node);
  const quantity = text === undefined ? null : readQuantity(spec.unit, text);
  const found = describeFound(node);
  const wrongUnit = quantity === null ? null : describeQuantityError(name, spec.unit, quantity, found);
  if (wrongUnit !== null) return [problemAt(node, wrongUnit)];
  const value = readEdge(node, spec);
  if (value === null || isWithin(value, spec)) return [];
  const hint = 'A policy range must be within the range of the service.';
  return [problemAt(node, { ...describeRangeError(name, spec, found), hint })];
}

function readEdge(node: ConfigNode | undefined, { unit }: FieldSpec): number | null {
  const text = textOf(node);
  const quantity = text === undefined ? null : readQuantity(unit, text);
  return quantity?.ok === true ? quantity.value : (numberOf(node) ?? null);
}
