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

/** The published JSON Schema of a document. */
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

/** The schema errors of a document after a JSON round trip; empty when it is valid. */
export function findFaults(name: SchemaName, document: unknown): readonly string[] {
  const validate = ajv.getSchema(`${name}.schema.json`) as ValidateFunction;
  validate(JSON.parse(JSON.stringify(document)));
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

export { NAMES as SCHEMA_NAMES };
