import { Ajv, type AnySchema } from 'ajv';
import schema from '../../../schema/config.schema.json' with { type: 'json' };
import type { JsonValue } from '../../model/json/json.ts';
import { type DeclaredParts, declareFields } from '../build/build-declaration.ts';
import type { Reporter } from '../validate/problem.ts';
import type { Validate } from '../validate/validate-tree.ts';
import type { MapNode } from '../yaml/node.ts';
import type { ConfigSchema } from './derive-schema.ts';
import { extendSchema } from './extend-schema.ts';
import { interpolateSchema } from './interpolate-schema.ts';

/** The fields that documents declare, and the validator of the schema with them, as the generated one. The first is the root. */
export function declareSchema(
  documents: readonly [MapNode, ...MapNode[]],
  environment: string | null,
  report: Reporter,
): DeclaredParts & { readonly validate: Validate } {
  const { declared, declaration } = declareFields(documents, environment, report);
  // Not all strict, since the keywords of editors are not known.
  const ajv = new Ajv({ ...{ allErrors: true, verbose: true, messages: false }, strict: false, strictNumbers: true });
  const extended: unknown = extendSchema(schema as unknown as ConfigSchema, declaration);
  const validate = ajv.compile(interpolateSchema(extended as JsonValue) as AnySchema);
  return {
    declared,
    declaration,
    validate: (document) => (validate(document) ? [] : ((validate.errors ?? []) as ReturnType<Validate>)),
  };
}
