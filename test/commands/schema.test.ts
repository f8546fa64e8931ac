import { readdirSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { listSchemas, runSchema } from '../../src/cli/commands/schema.ts';
import type { Context } from '../../src/cli/options/context.ts';

const FILES = readdirSync(fileURLToPath(new URL('../../schema', import.meta.url)));

async function print(name: string): Promise<Record<string, unknown>> {
  const stdout = new PassThrough();
  expect(await runSchema(name, { stdout } as unknown as Context)).toBe(0);
  stdout.end();
  return JSON.parse(await text(stdout)) as Record<string, unknown>;
}

test('every schema of the package has a name', async () => {
  const names = await listSchemas();
  expect(names).toEqual(expect.arrayContaining(['config', 'init', 'plan', 'run']));
  expect(names.map((name) => `${name}.schema.json`)).toEqual(FILES.filter((file) => file.includes('.schema.')).sort());
});

test.each(await listSchemas())('%s is printed whole: it holds by itself', async (name) => {
  const schema = await print(name);
  const ajv = new Ajv({ strict: false });
  expect(() => ajv.compile(schema)).not.toThrow();
  expect(schema).toMatchObject({ $schema: 'http://json-schema.org/draft-07/schema#' });
});

test('what a schema refers to is judged too', async () => {
  const validate = new Ajv({ strict: false }).compile(await print('error'));
  const document = { kind: 'error', formatVersion: 1, diagnostics: [{ severity: 'bad' }] };
  expect(validate(document)).toBe(false);
  expect(validate.errors?.[0]?.instancePath).toBe('/diagnostics/0');
});
