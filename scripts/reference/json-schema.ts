/** What the pages read of a JSON Schema. */
export interface JsonSchema {
  readonly $id?: string;
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly required?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly 'x-expected'?: string;
  readonly 'x-unit'?: string;
  readonly 'x-kinds'?: readonly string[];
}

/** A schema with what its references say; its own words win. */
export interface Resolved {
  readonly schema: JsonSchema;
  /** The document in which further references of it stand. */
  readonly root: JsonSchema;
}

/** Follows `$ref`, alone or as the one member of `allOf`, within a document and into others by their `$id`. */
export function resolve(schema: JsonSchema, root: JsonSchema, others: ReadonlyMap<string, JsonSchema>): Resolved {
  const ref = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0]?.$ref : undefined);
  if (ref === undefined) return { schema, root };
  const [file = '', pointer = ''] = ref.split('#');
  const owner = file === '' ? root : others.get(file);
  if (owner === undefined) throw new Error(`there is no schema ${file}`);
  const keys = pointer.split('/').slice(1);
  const target = keys.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], owner) as JsonSchema;
  const found = resolve(target, owner, others);
  const { $ref: _, allOf: __, ...own } = schema;
  return { schema: { ...found.schema, ...own }, root: found.root };
}
