import { banner } from './banner.mjs';

/**
 * The canonical order of the keys of a configuration file: that of the properties in the
 * schema. Each definition with keys becomes a constant.
 */
export function generateKeyOrder(schema, from) {
  const constants = new Map();

  /** The shape of a value as code, or null where nothing is put in order. */
  function shapeOf(part) {
    const parts = partsOf(part);
    const keys = new Map();
    for (const [key, value] of parts.flatMap(({ properties = {} }) => Object.entries(properties))) {
      // Where alternatives have the same key, the first one says most.
      if (!keys.has(key)) keys.set(key, shapeOf(value) ?? '{}');
    }
    const [each] = parts.flatMap(({ additionalProperties, patternProperties = {} }) =>
      [additionalProperties, ...Object.values(patternProperties)].flatMap((value) =>
        typeof value === 'object' ? (shapeOf(value) ?? []) : [],
      ),
    );
    const [items] = parts.flatMap((one) => (one.items === undefined ? [] : (shapeOf(one.items) ?? [])));
    const [referred] = parts.flatMap(({ $ref }) => ($ref === undefined ? [] : (referTo($ref) ?? [])));
    const entries = [...keys].map(([key, shape]) => `['${key}', ${shape}]`).join(', ');
    const own = [
      ...(keys.size === 0 ? [] : [`keys: new Map<string, Shape>([${entries}])`]),
      ...(each === undefined ? [] : [`each: ${each}`]),
      ...(items === undefined ? [] : [`items: ${items}`]),
    ];
    return own.length > 0 ? `{ ${own.join(', ')} }` : (referred ?? null);
  }

  function referTo(reference) {
    const definition = reference.replace('#/definitions/', '');
    const name = definition.replaceAll(/[^A-Za-z0-9]+/g, '_').toUpperCase();
    if (!constants.has(name)) constants.set(name, shapeOf(schema.definitions[definition]));
    return constants.get(name) === null ? null : name;
  }

  const document = shapeOf(schema);
  const shapes = [...constants].filter(([, shape]) => shape !== null);
  return [
    banner(from),
    INTERFACE,
    ...shapes.map(([name, shape]) => `const ${name}: Shape = ${shape};\n`),
    `\nexport const DOCUMENT: Shape = ${document};\n`,
  ].join('');
}

const INTERFACE = `
/** The canonical order of the keys below one place of the configuration. Nothing is put in order below an empty shape. */
export interface Shape {
  /** The keys of a map that the configuration names, in order. Keys that it does not name come after them, as they stand. */
  readonly keys?: ReadonlyMap<string, Shape>;
  /** What stands under every key of a map whose names people choose; their order is theirs. */
  readonly each?: Shape;
  /** What stands in every item of a list. */
  readonly items?: Shape;
}

`;

/** A schema and those that describe the same value; references are not followed. */
function partsOf(part) {
  return [part, ...[...(part.allOf ?? []), ...(part.anyOf ?? []), ...(part.oneOf ?? [])].flatMap(partsOf)];
}
