// Writes every generated file from the schemas, the tables and the samples; with --check, writes nothing and names the files
// that are out of date.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateConfigType } from './generate/config-type.mjs';
import { generateFields } from './generate/fields.mjs';
import { format, generateLinterRules } from './generate/linter-rules.mjs';
import { importSource } from './import-source.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const CONFIG = 'schema/config.schema.json';

/** Each generated file with the schema it comes from and the function that makes its text. */
const TARGETS = [
  { path: CONFIG, schema: CONFIG, generate: generateConfigSchema },
  { path: 'src/model/field/fields.generated.ts', schema: CONFIG, generate: generateFields },
  { path: 'src/config/schema/config.generated.ts', schema: CONFIG, generate: generateConfigType },
  {
    path: 'biome.json',
    schema: CONFIG,
    generate: async () => generateLinterRules(await readFile(join(ROOT, 'biome.json'), 'utf8')),
  },
];

const checkOnly = process.argv.includes('--check');
const stale = [];
for (const { path, schema, generate } of TARGETS) {
  await update(path, await generate(await readSchema(schema), schema));
}
// They come last: they are made from the tables that the targets above are part of.
for (const [name, text] of Object.entries(await renderReferencePages())) await update(`docs/${name}`, text);

for (const path of stale) process.stdout.write(`${checkOnly ? 'out of date' : 'written'}: ${path}\n`);
if (checkOnly && stale.length > 0) {
  process.stderr.write('Run `npm run generate` and commit what it writes.\n');
  process.exitCode = 1;
}

async function update(path, text) {
  const file = join(ROOT, path);
  if ((await readOrNull(file)) === text) return;
  stale.push(path);
  if (checkOnly) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

async function renderReferencePages() {
  return (await importSource('scripts/reference/pages.ts')).renderReferencePages();
}

async function generateConfigSchema(schema, path) {
  const { deriveSchema, describeRange, isFieldSchema, rangeOf } = await importSource(
    'src/config/schema/derive-schema.ts',
  );
  const derived = deriveSchema(schema);
  const { api, settings, scaling } = derived.definitions;
  const fields = Object.entries({ settings, scaling }).flatMap(([section, { properties }]) =>
    Object.entries(properties)
      .filter(([, field]) => isFieldSchema(field))
      .map(([key, field]) => ({ path: `${section}.${key}`, key, field })),
  );
  const widerRange = ({ path, key, field }) => {
    const { minimum, maximum } = field;
    const description = `What \`${key}\` may be in this deployment, inclusive; at least the default range: ${describeRange(field)}.`;
    return [path, rangeOf(field, description, 2 * maximum, { maximum: minimum }, { minimum: maximum })];
  };
  const numbers = fields.filter(({ field }) => field.minimum !== undefined);
  api.properties.ranges.properties = Object.fromEntries(numbers.map(widerRange));
  return format(JSON.stringify(derived, null, 2), path);
}

async function readSchema(path) {
  return JSON.parse(await readFile(join(ROOT, path), 'utf8'));
}

async function readOrNull(file) {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}
