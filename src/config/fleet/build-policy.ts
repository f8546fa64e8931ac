import { MINUTE_MS } from '../../model/clock.ts';
import { type FieldSpec, type FieldTable, isInRange } from '../../model/field/field.ts';
import type { FieldRange, Policy, Rule, RuleException } from '../../model/fleet.ts';
import type { PolicyConfig, RulesItem } from '../schema/config.generated.ts';
import { describeFound, quoteNode, type Reporter } from '../validate/problem.ts';
import { type ConfigNode, entryLocation } from '../yaml/node.ts';
import { locate } from '../yaml/source-file.ts';
import { buildFreezes } from './build-freeze.ts';
import { describeRangeError, hintFieldRange, readAmount, readDate } from './quantity.ts';
import { findEntry, findNode, nodeOf } from './values.ts';

export function buildPolicy(written: PolicyConfig | null | undefined, fields: FieldTable, report: Reporter): Policy {
  const policy = written ?? {};
  const { maxChangedPipes: most } = policy;
  const grace = readAmount(findNode(policy, 'scheduleGrace'), 'milliseconds', '`policy.scheduleGrace`', report);
  return {
    maxChangedPipes: typeof most === 'number' ? { count: most } : readShare(most),
    minPipes: policy.minPipes ?? 0,
    maxReplicaFactor: policy.maxReplicaFactor ?? null,
    maxMonthlyIncrease: policy.maxMonthlyIncrease ?? null,
    unmanaged: policy.unmanaged ?? 'warn',
    ranges: buildRanges(policy.ranges ?? {}, fields, report),
    freeze: buildFreezes(policy.freeze ?? [], report),
    scheduleGraceMs: grace ?? DEFAULT_GRACE_MS,
    rules: buildRules(policy.rules ?? [], report),
  };
}

const DEFAULT_GRACE_MS = 30 * MINUTE_MS;

/** A share such as `25%`; null without one. */
export function readShare(text: string | undefined): { readonly share: number } | null {
  return text === undefined ? null : { share: Number(text.replace('%', '')) / 100 };
}

/** A missing limit is that of the deployment. Invalid ranges are reported and left out. */
function buildRanges(
  written: NonNullable<PolicyConfig['ranges']>,
  fields: FieldTable,
  report: Reporter,
): readonly FieldRange[] {
  const ranges: FieldRange[] = [];
  for (const [path, range] of Object.entries(written)) {
    const spec = fields.find(path);
    const entry = findEntry(written, path);
    if (spec === undefined || entry === undefined || spec.type === 'boolean') continue;
    const low = findNode(range, 'min');
    const high = findNode(range, 'max');
    const min = low === undefined ? (spec.minimum ?? -Infinity) : readEdge(low, 'min', spec, report);
    const max = high === undefined ? (spec.maximum ?? Infinity) : readEdge(high, 'max', spec, report);
    if (min === null || max === null) continue;
    if (min <= max) ranges.push({ path: spec.path, min, max, location: entryLocation(entry) });
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
function buildRules(items: readonly RulesItem[], report: Reporter): readonly Rule[] {
  const names = new Set<string>();
  return items.flatMap((item): readonly Rule[] => {
    const named = findNode(item, 'name');
    const { name, when, message, level = 'refuse' } = item;
    const except = (item.except ?? []).flatMap((one) => buildException(one, report));
    if (named !== undefined && name !== undefined && names.has(name)) {
      const summary = `There are two rules with the name ${quoteNode(named)}.`;
      report(named, { code: 'duplicate-definition', summary });
    }
    if (name === undefined || when === undefined || message === undefined) return [];
    names.add(name);
    return [{ name, when, level, message, except, location: locate(nodeOf(item)) }];
  });
}

function buildException(item: NonNullable<RulesItem['except']>[number], report: Reporter): readonly RuleException[] {
  const { pipe, reason } = item;
  const until = readDate(findNode(item, 'until'), report);
  return pipe === undefined || reason === undefined || until === null ? [] : [{ pipe, until, reason }];
}
