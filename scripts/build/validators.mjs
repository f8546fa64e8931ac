// Compiles the schemas to validators: modules in generated/, which git ignores, that need no ajv at run time.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { rolldown } from 'rolldown';
import { importSource } from '../import-source.mjs';

/** Keywords for people and editors, which a validator does not read. */
const HOVER = [
  '$comment',
  'default',
  'defaultSnippets',
  'description',
  'errorMessage',
  'examples',
  'markdownDescription',
  'title',
];

/** Keywords for tables and messages. */
const TABLES = ['x-expected', 'x-kinds', 'x-names', 'x-unit'];

const CODE = { source: true, esm: true };

/** Writes the modules into a folder. */
export async function buildValidators(folder) {
  mkdirSync(folder, { recursive: true });
  const { interpolateSchema } = await importSource('src/config/schema/interpolate-schema.ts');
  const config = interpolateSchema(readSchema('config'));
  // It finds all mistakes, each with the schema that it violates.
  const findAll = { allErrors: true, verbose: true };
  await writeModule(`${folder}/validate-config`, { validateConfig: config.$id }, [config], findAll);
  const documents = ['plan', 'drift', 'run', 'validation', 'journal', 'history-line'].map(readSchema);
  const ids = {
    validatePlan: 'plan.schema.json',
    validateDrift: 'drift.schema.json',
    validateRun: 'run.schema.json',
    validateJournalLine: 'journal.schema.json',
  };
  await writeModule(`${folder}/validate-report`, ids, documents);
  const ofHistory = { validateHistoryLine: 'history-line.schema.json' };
  await writeModule(`${folder}/validate-history-line`, ofHistory, documents);
}

/** Writes a module and its types. `ids`: the schema of each function. */
async function writeModule(path, ids, schemas, options = {}) {
  const ajv = new Ajv({ schemas, messages: false, strictTypes: false, strictRequired: false, code: CODE, ...options });
  ajv.addVocabulary(TABLES);
  writeFileSync(`${path}.js`, standaloneCode(ajv, ids));
  // It requires a part of ajv for the length of a text.
  const bundle = await rolldown({ input: `${path}.js`, platform: 'node' });
  await bundle.write({ file: `${path}.js`, minify: true });
  await bundle.close();
  const types = Object.keys(ids)
    .map((name) => `export declare const ${name}: ValidateFunction;\n`)
    .join('');
  writeFileSync(`${path}.d.ts`, `import type { ValidateFunction } from 'ajv';\n\n${types}`);
}

function readSchema(name) {
  return JSON.parse(readFileSync(`schema/${name}.schema.json`, 'utf8'), (key, value) => {
    // A property may have the name of a keyword.
    if (key === 'properties' || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).filter(([keyword]) => !HOVER.includes(keyword)));
  });
}
