import type { ValidateFunction } from 'ajv';
import { describe, expect, test } from 'vitest';
import { validateHistoryLine } from '../../../generated/validate-history-line.js';
import { validateDrift, validateJournalLine, validatePlan, validateRun } from '../../../generated/validate-report.js';
import { createDriftEntry, createRunEntry } from '../../../src/history/create-entry.ts';
import { printHistoryLine } from '../../../src/history/history-lines.ts';
import { toLine } from '../../../src/journal/open-journal.ts';
import { addDigest } from '../../../src/model/json/document.ts';
import type { JsonObject, JsonValue } from '../../../src/model/json/json.ts';
import { runScenario } from '../../apply/guarded-run.ts';
import { createScenarios } from '../../apply/journaled-run.ts';
import { createMemoryJournal } from '../../apply/memory-journal.ts';
import { alertedPlan, driftOfAlerts, FINDINGS } from '../../report/sample-checks.ts';
import { cleanPlan, refusedPlan, sampleDrift, samplePlan, sampleRun } from '../../report/sample-reports.ts';
import { blockedRun, passedRun, rolledBackRun, unhealthyRun } from '../../report/sample-runs.ts';

const asJson = (document: object) => JSON.parse(JSON.stringify(document)) as JsonValue;
const journal = createMemoryJournal();
for (const scenario of Object.values(createScenarios())) await runScenario(scenario, journal);

/** A drift, one with the same details, and a run. */
const DRIFT = createDriftEntry(sampleDrift());
const HISTORY = [
  printHistoryLine(DRIFT, []),
  printHistoryLine({ ...DRIFT, id: `drift-${'9a'.repeat(8)}` }, [DRIFT]),
  printHistoryLine(createRunEntry(sampleRun(), false), []),
];

const KINDS: readonly (readonly [string, ValidateFunction, readonly JsonValue[]])[] = [
  [
    'plan',
    validatePlan,
    [samplePlan(), cleanPlan(), refusedPlan(), alertedPlan()].map((plan) => asJson(addDigest(plan))),
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
  ['history-line', validateHistoryLine, HISTORY.map((line) => JSON.parse(line) as JsonValue)],
];

describe.each(KINDS)('the validator of a %s', (_, validate, documents) => {
  test('accepts what Pipeform writes', () => {
    for (const document of documents) expect(validate(document) ? [] : validate.errors).toEqual([]);
  });

  test('refuses a value that the schema does not have', () => {
    for (const document of documents as readonly JsonObject[]) expect(validate({ ...document, other: 1 })).toBe(false);
  });
});
