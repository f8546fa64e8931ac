import { hintField } from '../../config/validate/unknown-key.ts';
import { loadDeclaration } from '../../engine/configuration.ts';
import { CONTRACT, type FieldSpec, fieldsOf, formatField, isFieldPath } from '../../model/field/field.ts';
import { suggest } from '../../model/suggest.ts';
import type { ExplainedField } from '../../report/text/fields-text.ts';
import type { Invocation } from '../options/command-spec.ts';
import { UsageError } from '../options/value-types.ts';

/** Explains the fields with a path or key, or lists all: those of the contract, and those that the configuration declares. */
export async function runExplain({ words: [name], place, view, context }: Invocation): Promise<number> {
  const fields = fieldsOf(await loadDeclaration(place, context)).rows.map(describeField);
  const found = name === undefined ? fields : fields.filter(({ path }) => path === name || keyOf(path) === name);
  if (name !== undefined && found.length === 0) throw unknownField(name, fields);
  await view.result({ kind: 'fields', formatVersion: 1, fields: found }, async (style) => {
    const { renderField, renderFields } = await import('../../report/text/fields-text.ts');
    return name === undefined ? renderFields(found, style) : found.map((field) => renderField(field, style)).join('\n');
  });
  return 0;
}

function describeField(spec: FieldSpec): ExplainedField {
  const { type, minimum, maximum, unit, kinds, meaning } = spec;
  const isDeclared = CONTRACT.find(spec) === undefined;
  return { path: formatField(spec), meaning, type, minimum, maximum, unit, kinds, isDeclared };
}

function unknownField(name: string, fields: readonly ExplainedField[]): UsageError {
  const paths = fields.map(({ path }) => path);
  const nearest = suggest(name, [...paths, ...paths.map(keyOf)]);
  const renamed = hintField(isFieldPath(name) ? name : `settings.${name}`);
  const meant = renamed ?? (nearest === null ? '' : `Did you mean ${nearest}?`);
  return new UsageError(`There is no field \`${name}\`.`, `${meant} \`pipeform explain\` lists all fields.`.trim());
}

function keyOf(path: string): string {
  return path.slice(path.indexOf('.') + 1);
}
