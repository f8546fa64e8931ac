import { Ajv } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { banner } from './banner.mjs';
import { importSource } from './import-source.mjs';
import { joinTwins } from './join-twins.mjs';
import { keepKeys } from './keep-keys.mjs';
import { keepNames } from './keep-names.mjs';

const { interpolateSchema } = await importSource('src/config/schema/interpolate-schema.ts');

/** What is read of an error of the configuration (`SchemaError`). */
const CONFIG_ERROR = ['instancePath', 'schemaPath', 'keyword', 'params', 'parentSchema', 'propertyName'];

const ANNOTATIONS = ['x-code', 'x-expected', 'x-kinds', 'x-names', 'x-unit'];

/** A self-contained ES module that exports one validating function; it imports nothing, ajv included. */
export function generateValidator(schema, from, name) {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    messages: false,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    inlineRefs: false,
    code: { source: true, esm: true, lines: true },
  });
  ajv.addVocabulary(ANNOTATIONS);
  const compiled = withoutHoverText(interpolateSchema(withoutEditorText(withoutDeclarations(schema))));
  ajv.addSchema(compiled);
  const code = standaloneCode(ajv, { [name]: compiled.$id });
  if (/\brequire\(|^import /m.test(code)) throw new Error(`${from} uses a keyword that needs ajv at run time`);
  return `${banner(from)}${inLinearTime(keepKeys(code, CONFIG_ERROR))}\n`;
}

const PUSH = /if\(vErrors === null\)\{\s*vErrors = \[(\w+)\];\s*\}\s*else \{\s*vErrors\.push\(\1\);\s*\}/g;
const CONCAT = /(vErrors) = \1 === null \? (\w+\.errors) : \1\.concat\(\2\);/g;

/** ajv copies all errors so far for each pipe that has one: minutes for a large file with a mistake in every pipe. */
function inLinearTime(code) {
  if (!CONCAT.test(code)) throw new Error('ajv joins errors in another way than the one that is replaced');
  const joined = code.replace(CONCAT, '$1 = joinErrors($1, $2);').replace(PUSH, '(vErrors ??= []).push($1);');
  return `${joined}
function joinErrors(before, more) {
if(before === null){
return more;
}
for(const error of more){
before.push(error);
}
return before;
}`;
}

/** The declaration file that stands beside the validator. */
export function generateValidatorTypes(from, name) {
  return `${banner(from)}
/** What is wrong with one value: the JSON pointer to it, the keyword that failed and the schema that holds the keyword. */
export interface SchemaError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly parentSchema: Readonly<Record<string, unknown>>;
  readonly propertyName?: string;
}

export declare const ${name}: {
  (data: unknown): boolean;
  errors?: readonly SchemaError[] | null;
};
`;
}

/** Validators of documents that Pipeform wrote itself: one function a document, which says at which place it first fails. */
export function generateReportValidators(schemas, from, names) {
  const ajv = new Ajv({
    messages: false,
    strict: false,
    inlineRefs: false,
    code: { source: true, esm: true, lines: true },
  });
  const compiled = schemas.map(withoutHoverText).map(withoutLengths);
  for (const schema of compiled) ajv.addSchema(schema);
  const code = joinTwins(keepNames(keepKeys(standaloneCode(ajv, names), ['instancePath', 'keyword'])));
  if (/\brequire\(|^import /m.test(code)) throw new Error(`${from} uses a keyword that needs ajv at run time`);
  return `${banner(from)}${code}\n`;
}

/** The declaration file that stands beside the validators of documents. */
export function generateReportValidatorTypes(from, names) {
  return `${banner(from)}
/** Whether a value is such a document; \`errors\` then holds the first place where it is not. */
export interface DocumentValidator {
  (data: unknown): boolean;
  errors?: readonly { readonly instancePath: string; readonly keyword: string }[] | null;
}

${names.map((name) => `export declare const ${name}: DocumentValidator;`).join('\n')}
`;
}

/** A configuration with further fields is not validated by this code, but by that of `src/config/schema`. */
function withoutDeclarations(schema) {
  const { declaredSetting: _, api, ...definitions } = schema.definitions;
  const properties = { ...api.properties, ranges: true, settings: true };
  return { ...schema, definitions: { ...definitions, api: { ...api, properties } } };
}

/** The schema without what only editors read beside a description: titles, Markdown, messages and snippets. */
function withoutEditorText(schema) {
  return JSON.parse(JSON.stringify(schema), (key, value) => (EDITOR_TEXT[key]?.(value) === true ? undefined : value));
}

const isText = (value) => typeof value === 'string';

/** By keyword, what tells it from a property of that name. */
const EDITOR_TEXT = {
  title: isText,
  markdownDescription: isText,
  errorMessage: isText,
  defaultSnippets: Array.isArray,
};

/** Descriptions and examples are for editors; the validator that ships carries only what it checks and reports. */
function withoutHoverText(schema) {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || key === 'properties') return value;
    const { description, examples, default: _, ...rest } = value;
    return typeof description === 'string' || Array.isArray(examples) ? rest : value;
  });
}

/** A length in characters needs a helper of ajv at run time; that a text is not empty can be said as a pattern. */
function withoutLengths(schema) {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (value?.minLength !== 1 || value.pattern !== undefined) return value;
    const { minLength: _, ...rest } = value;
    return { ...rest, pattern: '[^]' };
  });
}
