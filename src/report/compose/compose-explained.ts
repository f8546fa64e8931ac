import type { DiagnosticCode } from '../../model/diagnostic-codes.ts';
import { type FieldPath, type FieldSpec, SOURCE_KINDS, sectionOf } from '../../model/field/field.ts';
import { humanAmount } from '../../model/field/units.ts';
import type { JsonValue } from '../../model/json/json.ts';
import type { Block } from '../block.ts';
import { fact, listFacts } from '../view-model/fact.ts';
import { quote, strong, toSentence } from '../view-model/span.ts';

/** A field in the document of `explain` (schema/fields.schema.json). */
export interface ExplainedField extends Omit<FieldSpec, 'section' | 'key'> {
  readonly path: FieldPath;
  /** Whether the configuration declares it (`api.settings`), not the contract. */
  readonly isDeclared: boolean;
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

/** A row for each field. */
export function composeFields(fields: readonly ExplainedField[]): readonly Block[] {
  const rows = fields.map((field) => [strong(field.path), [describeKinds(field)], [describeRange(field)]]);
  const hint = '`pipeform explain NAME` explains a field, a section such as rollout.bake, a diagnostic code or a pipe.';
  return [
    { kind: 'table', head: ['Field', 'Kinds', 'Range'], rows },
    { kind: 'paragraph', line: toSentence(hint) },
  ];
}

/** The meaning of one field, its range, unit and kinds, and how its value is written. */
export function composeField(field: ExplainedField): readonly Block[] {
  const { path, meaning, type, unit, isDeclared } = field;
  const isScaling = sectionOf(path) === 'scaling';
  const written = WRITTEN[unit] ?? (type === 'boolean' ? 'true or false' : 'a number');
  return [
    ...composeHead(path, meaning),
    ...listFacts([
      fact('Type', type),
      fact('Range', describeRange(field)),
      fact('Unit', UNITS[unit] ?? ''),
      fact('Kinds', describeKinds(field)),
      fact('Default', 'chosen by the service; the pipes API documents none'),
      fact('Written', `${written}${isScaling ? BAND : UNSET}`),
      { label: 'From', value: toSentence(isDeclared ? '`api.settings` of this configuration' : 'the pipes API') },
    ]),
  ];
}

function composeHead(name: string, meaning: string): readonly Block[] {
  const head: Block = { kind: 'paragraph', line: strong(name) };
  return meaning === '' ? [head] : [head, { kind: 'paragraph', line: toSentence(meaning) }];
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

/** This is the function `stringify` of the package `yaml`. */
type Stringify = (
  value: JsonValue,
  options: { readonly lineWidth: 0; readonly collectionStyle: 'any' | 'flow' },
) => string;

/** What a section takes, and the keys in it. */
export function composeExplainedSection(document: SectionDocument, stringify: Stringify): readonly Block[] {
  const { path, meaning, expected, default: standard, keys } = document;
  const [example] = document.examples;
  const key = path.replace(/^.*\./, '');
  const standardText = stringify(standard, { lineWidth: 0, collectionStyle: 'flow' }).trim();
  const written = stringify({ [key]: example ?? null }, { lineWidth: 0, collectionStyle: 'any' }).trim();
  const isShort = !written.includes('\n');
  const lines = written.split('\n').map((text) => ({ text: `    ${text}`, isStrong: false }));
  return [
    ...composeHead(path, meaning),
    ...listFacts([
      fact('Takes', expected),
      { label: 'Default', value: quote(standard === null ? '' : standardText) },
      { label: 'Example', value: quote(example !== undefined && isShort ? written : '') },
    ]),
    ...(example === undefined || isShort ? [] : [EXAMPLE, { kind: 'code' as const, lines }]),
    {
      kind: 'table',
      head: ['Key', 'Meaning'],
      rows: keys.map((below) => [strong(below.path), toSentence(below.meaning)]),
    },
  ];
}

const EXAMPLE: Block = { kind: 'paragraph', line: ['Example:'] };

export function composeCode({ code, cause, cure }: CodeDocument): readonly Block[] {
  return [
    ...composeHead(code, cause),
    { kind: 'paragraph', line: [{ kind: 'strong', line: ['Help:'] }, ' ', ...toSentence(cure)] },
  ];
}
