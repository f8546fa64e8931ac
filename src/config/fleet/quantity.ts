import type { DiagnosticWords } from '../../model/diagnostic.ts';
import { CONTRACT, type FieldSpec, type FieldUnit } from '../../model/field/field.ts';
import { humanAmount, parseDuration, parseSize, type Quantity } from '../../model/field/units.ts';
import { hintSlip, type NumberRange } from '../validate/hint-unit.ts';
import { describeFound, quoteNode, type Reporter } from '../validate/problem.ts';
import { type ConfigNode, numberOf, textOf } from '../yaml/node.ts';

export function parseQuantity(unit: FieldUnit, text: string): Quantity | null {
  if (unit === 'milliseconds') return parseDuration(text);
  return unit === 'bytes' ? parseSize(text) : null;
}

/** For a wrong unit or a fraction; null for text that is not a quantity. */
export function describeQuantityError(
  name: string,
  unit: FieldUnit,
  quantity: Quantity,
  text: string,
  found: string,
): DiagnosticWords | null {
  if (quantity.ok || quantity.reason === 'syntax') return null;
  const hint =
    unit === 'bytes'
      ? 'Sizes are written in B, KiB, MiB, GiB or TiB (in 1024s), or in KB, MB, GB or TB (in 1000s).'
      : 'Durations are written in ms, s, m, h or d.';
  const reasons = {
    unit: `${name} has ${findOtherUnit(unit, text)}; found ${found}.`,
    'not-whole': `${name} must be a whole number of ${unit}; found ${found}.`,
    'too-large': `${name} is too large; found ${found}.`,
  };
  return { code: 'invalid-value', summary: reasons[quantity.reason], hint };
}

function findOtherUnit(unit: FieldUnit, text: string): string {
  if (unit === 'bytes' && parseDuration(text).ok) return 'the unit of a duration, and takes a size';
  if (unit === 'milliseconds' && parseSize(text).ok) return 'the unit of a size, and takes a duration';
  return 'a unit that does not exist';
}

/** The number, or the amount of the duration or size; null when missing or invalid (reported). */
export function readAmount(
  node: ConfigNode | undefined,
  unit: FieldUnit,
  name: string,
  report: Reporter,
): number | null {
  if (node?.kind !== 'scalar' || typeof node.value !== 'string') return numberOf(node) ?? null;
  const quantity = parseQuantity(unit, node.value);
  if (quantity === null) return null;
  const words = describeQuantityError(name, unit, quantity, node.value, describeFound(node));
  if (words !== null) report(node, words);
  return quantity.ok ? quantity.value : null;
}

/** Milliseconds greater than 0; null when missing or invalid (reported). */
export function readPositiveDuration(node: ConfigNode | undefined, name: string, report: Reporter): number | null {
  const milliseconds = readAmount(node, 'milliseconds', name, report);
  if (node === undefined || milliseconds !== 0) return milliseconds;
  const summary = `${name} must be greater than 0; found ${describeFound(node)}.`;
  report(node, { code: 'out-of-range', summary });
  return null;
}

/** What to do about a value outside the range of a field. */
export function hintFieldRange(field: FieldSpec, node: ConfigNode): string {
  const slip = node.kind === 'scalar' ? hintSlip(node, field) : null;
  if (slip !== null) return slip;
  return CONTRACT.find(field.path) === undefined
    ? 'Its range is declared under `api.settings`.'
    : `If the deployment allows it, widen ${field.path} under \`api.ranges\`.`;
}

/** `NAME must be between 500 (500ms) and 60000 (1m); found FOUND.` */
export function describeRangeError(name: string, range: NumberRange, found: string): DiagnosticWords {
  const { minimum, maximum, unit } = range;
  const show = (value: number) => {
    const human = unit === null ? null : humanAmount(unit, value);
    return human === null ? String(value) : `${value} (${human})`;
  };
  const most = maximum === null ? 'a number' : `at most ${show(maximum)}`;
  const least = minimum === null || maximum !== null ? most : `${show(minimum)} or more`;
  const expected = minimum === null || maximum === null ? least : `between ${show(minimum)} and ${show(maximum)}`;
  return { code: 'out-of-range', summary: `${name} must be ${expected}; found ${found}.` };
}

/** A day, `YYYY-MM-DD`; null when missing or when there is no such day (reported). */
export function readDate(node: ConfigNode | undefined, report: Reporter): string | null {
  const text = textOf(node);
  if (node === undefined || text === undefined) return null;
  const time = Date.parse(`${text}T00:00:00Z`);
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(text)) return text;
  report(node, { code: 'invalid-value', summary: `There is no date ${quoteNode(node)}.` });
  return null;
}
