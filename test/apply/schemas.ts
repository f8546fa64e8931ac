import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

const NAMES = [
  'validation',
  'plan',
  'drift',
  'run',
  'events',
  'error',
  'series',
  'alert',
  'checks',
  'journal',
  'runs',
  'init',
  'fmt',
  'pull',
] as const;
export type SchemaName = (typeof NAMES)[number];

/** The JSON Schema of a document, as it is published. */
export function readSchema(name: SchemaName): Record<string, unknown> {
  const text = readFileSync(new URL(`../../schema/${name}.schema.json`, import.meta.url), 'utf8');
  return JSON.parse(text) as Record<string, unknown>;
}

const ajv = new Ajv({
  allErrors: true,
  strict: true,
  allowUnionTypes: true,
  strictRequired: false,
  strictTypes: false,
});
for (const name of NAMES) ajv.addSchema(readSchema(name));

/** What is wrong with a document, as it travels through JSON; empty when it is as its schema says. */
export function findFaults(name: SchemaName, document: unknown): readonly string[] {
  const validate = ajv.getSchema(`${name}.schema.json`) as ValidateFunction;
  validate(JSON.parse(JSON.stringify(document)));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

export { NAMES as SCHEMA_NAMES };
