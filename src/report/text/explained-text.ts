import type { DiagnosticCode } from '../../model/diagnostic-codes.ts';
import { type FieldPath, type FieldSpec, parseField, SOURCE_KINDS } from '../../model/field/field.ts';
import { humanAmount } from '../../model/field/units.ts';
import type { EffectiveValue } from '../../model/fleet.ts';
import { isJsonObject, type JsonValue } from '../../model/json/json.ts';
import type { Location } from '../../model/location.ts';
import { safeJson, safeText } from '../../model/text.ts';
import { formatAmount } from '../view-model/change.ts';
import { joinParts, shorten } from '../view-model/format.ts';
import { alignCells, fitLines } from './fit-text.ts';
import type { Style } from './style.ts';

/** A field in the document of `explain` (schema/fields.schema.json). */
export interface ExplainedField extends Omit<FieldSpec, 'section' | 'key'> {
  readonly path: FieldPath;
  /** Whether the configuration declares it (`api.settings`), not the contract. */
  readonly isDeclared: boolean;
}

/** The document of `explain PIPE` (schema/pipe-values.schema.json). */
export interface PipeValuesDocument {
  readonly name: string;
  readonly environment: string | null;
  readonly location: Location;
  readonly values: readonly EffectiveValue[];
}

/** The document of `explain SECTION` (schema/section.schema.json). */
export interface SectionDocument {
  readonly path: string;
  readonly meaning: string;
  readonly expected: string;
  readonly examples: readonly JsonValue[];
  readonly default: JsonValue;
  readonly keys: readonly { readonly path: string; readonly meaning: string }[];
}

/** The document of `explain CODE` (schema/diagnostic-code.schema.json). */
export interface CodeDocument {
  readonly code: DiagnosticCode;
  readonly cause: string;
  readonly cure: string;
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

/** A line for each value, with where it comes from. */
export function renderPipeValues(document: PipeValuesDocument, style: Style): string {
  const { name, environment, location, values } = document;
  const place = joinParts([formatLine(location), environment && `environment ${environment}`], ', ');
  const rows = values.map((value) => [`  ${value.path}`, formatValue(value), style.dim(formatSource(value))]);
  const end = 'The live values of all other settings and scaling stay as they are.';
  const lines = [`${style.bold(safeText(name))}  ${style.dim(place)}`, '', ...alignCells(rows), '', end];
  return fitLines(`${lines.join('\n')}\n`, style.columns);
}

/** `preset kafka-small, pipeform.yaml:22, written ${THREADS:-8}` */
function formatSource({ origin, from, location, expression }: EffectiveValue): string {
  const named = from === null ? (origin === 'default' ? origin : null) : `${origin} ${from}`;
  const written = expression === null ? null : `written ${shorten(expression)}`;
  return joinParts([named, location && formatLine(location), written], ', ');
}

function formatLine({ file, line }: Location): string {
  return `${safeText(file)}:${line}`;
}

function formatValue({ value, unit }: EffectiveValue): string {
  if (unit === null) return typeof value === 'string' ? shorten(value) : shorten(safeJson(value, 0));
  if (!isJsonObject(value)) return formatAmount(unit, value);
  return `${formatAmount(unit, value.min ?? null)} to ${formatAmount(unit, value.max ?? null)}`;
}

/** What a section takes, and the keys in it. */
export function renderSection(document: SectionDocument, style: Style): string {
  const { path, meaning, expected, default: standard, keys } = document;
  const [example] = document.examples;
  const key = path.replace(/^.*\./, '');
  const facts = [
    ['takes', expected],
    ['default', standard === null ? '' : formatYaml(standard)],
    ['example', example === undefined ? '' : `${key}: ${formatYaml(example)}`],
  ].filter(([, text]) => text !== '');
  const rows = keys.map((below) => [`  ${style.bold(below.path)}`, below.meaning]);
  const lines = [
    style.bold(path),
    meaning,
    '',
    ...alignCells(facts.map(([title = '', text = '']) => [`  ${style.dim(title)}`, text])),
    ...(rows.length === 0 ? [] : ['', 'Keys:', ...alignCells(rows)]),
  ];
  return fitLines(`${lines.join('\n')}\n`, style.columns);
}

function formatYaml(value: JsonValue): string {
  return typeof value === 'string' ? value : safeJson(value, 0);
}

export function renderCode({ code, cause, cure }: CodeDocument, style: Style): string {
  return fitLines(`${style.bold(code)}\n${cause}\n\n  ${style.bold('help:')} ${cure}\n`, style.columns);
}
