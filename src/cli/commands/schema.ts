import { readdir, readFile } from 'node:fs/promises';
import { packagePath } from '../../engine/package-files.ts';
import type { JsonObject } from '../../model/json.ts';
import { safeJson } from '../../model/text.ts';
import type { Invocation } from '../options/command-spec.ts';
import { choice } from '../options/value-types.ts';

const ENDING = '.schema.json';

/** Prints a schema of the package, with the schemas that it refers to. Throws UsageError for an unknown name. */
export async function runSchema({ words: [name = 'config'], view }: Invocation): Promise<number> {
  const known = choice(await listSchemas()).parse(name, 'schema', {});
  view.print(`${safeJson(await bundleSchema(known), 2)}\n`);
  return 0;
}

export async function listSchemas(): Promise<readonly string[]> {
  const files = await readdir(packagePath('schema'));
  return files
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();
}

async function bundleSchema(name: string): Promise<JsonObject> {
  const schema = await readSchema(name);
  const others = new Map<string, JsonObject>();
  const references = referencesOf(schema);
  for (let other = references.pop(); other !== undefined; other = references.pop()) {
    if (other === name || others.has(`${other}${ENDING}`)) continue;
    const { $schema: _, ...found } = await readSchema(other);
    others.set(`${other}${ENDING}`, found);
    references.push(...referencesOf(found));
  }
  if (others.size === 0) return schema;
  return {
    ...schema,
    definitions: { ...(schema.definitions as JsonObject | undefined), ...Object.fromEntries(others) },
  };
}

async function readSchema(name: string): Promise<JsonObject> {
  return JSON.parse(await readFile(packagePath('schema', `${name}${ENDING}`), 'utf8')) as JsonObject;
}

/** The names of the schemas that a schema refers to, such as `plan` for `plan.schema.json#/definitions/change`. */
function referencesOf(schema: JsonObject): string[] {
  return Array.from(JSON.stringify(schema).matchAll(/"\$ref":"([a-z]+)\.schema\.json/g), ([, name = '']) => name);
}
