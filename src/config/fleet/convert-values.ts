import { type FieldTable, isInRange, pathOf } from '../../model/field/field.ts';
import { describeFound, describePath, type Reporter } from '../validate/problem.ts';
import { type ConfigNode, childOf, errorAt, mapEntries, numberOf, type ScalarNode } from '../yaml/node.ts';
import { describeRangeError, hintFieldRange, parseQuantity, readAmount } from './quantity.ts';

/**
 * Parses durations and sizes to amounts and `{ min, max }` to bands, in the settings and scaling of pipes and presets.
 * An invalid value is reported and becomes an error node.
 */
export function convertValues(root: ConfigNode, fields: FieldTable, report: Reporter): ConfigNode {
  const convertOwner = (owner: ConfigNode, path: readonly string[]) =>
    mapEntries(owner, (section, name) =>
      mapEntries(section, (value, key) => {
        if (name === 'settings') return convertQuantity(value, [...path, name, key], fields, report);
        if (name !== 'scaling') return value;
        const place = [...path, name, key];
        return key === 'schedule' ? convertWindows(value, place, report) : convertBand(value, place, report);
      }),
    );
  const convertDocument = (document: ConfigNode): ConfigNode =>
    mapEntries(document, (part, name) => {
      if (name === 'pipes' || name === 'presets')
        return mapEntries(part, (owner, key) => convertOwner(owner, [name, key]));
      return name === 'environments' && document === root ? mapEntries(part, convertDocument) : part;
    });
  return convertDocument(root);
}

function convertWindows(node: ConfigNode, path: readonly string[], report: Reporter): ConfigNode {
  if (node.kind !== 'list') return node;
  const items = node.items.map((item) => mapEntries(item, (value, key) => convertBand(value, [...path, key], report)));
  return items.some((item, index) => item !== node.items[index]) ? { ...node, items } : node;
}

function convertQuantity(node: ConfigNode, path: readonly string[], fields: FieldTable, report: Reporter): ConfigNode {
  const spec = fields.find(pathOf('settings', path.at(-1) ?? ''));
  if (spec === undefined || node.kind !== 'scalar' || typeof node.value !== 'string') return node;
  const quantity = parseQuantity(spec.unit, node.value);
  if (quantity?.ok === true && isInRange(quantity.value, spec)) return withAmount(node, quantity.value);
  // The name is made only for a message, since a fleet has ten thousands of values.
  const name = describePath(path);
  if (readAmount(node, spec.unit, name, report) !== null)
    report(node, { ...describeRangeError(name, spec, describeFound(node)), hint: hintFieldRange(spec, node) });
  return errorAt(node);
}

/** Key by key: a spread gives each node a hidden class of its own, which takes more memory than the node. */
function withAmount({ source, start, end, value, style, written }: ScalarNode, amount: number): ScalarNode {
  return { kind: 'scalar', source, start, end, value, style, written, amount };
}

function convertBand(node: ConfigNode, path: readonly string[], report: Reporter): ConfigNode {
  if (node.kind !== 'map') return node;
  const low = childOf(node, 'min');
  const high = childOf(node, 'max');
  const min = numberOf(low);
  const max = numberOf(high);
  if (low === undefined || high === undefined || min === undefined || max === undefined) return errorAt(node);
  if (min <= max) return { ...node, kind: 'band', min, max };
  const edges = `The minimum of ${describePath(path)}, ${describeFound(low)}, is above its maximum, ${describeFound(high)}.`;
  report(node, { code: 'invalid-value', summary: edges, hint: 'Swap the two values.' });
  return errorAt(node);
}
