import { importSource } from '../import-source.mjs';
import { banner } from './banner.mjs';

/** Maps by field, to which a deployment adds its own. The tree of the document has their values, parsed. */
const BY_FIELD = ['settings', 'scaling'];

/**
 * The type of the configuration, once variables are replaced and refused values are left out. So no key is required. A
 * definition of a map with known keys is an interface, and so are the items of a definition of a list of maps.
 */
export async function generateConfigType(schema, from) {
  const { interpolateSchema } = await importSource('src/config/schema/interpolate-schema.ts');
  const { definitions, ...root } = interpolateSchema(schema);
  const interfaces = new Map();

  const typeOf = (part) => {
    const name = /^#\/definitions\/([^/]+)$/.exec(part.$ref ?? '')?.[1];
    if (name !== undefined) return typeOfDefinition(name, definitions[name]);
    if (part.$ref !== undefined) return typeOf(follow(part.$ref, definitions));
    if (part.enum !== undefined) return unite(part.enum.map((value) => `'${value}'`.replace(/^'(\d+)'$/, '$1')));
    if (part.type === undefined) return unite(part.anyOf.map(typeOf));
    return unite([part.type].flat().map((type) => simpleTypeOf(type, part)));
  };
  const typeOfDefinition = (name, part) => {
    if (BY_FIELD.includes(name)) return 'Readonly<Record<string, unknown>> | null';
    const types = [part.type].flat();
    if (isKnownMap(part)) return unite([declare(`${name}Config`, part), ...types.filter((type) => type === 'null')]);
    return isKnownMap(part.items) ? listOf(declare(`${name}Item`, part.items)) : typeOf(part);
  };
  const simpleTypeOf = (type, part) => {
    if (type === 'array') return listOf(typeOf(part.items));
    if (type !== 'object') return type === 'integer' ? 'number' : type;
    if (part.additionalProperties) return `Readonly<Record<string, ${typeOf(part.additionalProperties)}>>`;
    const values = Object.entries(part.properties);
    const isByField = values.every(([key]) => key.includes('.'));
    if (isByField) return `Readonly<Record<string, ${unite(values.map(([, value]) => typeOf(value)))}>>`;
    return `{ ${values.map(([key, value]) => `readonly ${key}?: ${typeOf(value)}`).join('; ')} }`;
  };
  const declare = (key, { properties }) => {
    const name = key.charAt(0).toUpperCase() + key.slice(1);
    if (interfaces.has(name)) return name;
    interfaces.set(name, '');
    const lines = Object.entries(properties).map(([key, value]) => `  readonly ${key}?: ${typeOf(value)};\n`);
    interfaces.set(name, `\nexport interface ${name} {\n${lines.join('')}}\n`);
    return name;
  };

  declare('config', root);
  declare('scheduleItem', definitions.schedule.items);
  return [banner(from), ...interfaces.values()].join('');
}

function isKnownMap(part) {
  return part?.properties !== undefined && Object.keys(part.properties).every((key) => !key.includes('.'));
}

function listOf(type) {
  return `readonly ${type.includes(' ') ? `(${type})` : type}[]`;
}

function unite(types) {
  return [...new Set(types.flatMap((type) => (type.includes('{') ? [type] : type.split(' | '))))].join(' | ');
}

function follow(reference, definitions) {
  return reference
    .split('/')
    .slice(2)
    .reduce((part, key) => part[key], definitions);
}
