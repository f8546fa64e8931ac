import schema from '../../../schema/config.schema.json' with { type: 'json' };
import { isJsonObject, type JsonValue } from '../../model/json/json.ts';
import type { ValueSchema } from '../validate/validate-tree.ts';

/** A part of the schema of the configuration. */
export interface Schema extends ValueSchema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly description?: string;
  readonly examples?: readonly JsonValue[];
  readonly default?: JsonValue;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
}

export const CONFIG_SCHEMA = schema as unknown as Schema & { readonly definitions: Readonly<Record<string, Schema>> };

/** What is written beside a reference wins over what it refers to. */
export function followReference(part: Schema): Schema {
  const reference = part.$ref ?? part.allOf?.[0]?.$ref;
  if (reference === undefined) return part;
  const keys = reference.split('/').slice(1);
  const find = (within: JsonValue | undefined, key: string) => (isJsonObject(within) ? within[key] : undefined);
  const target = keys.reduce(find, schema as unknown as JsonValue) as Schema;
  return { ...followReference(target), ...part };
}
