import type { Diagnostic, DiagnosticWords } from '../../model/diagnostic.ts';
import type { FieldUnit } from '../../model/field.ts';
import { humanAmount, parseDuration, parseSize, type Quantity } from '../../model/units.ts';
import { describeFound, problemAt } from '../validate/problem.ts';
import { type ConfigNode, textOf } from '../yaml/node.ts';

/** Reads a duration or size for a unit that takes one; null for every other unit. */
export function readQuantity(unit: FieldUnit, text: string): Quantity | null {
  if (unit === 'milliseconds') return parseDuration(text);
  return unit === 'bytes' ? parseSize(text) : null;
}

/** What to say of a quantity whose unit is wrong or that leaves a fraction; null when it is no quantity at all. */
export function describeQuantityError(
  name: string,
  unit: FieldUnit,
  quantity: Quantity,
  found: string,
): DiagnosticWords | null {
  if (quantity.ok || quantity.reason === 'syntax') return null;
  const hint =
    unit === 'bytes'
      ? 'Sizes are written in B, KiB, MiB, GiB or TiB (in 1024s), or in KB, MB, GB or TB (in 1000s).'
      : 'Durations are written in ms, s, m, h or d.';
  const reasons = {
    unit: `${name} has a unit that does not exist; found ${found}.`,
    'not-whole': `${name} must be a whole number of ${unit}; found ${found}.`,
    'too-large': `${name} is too large; found ${found}.`,
  };
  return { code: 'invalid-unit', summary: reasons[quantity.reason], hint };
}

interface NumberRange {
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly unit: FieldUnit | null;
}

export function isWithin(value: number, range: NumberRange): boolean {
  return (range.minimum === null || value >= range.minimum) && (range.maximum === null || value <= range.maximum);
}

/** What to say of a number outside its range; `found` is the value as the file has it. */
export function describeRangeError(name: string, range: NumberRange, found: string): DiagnosticWords {
  return { code: 'out-of-range', summary: `${name} must be ${describeRange(range)}; found ${found}.` };
}

/** `between 500 (500ms) and 60000 (1m)`, `1 or more`, `at most 5`. */
function describeRange({ minimum, maximum, unit }: NumberRange): string {
  if (minimum !== null && maximum !== null)
    return `between ${describeAmount(minimum, unit)} and ${describeAmount(maximum, unit)}`;
  if (minimum !== null) return `${describeAmount(minimum, unit)} or more`;
  return maximum === null ? 'a number' : `at most ${describeAmount(maximum, unit)}`;
}

/** `60000 (1m)`: the raw number, and its human form where there is one. */
function describeAmount(value: number, unit: FieldUnit | null): string {
  const human = unit === null ? null : humanAmount(unit, value);
  return human === null ? String(value) : `${value} (${human})`;
}

/** Milliseconds of a duration that is written down; null when none is, or when it was reported. */
export function readDuration(node: ConfigNode | undefined, key: string, diagnostics: Diagnostic[]): number | null {
  const text = textOf(node);
  if (node === undefined || text === undefined) return null;
  const quantity = parseDuration(text);
  const words = describeQuantityError(`\`${key}\``, 'milliseconds', quantity, describeFound(node));
  if (words !== null) diagnostics.push(problemAt(node, words));
  return quantity.ok ? quantity.value : null;
}

/** The same for a duration that must be longer than nothing. */
export function readPositiveDuration(
  node: ConfigNode | undefined,
  key: string,
  diagnostics: Diagnostic[],
): number | null {
  const milliseconds = readDuration(node, key, diagnostics);
  if (node === undefined || milliseconds !== 0) return milliseconds;
  const summary = `\`${key}\` must be greater than 0; found ${describeFound(node)}.`;
  diagnostics.push(problemAt(node, { code: 'out-of-range', summary }));
  return null;
}
