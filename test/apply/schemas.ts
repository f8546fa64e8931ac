import { readdirSync, readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

const FOLDER = new URL('../../schema/', import.meta.url);

/** The names of all documents with a published schema. */
export const SCHEMA_NAMES = readdirSync(FOLDER)
  .flatMap((file) => /^(.+)\.schema\.json$/.exec(file)?.[1] ?? [])
  .filter((name) => name !== 'config');

/** The published JSON Schema of a document. */
export function readSchema(name: string): Record<string, unknown> {
  const text = readFileSync(new URL(`${name}.schema.json`, FOLDER), 'utf8');
  return JSON.parse(text) as Record<string, unknown>;
}

/** Schemas are compiled in a third of the time. Validators that stop at the first error may add its condition to it. */
export const FAST_COMPILE = { inlineRefs: false, code: { optimize: false } } as const;

const ajv = new Ajv({
  ...FAST_COMPILE,
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  strictRequired: false,
  strictTypes: false,
});
for (const name of SCHEMA_NAMES) ajv.addSchema(readSchema(name));

/** The schema errors of a document after a JSON round trip; empty when it is valid. */
export function findFaults(name: string, document: unknown): readonly string[] {
  const validate = ajv.getSchema(`${name}.schema.json`) as ValidateFunction;
  validate(JSON.parse(JSON.stringify(document)));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
