import type { Diagnostic, DiagnosticWords } from '../../model/diagnostic.ts';
import { type FieldSpec, fieldPath } from '../../model/field.ts';
import { findField } from '../../model/fields.ts';
import { describeFound, problemAt } from '../validate/problem.ts';
import { type ConfigNode, childOf, errorAt, type MapNode, mapEntries, numberOf } from '../yaml/node.ts';
import { describeQuantityError, describeRangeError, isWithin, readQuantity } from './quantity.ts';

interface Converted {
  readonly node: ConfigNode;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Looks at every settings and scaling value of pipes and presets that is not in the contract's unit. `{ min, max }` becomes
 * one band; a duration or size stays as it is written, and is read again for the pipes that it is for. A value that cannot be
 * converted is reported and becomes an error node; a band with wrong edges stays a map, since its target is still to be looked at.
 */
export function convertValues(root: ConfigNode): Converted {
  const diagnostics: Diagnostic[] = [];
  const convertValue = (value: ConfigNode, spec: FieldSpec | undefined): ConfigNode => {
    if (spec === undefined) return value;
    const converted = spec.section === 'scaling' ? convertBand(value) : checkQuantity(value, spec);
    if (!('words' in converted)) return converted;
    diagnostics.push(problemAt(value, converted.words));
    return converted.left ?? errorAt(value);
  };
  const convertOwner = (owner: ConfigNode) =>
    mapEntries(owner, (section, name) =>
      name === 'settings' || name === 'scaling'
        ? mapEntries(section, (value, key) => convertValue(value, findField(fieldPath(name, key))))
        : section,
    );
  const convertDocument = (document: ConfigNode): ConfigNode =>
    mapEntries(document, (part, name) => {
      if (name === 'pipes' || name === 'presets') return mapEntries(part, convertOwner);
      return name === 'environments' && document === root ? mapEntries(part, convertDocument) : part;
    });
  return { node: convertDocument(root), diagnostics };
}

/** What became of a value, or what is wrong with it and what of it is left to look at. */
type Conversion = ConfigNode | { readonly words: DiagnosticWords; readonly left?: ConfigNode };

function convertBand(node: ConfigNode): Conversion {
  if (node.kind !== 'map') return node;
  const min = numberOf(childOf(node, 'min'));
  const max = numberOf(childOf(node, 'max'));
  if (min === undefined || max === undefined) return node;
  if (min <= max) {
    const { source, start, end } = node;
    return { kind: 'band', source, start, end, min, max, target: childOf(node, 'target') };
  }
  return { words: describeBandError(node), left: node };
}

function describeBandError(band: MapNode): DiagnosticWords {
  const [min, max] = ['min', 'max'].map((edge) => describeFound(childOf(band, edge) ?? band));
  return {
    code: 'invalid-value',
    summary: `The lower edge of the band, ${min}, is above its upper edge, ${max}.`,
    hint: 'Swap the two values.',
  };
}

function checkQuantity(node: ConfigNode, spec: FieldSpec): Conversion {
  if (node.kind !== 'scalar' || typeof node.value !== 'string') return node;
  const quantity = readQuantity(spec.unit, node.value);
  if (quantity === null) return node;
  const name = `\`${spec.key}\``;
  const words = describeQuantityError(name, spec.unit, quantity, describeFound(node));
  if (words !== null) return { words };
  if (!quantity.ok) return errorAt(node);
  if (!isWithin(quantity.value, spec)) return { words: describeRangeError(name, spec, describeFound(node)) };
  return node;
}
