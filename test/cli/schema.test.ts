import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { listSchemas } from '../../src/cli/commands/schema.ts';
import { FAST_COMPILE } from '../apply/schemas.ts';
import { runLine } from './fake-context.ts';

const FILES = readdirSync(fileURLToPath(new URL('../../schema', import.meta.url)));

async function print(name: string): Promise<Record<string, unknown>> {
  const { code, stdout } = await runLine(['schema', name]);
  expect(code).toBe(0);
  return JSON.parse(stdout) as Record<string, unknown>;
}

test('every schema of the package has a name', async () => {
  const names = await listSchemas();
  expect(names).toEqual(expect.arrayContaining(['config', 'init', 'plan', 'run']));
  expect(names.map((name) => `${name}.schema.json`).toSorted()).toEqual(
    FILES.filter((file) => file.includes('.schema.')).sort(),
  );
});

test('without a name it is that of the configuration', async () => {
  const { code, stdout, stderr } = await runLine(['schema', '--format', 'json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toEqual(await print('config'));
});

const ajv = new Ajv({ ...FAST_COMPILE, strict: false });

test.each(await listSchemas())('%s is printed complete, without external references', async (name) => {
  const schema = await print(name);
  expect(() => ajv.compile(schema)).not.toThrow();
  // So that none refers to one before it.
  ajv.removeSchema();
  expect(schema).toMatchObject({ $schema: 'http://json-schema.org/draft-07/schema#' });
});

test('validates referenced parts of a schema', async () => {
  const validate = ajv.compile(await print('error'));
  const document = { kind: 'error', formatVersion: 1, diagnostics: [{ severity: 'bad' }] };
  expect(validate(document)).toBe(false);
  expect(validate.errors?.[0]?.instancePath).toBe('/diagnostics/0');
});
