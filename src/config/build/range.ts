import type { DiagnosticWords } from '../../model/diagnostic.ts';
import type { FieldUnit } from '../../model/field.ts';
import { humanAmount } from '../../model/units.ts';

export interface Range {
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly unit: FieldUnit | null;
}

export function isWithin(value: number, range: Range): boolean {
  return (range.minimum === null || value >= range.minimum) && (range.maximum === null || value <= range.maximum);
}

/** What to say of a number outside its range; `found` is the value as the file has it. */
export function rangeWords(name: string, range: Range, found: string): DiagnosticWords {
  return { code: 'out-of-range', summary: `${name} must be ${describeRange(range)}; found ${found}.` };
}

/** `between 500 (500ms) and 60000 (1m)`, `1 or more`, `at most 5`. */
function describeRange({ minimum, maximum, unit }: Range): string {
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
