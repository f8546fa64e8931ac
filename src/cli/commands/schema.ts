import { readdir, readFile } from 'node:fs/promises';
import type { SchemaWithFields } from '../../config/schema/derive-schema.ts';
import { extendSchema } from '../../config/schema/extend-schema.ts';
import { loadDeclaration } from '../../engine/configuration.ts';
import { packagePath } from '../../engine/package-files.ts';
import type { JsonObject } from '../../model/json/json.ts';
import { safeJson } from '../../model/text.ts';
import type { Invocation } from '../options/command-spec.ts';
import { choice } from '../options/value-types.ts';

const ENDING = '.schema.json';

/**
 * Prints a schema of the package, with the schemas that it refers to. That of the configuration has the fields that the
 * configuration here declares. Throws UsageError for an unknown name.
 */
export async function runSchema({ args: [name = 'config'], workspace, context, printer }: Invocation): Promise<number> {
  const known = choice(await listSchemas()).parse(name, 'schema', {});
  const schema = await bundleSchema(known);
  if (known !== 'config') {
    printer.write(`${safeJson(schema, 2)}\n`);
    return 0;
  }
  const declared = (await loadDeclaration(workspace, context)) ?? {};
  printer.write(`${safeJson(extendSchema(schema as unknown as SchemaWithFields, declared), 2)}\n`);
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
  return Array.from(JSON.stringify(schema).matchAll(/"\$ref":"([a-z-]+)\.schema\.json/g), ([, name = '']) => name);
}
