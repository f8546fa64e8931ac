import type { DiagnosticWords } from '../../model/diagnostic.ts';
import type { FieldUnit } from '../../model/field.ts';
import { parseDuration, parseSize, type Quantity } from '../../model/units.ts';

/** Reads a duration or size for a unit that takes one; null for every other unit. */
export function readQuantity(unit: FieldUnit, text: string): Quantity | null {
  if (unit === 'milliseconds') return parseDuration(text);
  return unit === 'bytes' ? parseSize(text) : null;
}

/** What to say of a quantity whose unit is wrong or that leaves a fraction; null when it is no quantity at all. */
export function quantityWords(
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
