import type { Diagnostic, DiagnosticWords } from '../model/diagnostic.ts';
import type { FieldSpec } from '../model/field.ts';
import { fieldPath } from '../model/field.ts';
import { findField } from '../model/fields.ts';
import type { ConfigNode, MapNode } from './node.ts';
import { childOf, holeAt, mapTree, numberOf } from './node.ts';
import { describeFound, problemAt } from './problem.ts';
import { quantityWords, readQuantity } from './quantity.ts';
import { isWithin, rangeWords } from './range.ts';

interface Converted {
  readonly node: ConfigNode;
  readonly diagnostics: readonly Diagnostic[];
}

const OWNERS: ReadonlySet<string> = new Set(['pipes', 'presets']);

/**
 * Brings every settings and scaling value of pipes and presets into the contract's unit: durations become milliseconds,
 * sizes bytes, and `{ min, max }` one band. A value that cannot be converted is reported and becomes a hole.
 */
export function convertValues(root: ConfigNode): Converted {
  const diagnostics: Diagnostic[] = [];
  const node = mapTree(root, (part, path) => {
    const spec = specAt(path);
    if (spec === undefined) return part;
    const converted = spec.section === 'scaling' ? convertBand(part) : convertQuantity(part, spec);
    if (!('words' in converted)) return converted;
    diagnostics.push(problemAt(part, converted.words));
    return holeAt(part);
  });
  return { node, diagnostics };
}

/** The field that a value at `pipes.NAME.settings.KEY`, or the like, belongs to. */
function specAt(path: readonly string[]): FieldSpec | undefined {
  const within = path[0] === 'environments' ? path.slice(2) : path;
  const [owner = '', , section, key] = within;
  if (within.length !== 4 || !OWNERS.has(owner) || key === undefined) return undefined;
  return section === 'settings' || section === 'scaling' ? findField(fieldPath(section, key)) : undefined;
}

type Conversion = ConfigNode | { readonly words: DiagnosticWords };

function convertBand(node: ConfigNode): Conversion {
  if (node.kind !== 'map') return node;
  const min = numberOf(childOf(node, 'min'));
  const max = numberOf(childOf(node, 'max'));
  if (min === undefined || max === undefined) return holeAt(node);
  if (min <= max) return { kind: 'band', source: node.source, start: node.start, end: node.end, min, max };
  return { words: bandWords(node) };
}

function bandWords(band: MapNode): DiagnosticWords {
  const [min, max] = ['min', 'max'].map((edge) => describeFound(childOf(band, edge) ?? band));
  return {
    code: 'invalid-value',
    summary: `The lower edge of the band, ${min}, is above its upper edge, ${max}.`,
    hint: 'Exchange the two.',
  };
}

function convertQuantity(node: ConfigNode, spec: FieldSpec): Conversion {
  if (node.kind !== 'scalar' || typeof node.value !== 'string') return node;
  const quantity = readQuantity(spec.unit, node.value);
  if (quantity === null) return node;
  const name = `\`${spec.key}\``;
  const words = quantityWords(name, spec.unit, quantity, describeFound(node));
  if (words !== null) return { words };
  if (!quantity.ok) return holeAt(node);
  if (!isWithin(quantity.value, spec)) return { words: rangeWords(name, spec, describeFound(node)) };
  return { ...node, value: quantity.value };
}
