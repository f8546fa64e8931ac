import type { DiagnosticWords } from '../../model/diagnostic.ts';
import type { FieldUnit } from '../../model/field.ts';
import { suggest } from '../../model/suggest.ts';
import { quantityWords, readQuantity } from '../build/quantity.ts';
import { rangeWords } from '../build/range.ts';
import type { ConfigNode } from '../yaml/node.ts';
import { nameOf, type Place, valueSpan } from '../yaml/place.ts';
import type { Span } from '../yaml/source-file.ts';
import { describeFound } from './problem.ts';
import { explainKeys } from './schema-key-words.ts';
import type { SchemaError } from './validate-config.generated.js';

export interface SchemaProblem {
  readonly span: Span;
  /** The value that later steps must not rely on; null where something is missing, and what is there can be relied on. */
  readonly refused: ConfigNode | null;
  readonly words: DiagnosticWords;
}

/** One schema of the document, as far as messages need it. */
interface ValueSchema {
  readonly type?: string | readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly unknown[];
  readonly 'x-expected'?: string;
  readonly 'x-unit'?: FieldUnit;
  readonly 'x-code'?: 'unsupported-version';
}

const TYPE_WORDS: Readonly<Record<string, string>> = {
  object: 'a map',
  array: 'a list',
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

// The first of these that fails is told; the others follow from it.
const VALUE_KEYWORDS = ['type', 'enum', 'minimum', 'exclusiveMinimum', 'maximum', 'pattern', 'minItems'];

/** Everything wrong at one place of the document: at most one problem of the value itself, and one for each wrong key in it. */
export function explainProblems(place: Place, errors: readonly SchemaError[]): readonly SchemaProblem[] {
  const value = VALUE_KEYWORDS.flatMap((keyword) =>
    errors.filter((error) => error.keyword === keyword && error.propertyName === undefined),
  )[0];
  if (value === undefined) return explainKeys(place, errors);
  return [{ span: valueSpan(place), refused: place.node, words: explainValue(place, value) }];
}

function explainValue(place: Place, error: SchemaError): DiagnosticWords {
  const schema: ValueSchema = error.parentSchema;
  const name = nameOf(place.path, place.node);
  const found = describeFound(place.node);
  if (error.keyword === 'minItems') return { code: 'invalid-value', summary: `${name} must not be an empty list.` };
  if (schema['x-code'] !== undefined)
    return {
      code: schema['x-code'],
      summary: `This version of the configuration is not known; found ${found}.`,
      hint: `Write version: ${schema['x-expected'] ?? ''}, or install a newer Pipeform.`,
    };
  if (error.keyword === 'minimum' || error.keyword === 'maximum') {
    const { minimum = null, maximum = null } = schema;
    return rangeWords(name, { minimum, maximum, unit: schema['x-unit'] ?? null }, found);
  }
  if (error.keyword === 'exclusiveMinimum') {
    return { code: 'out-of-range', summary: `${name} must be ${describeExpected(schema)}; found ${found}.` };
  }
  const text = place.node.kind === 'scalar' && typeof place.node.value === 'string' ? place.node.value : null;
  const unit = schema['x-unit'];
  const quantity = text === null || unit === undefined ? null : readQuantity(unit, text);
  const wrongUnit = unit === undefined || quantity === null ? null : quantityWords(name, unit, quantity, found);
  if (wrongUnit !== null) return wrongUnit;
  return {
    code: isWrongType(error, schema, text) ? 'wrong-type' : 'invalid-value',
    summary: `${name} must be ${describeExpected(schema)}; found ${found}.`,
    hint: hintFor(place.node, schema, text),
  };
}

/** Text that fails a pattern has the wrong type where text is only one way to write something else. */
function isWrongType(error: SchemaError, schema: ValueSchema, text: string | null): boolean {
  if (error.keyword === 'type') return true;
  if (error.keyword === 'pattern') return Array.isArray(schema.type);
  return text === null;
}

function describeExpected(schema: ValueSchema): string {
  if (schema['x-expected'] !== undefined) return schema['x-expected'];
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  // A map may be left empty, which is nothing to advise.
  return types
    .filter((type) => type !== 'null' || !types.includes('object'))
    .map((type) => TYPE_WORDS[type] ?? type)
    .join(' or ');
}

function hintFor(node: ConfigNode, schema: ValueSchema, text: string | null): string | null {
  const choices = schema.enum ?? [];
  if (text !== null) {
    const near = suggest(
      text,
      choices.filter((choice) => typeof choice === 'string'),
    );
    return near === null ? null : `Did you mean ${near}?`;
  }
  if (node.kind !== 'scalar') return null;
  if (node.value === null)
    return schema.type === 'object' || schema.type === 'array'
      ? 'Write something below it, or take the key away.'
      : null;
  if (schema.type !== 'string') return null;
  const fits = schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(String(node.value));
  return fits ? 'If text is meant, put it in quotes.' : null;
}
