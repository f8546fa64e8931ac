import type { FieldSection, Limits } from '../../model/field/field.ts';

/** The schema of a number: what it must be, and what editors show. */
export interface NumberSchema {
  readonly description: string;
  readonly type: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern: string;
  readonly examples: readonly unknown[];
  readonly errorMessage: string;
  readonly 'x-expected': string;
}

/** The schema of one field. `properties` is its band. */
export interface FieldSchema extends NumberSchema {
  readonly markdownDescription?: string;
  readonly properties?: { readonly min: NumberSchema; readonly max: NumberSchema };
  readonly 'x-unit': string;
  readonly 'x-kinds': readonly string[];
}

interface Properties<Schema = object> {
  properties: Record<string, Schema>;
}

/** The parts of the schema of the configuration that follow from its fields, or that fields are made of. */
export interface SchemaWithFields {
  readonly definitions: {
    readonly settings: Properties<FieldSchema>;
    /** Also has `schedule`, which is no field. */
    readonly scaling: Properties<FieldSchema>;
    readonly ranges: Properties;
    readonly ignore: { readonly items: { examples: readonly string[] } };
    readonly acknowledge: {
      readonly items: { readonly properties: { readonly path: { examples: readonly string[] } } };
    };
    readonly fieldsOfKind: { allOf: readonly unknown[] };
  };
}

const UNITS: Readonly<Record<string, string>> = {
  milliseconds: ' milliseconds',
  bytes: ' bytes',
  millicores: ' millicores',
  gigabytes: ' GB',
};
const RANGES: Readonly<Record<string, string>> = {
  milliseconds: 'rangeOfMilliseconds',
  bytes: 'rangeOfBytes',
  gigabytes: 'rangeOfGigabytes',
};

/**
 * Completes the schema of the configuration with the parts that follow from its fields: a range of `policy.ranges`
 * for each number, and the examples of field paths. The rest stays as it is.
 */
export function deriveSchema<Schema extends SchemaWithFields>(schema: Schema): Schema {
  const derived = structuredClone(schema);
  const { settings, scaling, ranges, ignore, acknowledge } = derived.definitions;
  const list = (section: FieldSection, { properties }: Properties<FieldSchema>) =>
    Object.entries(properties)
      .filter(([, field]) => isFieldSchema(field))
      .map(([key, field]) => ({ path: `${section}.${key}` as const, key, field }));
  const ofSettings = list('settings', settings);
  const ofScaling = list('scaling', scaling);
  const numbers = [...ofSettings, ...ofScaling].filter(({ field }) => !field.type.includes('boolean'));
  ranges.properties = Object.fromEntries(numbers.map(({ path, key, field }) => [path, tighterRange(key, field)]));
  const paths = [...ofScaling, ...ofSettings].map(({ path }) => path);
  ignore.items.examples = paths;
  acknowledge.items.properties.path.examples = paths;
  return derived;
}

export function isFieldSchema(schema: object): schema is FieldSchema {
  return 'x-kinds' in schema;
}

/** Editors check the edges of a range; the program checks them itself. */
export function rangeOf(field: FieldSchema, description: string, example: unknown, min: object, max: object): object {
  const isNumber = field.type.includes('number');
  const type = [isNumber ? 'number' : 'integer', 'string'];
  const properties = { min: { type, ...min }, max: { type, ...max } };
  return {
    description,
    examples: [{ max: example }],
    allOf: [
      { $ref: `#/definitions/${RANGES[field['x-unit']] ?? (isNumber ? 'rangeOfNumbers' : 'range')}` },
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
      { if: { type: 'object' }, then: { type: 'object', properties } },
    ],
  };
}

function tighterRange(key: string, field: FieldSchema): object {
  const { minimum = null, maximum = null, examples } = field;
  const edge = limitsOf({ minimum, maximum });
  const most = describeRange(field);
  const range = most === null ? '' : `; at most the range of the service: ${most}`;
  return rangeOf(field, `What \`${key}\` may be in this fleet, inclusive${range}.`, examples[0], edge, edge);
}

/** The keywords of the schema; none for null, which is no limit. */
export function limitsOf({ minimum, maximum }: Limits): Pick<NumberSchema, 'minimum' | 'maximum'> {
  const lowest = minimum === null ? {} : { minimum };
  return maximum === null ? lowest : { ...lowest, maximum };
}

/** `500 to 60000 milliseconds`; null without limits. */
export function describeRange(field: Pick<FieldSchema, 'minimum' | 'maximum' | 'x-unit'>): string | null {
  const { minimum, maximum } = field;
  const suffix = UNITS[field['x-unit']] ?? '';
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}${suffix}`;
  if (minimum !== undefined) return `${minimum}${suffix} or more`;
  return maximum === undefined ? null : `at most ${maximum}${suffix}`;
}
