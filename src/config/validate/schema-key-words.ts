import type { DiagnosticWords } from '../../model/diagnostic.ts';
import { FIELDS } from '../../model/fields.ts';
import { suggest } from '../../model/suggest.ts';
import { entryOf } from '../yaml/node.ts';
import { describeMap, nameOf, type Place, valueSpan } from '../yaml/place.ts';
import { quote } from './problem.ts';
import type { SchemaProblem } from './schema-words.ts';
import { hintKey } from './unknown-setting-words.ts';
import type { SchemaError } from './validate-config.generated.js';

const NAME_RULE =
  'Names are letters, digits, ".", "_" and "-", start with a letter, a digit or "_", and have at most 128 characters.';

/** The keys of a document that an environment may not have, though it is a document otherwise. */
const ROOT_ONLY: ReadonlyMap<string, Pick<DiagnosticWords, 'summary' | 'hint'>> = new Map([
  [
    'include',
    {
      summary: 'An environment cannot include files.',
      hint: 'Move `include` to the top level; what the included file has for an environment alone goes under `environments`.',
    },
  ],
  [
    'environments',
    {
      summary: 'An environment cannot hold environments.',
      hint: 'Put them side by side under the `environments` at the top level; one is chosen with -e.',
    },
  ],
]);

/** What is wrong with the keys of one map: unknown ones, missing ones, names that are not allowed, a check of two kinds. */
export function explainKeys(place: Place, errors: readonly SchemaError[]): readonly SchemaProblem[] {
  const of = (keyword: string) => errors.filter((error) => error.keyword === keyword);
  const problems: SchemaProblem[] = [];
  for (const error of of('additionalProperties'))
    addKey(problems, place, text(error.params.additionalProperty), (key) => unknownKey(place, key, error));
  for (const error of of('propertyNames'))
    addKey(problems, place, text(error.params.propertyName), (key) => ({
      code: 'invalid-name',
      summary: `${quote(key)} cannot be the name of ${withArticle(text(error.parentSchema['x-names']))}.`,
      hint: NAME_RULE,
    }));
  const missing = [...of('required'), ...of('dependencies')].filter((error) => !isAlternative(error));
  const choice = of('oneOf')[0];
  if (choice !== undefined) problems.push(whole(place, chooseKind(place)));
  else if (missing.length > 0) problems.push({ ...whole(place, missingKeys(place, missing)), refused: null });
  return problems;
}

function addKey(problems: SchemaProblem[], place: Place, key: string, words: (key: string) => DiagnosticWords): void {
  const entry = entryOf(place.node, key);
  if (entry !== undefined) problems.push({ span: entry, refused: entry.value, words: words(key) });
}

function whole(place: Place, words: DiagnosticWords): SchemaProblem {
  return { span: place.entry ?? valueSpan(place), refused: place.node, words };
}

/** The `required` of an alternative only says which alternative it is. */
function isAlternative(error: SchemaError): boolean {
  return error.schemaPath.includes('/oneOf/');
}

function unknownKey(place: Place, key: string, error: SchemaError): DiagnosticWords {
  const rootOnly = place.path.length === 2 && place.path[0] === 'environments' ? ROOT_ONLY.get(key) : undefined;
  if (rootOnly !== undefined) return { code: 'unknown-key', ...rootOnly };
  const summary = `Unknown key ${quote(key)} ${describeMap(place.path)}.`;
  if (key === '<<')
    return { code: 'unknown-key', summary, hint: 'YAML merge keys are not supported; share values with a preset.' };
  const special = hintKey(place.path, key);
  if (special !== null) return { code: 'unknown-key', summary, hint: special };
  const known = Object.keys(error.parentSchema.properties ?? {});
  const near = suggest(key, known);
  if (near !== null) return { code: 'unknown-key', summary, hint: `Did you mean ${quote(near)}?` };
  const field = FIELDS.find((spec) => spec.key === key);
  if (field !== undefined) return { code: 'unknown-key', summary, hint: `It belongs under \`${field.section}\`.` };
  return { code: 'unknown-key', summary, hint: `Known here: ${known.join(', ')}.` };
}

function missingKeys(place: Place, errors: readonly SchemaError[]): DiagnosticWords {
  const keys = [...new Set(errors.map((error) => text(error.params.missingProperty)))];
  const names = keys.map((key) => `\`${key}\``).join(', ');
  return { code: 'missing-key', summary: `${nameOf(place.path, place.node)} needs ${names}.` };
}

function chooseKind(place: Place): DiagnosticWords {
  const both = entryOf(place.node, 'series') !== undefined && entryOf(place.node, 'alert') !== undefined;
  return both
    ? {
        code: 'invalid-value',
        summary: `${nameOf(place.path)} has both \`series\` and \`alert\`.`,
        hint: 'Make two checks of it.',
      }
    : { code: 'missing-key', summary: `${nameOf(place.path)} needs \`series\` or \`alert\`.` };
}

function withArticle(noun: string): string {
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
