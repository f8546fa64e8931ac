import { banner } from './banner.mjs';

/**
 * The field table (`FieldSpec` in src/model/field/field.ts): one row for each field of the `settings` and `scaling` definitions, in
 * the order of the schema. The meaning is the first sentence of the description.
 */
export function generateFields(schema, from) {
  const rows = ['settings', 'scaling'].flatMap((section) =>
    Object.entries(schema.definitions[section].properties)
      .filter(([, field]) => isField(section, field))
      .map(([key, field]) => row(section, key, field)),
  );
  return [banner(from), '\nexport const FIELD_ROWS = [\n', ...rows, '] as const;\n'].join('');
}

/** `scaling.schedule` is a list of windows, no field. */
function isField(section, field) {
  return section === 'settings' || field.type !== undefined;
}

function row(section, key, field) {
  const type = ['boolean', 'number', 'integer'].find((name) => field.type.includes(name));
  if (type === undefined || !field['x-unit'] || !field['x-kinds']?.length)
    throw new Error(`${section}.${key} needs a type, x-unit and x-kinds`);
  const values = {
    section,
    key,
    type,
    minimum: field.minimum ?? null,
    maximum: field.maximum ?? null,
    unit: field['x-unit'],
    kinds: field['x-kinds'],
    meaning: firstSentence(field.description),
  };
  const cells = Object.entries(values).map(([name, value]) => `${name}: ${literal(value)}`);
  return `  { ${cells.join(', ')} },\n`;
}

function firstSentence(text) {
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
}

function literal(value) {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : String(value);
}
