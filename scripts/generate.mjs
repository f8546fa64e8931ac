// Writes every generated file from the schemas; with --check, writes nothing and names the files that are out of date.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateFields } from './generate/fields.mjs';
import { generateLinterRules } from './generate/linter-rules.mjs';
import { generatePlainTypes, generateTypes } from './generate/types.mjs';
import {
  generateFillingValidator,
  generateFillingValidatorTypes,
  generateReportValidators,
  generateReportValidatorTypes,
  generateValidator,
  generateValidatorTypes,
} from './generate/validator.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const FAULT_PLAN = 'src/sandbox/faults/fault-plan.schema.json';
const REPORTS = ['plan', 'drift', 'run', 'validation', 'journal'].map((name) => `schema/${name}.schema.json`);
const REPORT_VALIDATORS = {
  validatePlan: 'plan.schema.json',
  validateDrift: 'drift.schema.json',
  validateRun: 'run.schema.json',
  validateJournalLine: 'journal.schema.json',
};

/** Each generated file with the schema it comes from and the function that makes its text. */
const TARGETS = [
  { path: 'src/model/fields.generated.ts', schema: 'schema/config.schema.json', generate: generateFields },
  {
    path: 'src/config/config-file.generated.ts',
    schema: 'schema/config.schema.json',
    generate: (schema, from) => generateTypes(schema, from, 'ConfigFile'),
  },
  {
    path: 'src/config/validate/validate-config.generated.js',
    schema: 'schema/config.schema.json',
    generate: (schema, from) => generateValidator(schema, from, 'validateConfig'),
  },
  {
    path: 'src/config/validate/validate-config.generated.d.ts',
    schema: 'schema/config.schema.json',
    generate: (_, from) => generateValidatorTypes(from, 'validateConfig', 'ConfigFile', '../config-file.generated.ts'),
  },
  {
    path: 'src/plan/saved/validate-report.generated.js',
    schema: 'schema/plan.schema.json',
    generate: async () =>
      generateReportValidators(await Promise.all(REPORTS.map(readSchema)), REPORTS.join(', '), REPORT_VALIDATORS),
  },
  {
    path: 'src/plan/saved/validate-report.generated.d.ts',
    schema: 'schema/plan.schema.json',
    generate: () => generateReportValidatorTypes(REPORTS.join(', '), Object.keys(REPORT_VALIDATORS)),
  },
  {
    path: 'src/sandbox/faults/fault-plan.generated.ts',
    schema: FAULT_PLAN,
    generate: (schema, from) => generatePlainTypes(schema, from, 'WrittenPlan'),
  },
  {
    path: 'src/sandbox/faults/validate-plan.generated.js',
    schema: FAULT_PLAN,
    generate: (schema, from) => generateFillingValidator(schema, from, 'validatePlan'),
  },
  {
    path: 'src/sandbox/faults/validate-plan.generated.d.ts',
    schema: FAULT_PLAN,
    generate: (_, from) => generateFillingValidatorTypes(from, 'validatePlan'),
  },
  {
    path: 'biome.json',
    schema: 'schema/config.schema.json',
    generate: async () => generateLinterRules(await readFile(join(ROOT, 'biome.json'), 'utf8')),
  },
];

const checkOnly = process.argv.includes('--check');
const stale = [];
for (const target of TARGETS) {
  const schema = await readSchema(target.schema);
  const text = await target.generate(schema, target.schema);
  const file = join(ROOT, target.path);
  if ((await readOrNull(file)) === text) continue;
  stale.push(target.path);
  if (checkOnly) continue;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

for (const path of stale) process.stdout.write(`${checkOnly ? 'out of date' : 'written'}: ${path}\n`);
if (checkOnly && stale.length > 0) {
  process.stderr.write('Run `npm run generate` and commit what it writes.\n');
  process.exitCode = 1;
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
