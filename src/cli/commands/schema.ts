import { readdir, readFile } from 'node:fs/promises';
import { packagePath } from '../../engine/package-files.ts';
import type { JsonObject } from '../../model/json.ts';
import { suggest } from '../../model/suggest.ts';
import type { Context } from '../options/context.ts';
import { UsageError } from '../options/value-types.ts';
import { exitCode } from '../output/exit-code.ts';
import { writeJson } from '../output/write-output.ts';

const ENDING = '.schema.json';

/**
 * Prints one schema of the package, whole: the schemas that it refers to are in it, under their ids, so that it holds by
 * itself. Throws UsageError for a name that there is none of.
 */
export async function runSchema(name: string, context: Context): Promise<number> {
  const names = await listSchemas();
  if (!names.includes(name)) throw unknownSchema(name, names);
  writeJson(context, await bundleSchema(name));
  return exitCode({ of: 'done' });
}

/** The names that `pipeform schema` takes, in order. */
export async function listSchemas(): Promise<readonly string[]> {
  const files = await readdir(packagePath('schema'));
  return files
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();
}

function unknownSchema(name: string, names: readonly string[]): UsageError {
  const nearest = suggest(name, names);
  const choices = `There are ${names.join(', ')}.`;
  return new UsageError(
    `There is no schema "${name}".`,
    nearest === null ? choices : `Did you mean ${nearest}? ${choices}`,
  );
}

async function bundleSchema(name: string): Promise<JsonObject> {
  const schema = await readSchema(name);
  const others: Record<string, JsonObject> = {};
  const wanted = [...referencesOf(schema)];
  for (let other = wanted.pop(); other !== undefined; other = wanted.pop()) {
    if (other === name || Object.hasOwn(others, other)) continue;
    const found = await readSchema(other);
    others[other] = found;
    wanted.push(...referencesOf(found));
  }
  if (Object.keys(others).length === 0) return schema;
  const embedded = Object.fromEntries(
    Object.entries(others).map(([other, { $schema: _, ...rest }]) => [`${other}${ENDING}`, rest]),
  );
  return { ...schema, definitions: { ...(schema.definitions as JsonObject | undefined), ...embedded } };
}

async function readSchema(name: string): Promise<JsonObject> {
  return JSON.parse(await readFile(packagePath('schema', `${name}${ENDING}`), 'utf8')) as JsonObject;
}

/** The names of the other schemas that a schema refers to, `plan` for `plan.schema.json#/definitions/change`. */
function referencesOf(schema: JsonObject): ReadonlySet<string> {
  const found = new Set<string>();
  JSON.stringify(schema, (key, value: unknown) => {
    const name = key === '$ref' && typeof value === 'string' ? /^([a-z]+)\.schema\.json/.exec(value)?.[1] : undefined;
    if (name !== undefined) found.add(name);
    return value;
  });
  return found;
}
