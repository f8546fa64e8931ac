import { Ajv } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { banner } from './banner.mjs';
import { interpolatedSchema } from './interpolated-schema.mjs';

const ANNOTATIONS = ['x-code', 'x-expected', 'x-kinds', 'x-names', 'x-unit'];

/** A self-contained ES module that exports one validating function; it imports nothing, ajv included. */
export function generateValidator(schema, from, name) {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    messages: false,
    ownProperties: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    code: { source: true, esm: true, lines: true },
  });
  ajv.addVocabulary(ANNOTATIONS);
  const compiled = withoutHoverText(interpolatedSchema(schema));
  ajv.addSchema(compiled);
  const code = standaloneCode(ajv, { [name]: compiled.$id });
  if (/\brequire\(|^import /m.test(code)) throw new Error(`${from} uses a keyword that needs ajv at run time`);
  return `${banner(from)}${code}\n`;
}

/** The declaration file that stands beside the validator. */
export function generateValidatorTypes(from, name, type, typesModule) {
  return `${banner(from)}import type { ${type} } from '${typesModule}';

/** What is wrong with one value: the JSON pointer to it, the keyword that failed and the schema that holds the keyword. */
export interface SchemaError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly parentSchema: Readonly<Record<string, unknown>>;
  readonly propertyName?: string;
}

export declare const ${name}: {
  (data: unknown): data is ${type};
  errors?: readonly SchemaError[] | null;
};
`;
}

/** Descriptions and examples are for editors; the validator that ships carries only what it checks and reports. */
function withoutHoverText(schema) {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || key === 'properties') return value;
    const { description, examples, default: _, ...rest } = value;
    return typeof description === 'string' || Array.isArray(examples) ? rest : value;
  });
}
