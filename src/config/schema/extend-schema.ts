import { CONTRACT, type DeclaredFields, type DeclaredSetting, SOURCE_KINDS } from '../../model/field/field.ts';
import { listWords } from '../../model/text.ts';
import {
  deriveSchema,
  describeRange,
  type FieldSchema,
  limitsOf,
  type NumberSchema,
  type SchemaWithFields,
} from './derive-schema.ts';

/** The schema of the configuration for a deployment that has more than the contract. Values of `unclear` settings may be anything. */
export function extendSchema<Schema extends SchemaWithFields>(
  schema: Schema,
  { settings: declared = [], ranges = {} }: DeclaredFields,
  unclear: readonly string[] = [],
): Schema {
  const extended = structuredClone(schema);
  const { settings, fieldsOfKind } = extended.definitions;
  for (const [path, range] of Object.entries(ranges)) {
    const spec = CONTRACT.find(path);
    if (spec === undefined) continue;
    const { properties } = extended.definitions[spec.section];
    const field = properties[spec.key];
    if (field !== undefined) properties[spec.key] = widenField(field, range);
  }
  const contract = Object.values(settings.properties);
  // An unclear setting is also declared, so that field paths and ranges know it; what it takes is replaced below.
  for (const setting of declared) settings.properties[setting.key] = describeSetting(setting, contract);
  fieldsOfKind.allOf = [...fieldsOfKind.allOf, ...declared.flatMap(excludeKinds)];
  const derived = deriveSchema(extended);
  const anything = { description: 'A setting of this deployment.' } as FieldSchema;
  for (const key of unclear) derived.definitions.settings.properties[key] = anything;
  return derived;
}

/** The field with another range, also for the edges of its band. */
function widenField(field: FieldSchema, { min, max }: { readonly min: number; readonly max: number }): FieldSchema {
  const limits = { minimum: min, maximum: max };
  const note = `This deployment takes ${describeRange({ ...limits, 'x-unit': field['x-unit'] })}.`;
  const widen = <Schema extends NumberSchema>(schema: Schema): Schema => ({
    ...schema,
    ...limits,
    description: `${schema.description} ${note}`,
    errorMessage: `Write ${schema['x-expected']}; from ${min} to ${max}.`,
  });
  const widened = widen({ ...field, markdownDescription: `${field.markdownDescription}\n\n${note}` });
  const { properties } = field;
  if (properties === undefined) return widened;
  return { ...widened, properties: { ...properties, min: widen(properties.min), max: widen(properties.max) } };
}

/** Like a setting of the contract with the same type and unit. */
function describeSetting(setting: DeclaredSetting, contract: readonly FieldSchema[]): FieldSchema {
  const { type, minimum, maximum, unit, kinds, meaning } = setting;
  const like = contract.find((field) => field['x-unit'] === unit && field.type.includes(type));
  const { pattern = '\\$\\{', 'x-expected': expected = 'a number or null' } = like ?? {};
  const limits = limitsOf(setting);
  const range = describeRange({ ...limits, 'x-unit': unit });
  const values = range === null ? expected : `${expected}; ${range}`;
  const pipes = kinds.length === SOURCE_KINDS.length ? 'all pipes' : `${listWords(kinds)} pipes`;
  return {
    description: `${meaning} Takes ${values}. For ${pipes}.`,
    type: [type, 'string', 'null'],
    ...limits,
    pattern,
    examples: [type === 'boolean' ? true : (minimum ?? maximum ?? 1)],
    errorMessage: `Write ${values}.`,
    'x-expected': expected,
    'x-unit': unit,
    'x-kinds': kinds,
  };
}

/** Lets editors report a setting on a pipe of a kind that lacks it. The program also checks presets and environments. */
function excludeKinds({ key, kinds }: DeclaredSetting): readonly object[] {
  const others = SOURCE_KINDS.filter((kind) => !kinds.includes(kind));
  if (others.length === 0) return [];
  const errorMessage = `\`${key}\` does not apply to ${listWords(others)} pipes.`;
  const settings = { type: 'object', properties: { [key]: false }, errorMessage };
  return [
    {
      if: { type: 'object', required: ['source'], properties: { source: { enum: others } } },
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
      then: { type: 'object', properties: { settings } },
    },
  ];
}
