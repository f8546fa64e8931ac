import { Ajv, type AnySchema, type ValidateFunction } from 'ajv';
import schema from '../../../schema/config.schema.json' with { type: 'json' };
import type { DeclaredFields } from '../../model/field/field.ts';
import type { JsonValue } from '../../model/json/json.ts';
import { declareFields } from '../fleet/build-declaration.ts';
import type { Reporter } from '../validate/problem.ts';
import type { MapNode } from '../yaml/node.ts';
import type { SchemaWithFields } from './derive-schema.ts';
import { extendSchema } from './extend-schema.ts';
import { interpolateSchema } from './interpolate-schema.ts';

/** The fields that documents declare, and the validator of the schema with them, as the generated ones. The first is the root. */
export function compileSchema(
  documents: readonly [MapNode, ...MapNode[]],
  report: Reporter,
): { readonly declared: DeclaredFields; readonly validate: ValidateFunction } {
  const { declared, unclear } = declareFields(documents, report);
  const extended: unknown = extendSchema(schema as unknown as SchemaWithFields, declared, unclear);
  const interpolated = interpolateSchema(extended as JsonValue) as AnySchema;
  // Not all strict, since the keywords of editors are not known. The schema is ours: to check it against that of schemas takes
  // a third of the time. Of the rest, copies of what is referred to and shorter code take four fifths, and validate no faster.
  const options = {
    allErrors: true,
    verbose: true,
    messages: false,
    strict: false,
    strictNumbers: true,
    meta: false,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  };
  return { declared, validate: new Ajv(options).compile(interpolated) };
}
