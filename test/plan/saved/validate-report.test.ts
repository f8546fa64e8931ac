import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validateHistoryLine } from '../../../src/history/validate-line.generated.js';
import { toLine } from '../../../src/journal/open-journal.ts';
import { addDigest } from '../../../src/model/json/document.ts';
import type { JsonValue } from '../../../src/model/json/json.ts';
import {
  type DocumentValidator,
  validateDrift,
  validateJournalLine,
  validatePlan,
  validateRun,
} from '../../../src/plan/saved/validate-report.generated.js';
import { runScenario } from '../../apply/guarded-run.ts';
import { createScenarios } from '../../apply/journaled-run.ts';
import { createMemoryJournal } from '../../apply/memory-journal.ts';
import { readSchema } from '../../apply/schemas.ts';
import { DOCUMENTS } from '../../docs/sample-documents.ts';
import {
  blockedRun,
  driftOfAlerts,
  FINDINGS,
  passedRun,
  recommendedPlan,
  rolledBackRun,
  unfollowedPlan,
  unhealthyRun,
} from '../../report/sample-guarded.ts';
import { cleanPlan, refusedPlan, sampleDrift, samplePlan, sampleRun } from '../../report/sample-reports.ts';

/** The shipped validators are minified when generated; this one is not. */
const ajv = new Ajv({ ownProperties: true, strict: false });
for (const name of ['validation', 'plan', 'drift', 'run', 'journal', 'history-line'] as const)
  ajv.addSchema(readSchema(name));

/** For each kind. Thousands pass as well, in seconds. */
const RUNS = 400;

const asJson = (document: object) => JSON.parse(JSON.stringify(document)) as JsonValue;
const journal = createMemoryJournal();
for (const scenario of Object.values(createScenarios())) await runScenario(scenario, journal);

const HISTORY = DOCUMENTS.find(({ name }) => name === 'history-line')?.sample as readonly object[];

const KINDS: readonly (readonly [string, DocumentValidator, readonly JsonValue[]])[] = [
  [
    'plan',
    validatePlan,
    [samplePlan(), cleanPlan(), refusedPlan(), recommendedPlan(), unfollowedPlan()].map((plan) =>
      asJson(addDigest(plan)),
    ),
  ],
  [
    'drift',
    validateDrift,
    [sampleDrift(), driftOfAlerts(), driftOfAlerts(FINDINGS.slice(0, 1))].map((drift) => asJson(addDigest(drift))),
  ],
  [
    'run',
    validateRun,
    [sampleRun(), passedRun(), rolledBackRun(), blockedRun(), unhealthyRun()].map((run) => asJson(addDigest(run))),
  ],
  ['journal', validateJournalLine, journal.entries.map((entry) => JSON.parse(toLine(entry)) as JsonValue)],
  ['history-line', validateHistoryLine, HISTORY.map(asJson)],
];

describe.each(KINDS)('the validator of a %s', (name, validate, documents) => {
  const whole = ajv.getSchema(`${name}.schema.json`);
  if (whole === undefined) throw new Error(`there is no schema of a ${name}`);
  const verdict = (isValid: unknown, errors: DocumentValidator['errors'] | null | undefined) =>
    isValid === true ? 'valid' : (errors?.[0]?.instancePath ?? 'nowhere');
  const shipped = (document: JsonValue) => verdict(validate(document), validate.errors);
  const original = (document: JsonValue) => verdict(whole(document), whole.errors);

  test('accepts what Pipeform writes', () => {
    expect(documents.map(shipped)).toEqual(documents.map(() => 'valid'));
    expect(documents.map(original)).toEqual(documents.map(() => 'valid'));
  });

  test('agrees with the schema on what is valid and on the position of errors', () => {
    const seen = { valid: 0, refused: 0 };
    fc.assert(
      fc.property(
        fc.constantFrom(...documents),
        fc.array(anyEdit(), { minLength: 1, maxLength: 2 }),
        (document, edits) => {
          const edited = edits.reduce(change, document);
          const expected = original(edited);
          seen[expected === 'valid' ? 'valid' : 'refused'] += 1;
          expect(shipped(edited)).toBe(expected);
        },
      ),
      { numRuns: RUNS },
    );
    expect(seen.valid).toBeGreaterThan(RUNS / 100);
    expect(seen.refused).toBeGreaterThan(RUNS / 4);
  });
});

interface Edit {
  /** The selected value among all values of the document, from 0 up to 1. */
  readonly at: number;
  /** The replacement, when `what` is a value of the document. */
  readonly from: number;
  readonly what: 'take out' | 'copy' | 'twice' | 'add' | { readonly value: JsonValue };
  readonly key: string;
}

function anyEdit(): fc.Arbitrary<Edit> {
  const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  const value = fc.oneof(
    fc.constantFrom<JsonValue>(
      null,
      '',
      'text',
      0,
      -1,
      1.5,
      7,
      true,
      false,
      [],
      {},
      '2026-11-20',
      'update',
      'error',
      200,
    ),
    fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>,
  );
  const what = fc.oneof(fc.constantFrom<Edit['what']>('take out', 'copy', 'twice', 'add'), fc.record({ value }));
  const key = fc.oneof(fc.constantFrom('constructor', 'toString', '__proto__', 'status', 'properties'), fc.string());
  return fc.record({ at: part, from: part, what, key });
}

type Path = readonly (string | number)[];

function listPaths(value: JsonValue, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const parts = Array.isArray(value) ? value.entries() : Object.entries(value);
  return [path, ...[...parts].flatMap(([key, part]) => listPaths(part as JsonValue, [...path, key]))];
}

function valueAt(document: JsonValue, path: Path): JsonValue {
  return path.reduce<JsonValue>((value, key) => (value as Record<string | number, JsonValue>)[key] ?? null, document);
}

function change(document: JsonValue, { at, from, what, key }: Edit): JsonValue {
  const copy = structuredClone(document);
  const paths = listPaths(copy);
  const path = paths[Math.floor(at * paths.length)] ?? [];
  const source = structuredClone(valueAt(copy, paths[Math.floor(from * paths.length)] ?? []));
  const found = valueAt(copy, path);
  if (what === 'add' && typeof found === 'object' && found !== null && !Array.isArray(found)) {
    Object.defineProperty(found, key, { value: source, enumerable: true, configurable: true, writable: true });
    return copy;
  }
  const last = path.at(-1);
  if (last === undefined) return typeof what === 'object' ? what.value : copy;
  const parent = valueAt(copy, path.slice(0, -1)) as Record<string | number, JsonValue>;
  if (what === 'take out' && Array.isArray(parent)) parent.splice(Number(last), 1);
  else if (what === 'take out') delete parent[last];
  else if (what === 'twice' && Array.isArray(parent)) parent.push(structuredClone(found));
  else parent[last] = typeof what === 'object' ? what.value : source;
  return copy;
}
