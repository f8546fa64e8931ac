import type { FieldTable } from '../../model/field.ts';
import { describeFound, type Reporter } from '../validate/problem.ts';
import { type ConfigNode, childOf, errorAt, mapEntries, numberOf } from '../yaml/node.ts';
import { describeRangeError, hintFieldRange, isWithin, readAmount } from './quantity.ts';

/**
 * Parses durations and sizes to amounts and `{ min, max }` to bands, in the settings and scaling of pipes and presets.
 * An invalid value is reported and becomes an error node; an invalid band stays a map, since its target is still
 * checked.
 */
export function convertValues(root: ConfigNode, fields: FieldTable, report: Reporter): ConfigNode {
  const convertOwner = (owner: ConfigNode) =>
    mapEntries(owner, (section, name) => {
      if (name === 'settings') return mapEntries(section, (value, key) => convertQuantity(value, key, fields, report));
      return name === 'scaling' ? mapEntries(section, (value, key) => convertBand(value, key, report)) : section;
    });
  const convertDocument = (document: ConfigNode): ConfigNode =>
    mapEntries(document, (part, name) => {
      if (name === 'pipes' || name === 'presets') return mapEntries(part, convertOwner);
      return name === 'environments' && document === root ? mapEntries(part, convertDocument) : part;
    });
  return convertDocument(root);
}

function convertQuantity(node: ConfigNode, key: string, fields: FieldTable, report: Reporter): ConfigNode {
  const spec = fields.find({ section: 'settings', key });
  if (spec === undefined || node.kind !== 'scalar' || typeof node.value !== 'string') return node;
  const amount = readAmount(node, spec.unit, `\`${key}\``, report);
  if (amount !== null && isWithin(amount, spec)) return { ...node, amount };
  if (amount !== null)
    report(node, { ...describeRangeError(`\`${key}\``, spec, describeFound(node)), hint: hintFieldRange(spec) });
  return errorAt(node);
}

function convertBand(node: ConfigNode, key: string, report: Reporter): ConfigNode {
  if (node.kind !== 'map') return node;
  const target = childOf(node, 'target');
  const window = childOf(target, 'stabilizationWindow');
  const stabilizationMs = readAmount(window, 'milliseconds', '`stabilizationWindow`', report);
  const low = childOf(node, 'min');
  const high = childOf(node, 'max');
  const min = numberOf(low);
  const max = numberOf(high);
  if (low === undefined || high === undefined || min === undefined || max === undefined) return node;
  if (min <= max) return { ...node, kind: 'band', min, max, target, stabilizationMs };
  const edges = `The minimum of \`${key}\`, ${describeFound(low)}, is above its maximum, ${describeFound(high)}.`;
  report(node, { code: 'invalid-value', summary: edges, hint: 'Swap the two values.' });
  return node;
}
