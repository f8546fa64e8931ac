import { MINUTE_MS } from '../../model/clock.ts';
import { type FieldSpec, type FieldTable, isInRange } from '../../model/field/field.ts';
import type { FieldRange, Policy, Rule, RuleException } from '../../model/fleet.ts';
import { describeFound, quoteNode, type Reporter } from '../validate/problem.ts';
import { type ConfigNode, childOf, entriesOf, itemsOf, numberOf, textOf } from '../yaml/node.ts';
import { locate, spanBetween } from '../yaml/source-file.ts';
import { buildFreezes } from './build-freeze.ts';
import { describeRangeError, hintFieldRange, readAmount, readDate } from './quantity.ts';

export function buildPolicy(node: ConfigNode | undefined, fields: FieldTable, report: Reporter): Policy {
  return {
    maxChangedPipes: readLimit(childOf(node, 'maxChangedPipes')),
    minPipes: numberOf(childOf(node, 'minPipes')) ?? 0,
    maxReplicaFactor: numberOf(childOf(node, 'maxReplicaFactor')) ?? null,
    maxMonthlyIncrease: numberOf(childOf(node, 'maxMonthlyIncrease')) ?? null,
    unmanaged: readUnmanaged(childOf(node, 'unmanaged')),
    ranges: buildRanges(childOf(node, 'ranges'), fields, report),
    freeze: buildFreezes(childOf(node, 'freeze'), report),
    scheduleGraceMs: readGrace(childOf(node, 'scheduleGrace'), report),
    rules: buildRules(childOf(node, 'rules'), report),
  };
}

function readLimit(node: ConfigNode | undefined): Policy['maxChangedPipes'] {
  const count = numberOf(node);
  return count === undefined ? readShare(node) : { count };
}

const DEFAULT_GRACE_MS = 30 * MINUTE_MS;

function readGrace(node: ConfigNode | undefined, report: Reporter): number {
  return readAmount(node, 'milliseconds', '`policy.scheduleGrace`', report) ?? DEFAULT_GRACE_MS;
}

function readUnmanaged(node: ConfigNode | undefined): Policy['unmanaged'] {
  const text = textOf(node);
  return text === 'ignore' || text === 'refuse' ? text : 'warn';
}

/** A share such as `25%`; null for anything else. */
export function readShare(node: ConfigNode | undefined): { readonly share: number } | null {
  const percent = /^(\d+)%$/.exec(textOf(node) ?? '')?.[1];
  return percent === undefined ? null : { share: Number(percent) / 100 };
}

/** A missing limit is that of the deployment. Invalid ranges are reported and left out. */
function buildRanges(node: ConfigNode | undefined, fields: FieldTable, report: Reporter): readonly FieldRange[] {
  const ranges: FieldRange[] = [];
  for (const [path, entry] of entriesOf(node)) {
    const spec = fields.find(path);
    if (spec === undefined || spec.type === 'boolean') continue;
    const low = childOf(entry.value, 'min');
    const high = childOf(entry.value, 'max');
    const min = low === undefined ? (spec.minimum ?? -Infinity) : readEdge(low, 'min', spec, report);
    const max = high === undefined ? (spec.maximum ?? Infinity) : readEdge(high, 'max', spec, report);
    if (min === null || max === null) continue;
    if (min <= max) ranges.push({ path: spec.path, min, max, location: locate(spanBetween(entry, entry.value)) });
    else if (low !== undefined && high !== undefined) {
      const summary = `\`min\` of \`${spec.key}\`, ${describeFound(low)}, is above its \`max\`, ${describeFound(high)}.`;
      report(low, { code: 'invalid-value', summary, hint: 'Swap the two values.' });
    }
  }
  return ranges;
}

function readEdge(node: ConfigNode, edge: 'min' | 'max', spec: FieldSpec, report: Reporter): number | null {
  const name = `\`${edge}\` of \`${spec.key}\``;
  const value = readAmount(node, spec.unit, name, report);
  if (value === null || isInRange(value, spec)) return value;
  const hint = `A policy range must be within the range of the service. ${hintFieldRange(spec, node)}`;
  report(node, { ...describeRangeError(name, spec, describeFound(node)), hint });
  return null;
}

/** `policy.rules`; invalid rules are reported and left out. Their expressions are checked apart: see `checkRules`. */
function buildRules(node: ConfigNode | undefined, report: Reporter): readonly Rule[] {
  const names = new Set<string>();
  return itemsOf(node).flatMap((item): readonly Rule[] => {
    const named = childOf(item, 'name');
    const [name, when, message] = ['name', 'when', 'message'].map((key) => textOf(childOf(item, key)));
    const except = itemsOf(childOf(item, 'except')).flatMap((one) => buildException(one, report));
    if (named !== undefined && name !== undefined && names.has(name)) {
      const summary = `There are two rules with the name ${quoteNode(named)}.`;
      report(named, { code: 'duplicate-definition', summary });
    }
    if (name === undefined || when === undefined || message === undefined) return [];
    names.add(name);
    const level = textOf(childOf(item, 'level')) === 'warn' ? 'warn' : 'refuse';
    return [{ name, when, level, message, except, location: locate(item) }];
  });
}

function buildException(item: ConfigNode, report: Reporter): readonly RuleException[] {
  const [pipe, reason] = ['pipe', 'reason'].map((key) => textOf(childOf(item, key)));
  const until = readDate(childOf(item, 'until'), report);
  return pipe === undefined || reason === undefined || until === null ? [] : [{ pipe, until, reason }];
}
