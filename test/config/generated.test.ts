import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { inCi } from '../effort.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Schema {
  readonly $ref?: string;
  readonly $comment?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
}

inCi('the generated files match the schema', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/generate.mjs', '--check'], { cwd: ROOT });
  expect(stdout).toBe('');
});

test('every property has a description and examples', async () => {
  const schema = JSON.parse(await readFile(`${ROOT}/schema/config.schema.json`, 'utf8')) as Schema & {
    readonly definitions: Readonly<Record<string, Schema>>;
  };
  const bare: string[] = [];
  const visit = (node: Schema, path: string) => {
    const target = node.$ref === undefined ? node : schema.definitions[node.$ref.split('/').at(-1) ?? ''];
    if (!target?.description || !target.examples?.length) bare.push(path);
    if (node.$ref === undefined) visitParts(node, path);
  };
  const visitParts = (node: Schema, path: string) => {
    for (const [key, property] of Object.entries(node.properties ?? {})) visit(property, `${path}.${key}`);
    if (node.items !== undefined) visit(node.items, `${path}[]`);
    if (typeof node.additionalProperties === 'object') visit(node.additionalProperties, `${path}.*`);
  };
  visit(schema, '$');
  // A definition has its own description; a property that refers to it has its own examples.
  for (const [name, definition] of Object.entries(schema.definitions)) {
    if (!definition.description && !definition.$comment) bare.push(name);
    visitParts(definition, name);
  }
  expect(bare).toEqual([]);
});
