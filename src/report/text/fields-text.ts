import { type FieldPath, type FieldSpec, parseField, SOURCE_KINDS } from '../../model/field/field.ts';
import { humanAmount } from '../../model/field/units.ts';
import { safeText } from '../../model/text.ts';
import { alignCells, fitLines } from './fit-text.ts';
import type { Style } from './style.ts';

/** A field in the document of `explain` (schema/fields.schema.json). */
export interface ExplainedField extends Omit<FieldSpec, 'section' | 'key'> {
  readonly path: FieldPath;
  /** Whether the configuration declares it (`api.settings`), not the contract. */
  readonly isDeclared: boolean;
}

/** A line for each field. */
export function renderFields(fields: readonly ExplainedField[], style: Style): string {
  const rows = fields.map((field) => [style.bold(safeText(field.path)), describeRange(field), describeKinds(field)]);
  const hint = '`pipeform explain NAME` explains a field, a section such as rollout.bake, a diagnostic code or a pipe.';
  return fitLines(`${[...alignCells(rows), '', hint].join('\n')}\n`, style.columns);
}

/** The meaning of one field, its range, unit and kinds, and how its value is written. */
export function renderField(field: ExplainedField, style: Style): string {
  const { path, meaning, type, unit, isDeclared } = field;
  const isScaling = parseField(path).section === 'scaling';
  const rows = [
    ['type', type],
    ['range', describeRange(field)],
    ['unit', UNITS[unit] ?? ''],
    ['kinds', describeKinds(field)],
    ['default', 'chosen by the service; the pipes API documents none'],
    ['written', `${WRITTEN[unit] ?? (type === 'boolean' ? 'true or false' : 'a number')}${isScaling ? BAND : UNSET}`],
    ['from', isDeclared ? '`api.settings` of this configuration' : 'the pipes API'],
  ].filter(([, text]) => text !== '');
  const lines = alignCells(rows.map(([title = '', text = '']) => [`  ${style.dim(title)}`, text]));
  const head = [style.bold(safeText(path)), ...(meaning === '' ? [] : [safeText(meaning)])];
  return fitLines(`${[...head, '', ...lines].join('\n')}\n`, style.columns);
}

const UNITS: Readonly<Partial<Record<FieldSpec['unit'], string>>> = {
  milliseconds: 'milliseconds',
  bytes: 'bytes',
  millicores: 'millicores; 1000 are one CPU',
  gigabytes: 'GB',
};

const WRITTEN: Readonly<Partial<Record<FieldSpec['unit'], string>>> = {
  milliseconds: 'a number, or a duration such as 5s',
  bytes: 'a number, or a size such as 64MiB',
};

const BAND = ', or a band { min, max }';
const UNSET = '; null unsets it';

/** `0 to 64`, `500 to 60000 (500ms to 1m)`; a declared setting may have one limit or none. */
function describeRange({ type, minimum, maximum, unit }: ExplainedField): string {
  if (type === 'boolean') return 'true or false';
  const [least, most] = [minimum, maximum].map((limit) => (limit === null ? null : humanAmount(unit, limit)));
  const human = most === null ? '' : ` (${least ?? minimum} to ${most})`;
  if (minimum !== null && maximum !== null) return `${minimum} to ${maximum}${human}`;
  if (minimum !== null) return `at least ${minimum}`;
  return maximum === null ? 'any number' : `at most ${maximum}`;
}

function describeKinds({ kinds }: ExplainedField): string {
  return kinds.length === SOURCE_KINDS.length ? 'all kinds of source' : kinds.join(', ');
}
