import { hintField } from '../../config/validate/unknown-key.ts';
import { loadDeclaration } from '../../engine/configuration.ts';
import { CONTRACT, type FieldSpec, fieldsOf, formatField, isFieldPath, parseField } from '../../model/field/field.ts';
import { suggest } from '../../model/suggest.ts';
import type { ExplainedField } from '../../report/text/fields-text.ts';
import type { Invocation } from '../options/command-spec.ts';
import { UsageError } from '../options/value-types.ts';

/** Explains the fields with a path or key, or lists all: those of the contract, and those that the configuration declares. */
export async function runExplain({ args: [name], workspace, view, context }: Invocation): Promise<number> {
  const { rows } = fieldsOf(await loadDeclaration(workspace, context));
  const named = rows.filter((spec) => name === undefined || formatField(spec) === name || spec.key === name);
  if (name !== undefined && named.length === 0) throw unknownField(name, rows);
  const found = named.map(describeField);
  await view.document({ kind: 'fields', formatVersion: 1, fields: found }, name === undefined ? 'list' : 'details');
  return 0;
}

function describeField(spec: FieldSpec): ExplainedField {
  const { type, minimum, maximum, unit, kinds, meaning } = spec;
  const isDeclared = CONTRACT.find(spec) === undefined;
  return { path: formatField(spec), meaning, type, minimum, maximum, unit, kinds, isDeclared };
}

function unknownField(name: string, fields: readonly FieldSpec[]): UsageError {
  const nearest = suggest(name, [...fields.map(formatField), ...fields.map(({ key }) => key)]);
  const renamed = hintField(isFieldPath(name) ? parseField(name) : { section: 'settings', key: name });
  const meant = renamed ?? (nearest === null ? '' : `Did you mean ${nearest}?`);
  return new UsageError(`There is no field \`${name}\`.`, `${meant} \`pipeform explain\` lists all fields.`.trim());
}
