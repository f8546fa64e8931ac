import { format } from './linter-rules.mjs';

const UNITS = { milliseconds: ' milliseconds', bytes: ' bytes', millicores: ' millicores', gigabytes: ' GB' };
const RANGES = { milliseconds: 'rangeOfMilliseconds', bytes: 'rangeOfBytes', gigabytes: 'rangeOfGigabytes' };

/**
 * The schema of the configuration with the parts that follow from its fields: a range of `policy.ranges` for each number, and the
 * examples of field paths. The rest stays as it is.
 */
export function deriveSchema(schema) {
  const { settings, scaling, ranges, ignore, acknowledge } = schema.definitions;
  const fields = (section, { properties }) =>
    Object.entries(properties).map(([key, field]) => ({ path: `${section}.${key}`, key, ...field }));
  const [ofSettings, ofScaling] = [fields('settings', settings), fields('scaling', scaling)];
  const numbers = [...ofSettings, ...ofScaling].filter(({ minimum }) => minimum !== undefined);
  ranges.properties = Object.fromEntries(numbers.map((field) => [field.path, rangeOf(field)]));
  const paths = [...ofScaling, ...ofSettings].map(({ path }) => path);
  ignore.items.examples = paths;
  acknowledge.items.properties.path.examples = paths;
  return format(JSON.stringify(schema, null, 2), 'config.schema.json');
}

/** An editor is told the edges that a range may not pass; the program checks them itself. */
function rangeOf({ key, type, minimum, maximum, 'x-unit': unit, examples }) {
  const edge = { type: [type.includes('number') ? 'number' : 'integer', 'string'], minimum, maximum };
  return {
    description: `What \`${key}\` may be in this fleet, inclusive; at most the range of the service: ${minimum} to ${maximum}${UNITS[unit] ?? ''}.`,
    examples: [{ max: examples[0] }],
    allOf: [
      { $ref: `#/definitions/${RANGES[unit] ?? 'range'}` },
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
      { if: { type: 'object' }, then: { type: 'object', properties: { min: edge, max: edge } } },
    ],
  };
}
