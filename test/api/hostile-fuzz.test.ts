import fc from 'fast-check';
import { expect, test } from 'vitest';
import { classifyAttempt } from '../../src/api/http/classify-response.ts';
import { readAttempt } from '../../src/api/http/read-response.ts';
import { createServiceClock } from '../../src/api/http/service-clock.ts';
import { parseAlert } from '../../src/api/observability/parse-alert.ts';
import { parseSeries } from '../../src/api/observability/parse-series.ts';
import { parsePipe } from '../../src/api/pipes/parse-pipe.ts';
import { namedWait, retryAfter } from '../../src/api/rate-limit/headers.ts';
import { redactAll } from '../../src/model/secret/redact.ts';
import { anyCharacter } from '../any-character.ts';
import { checkProperty } from '../effort.ts';
import { findPollution, mutated, ODD_TEXTS, oddJson } from '../properties/fuzz.ts';
import { ALERT, KEY_SECRET, PIPE, pipeBody, SPEC, START } from './local-service.ts';

const SECRET = `"${KEY_SECRET}"`;
const redact = redactAll([KEY_SECRET]);

/** What services really answer, by the contract and the field notes. */
const ANSWERS = [
  pipeBody(),
  pipeBody({ settings: { db_max_threads: 4, future: { deep: [1, null] } }, scaling: { replicaCpuMillicores: '500m' } }),
  pipeBody({ source: { objectStorage: { connectionString: 'AccountKey=x' } }, state: KEY_SECRET, name: KEY_SECRET }),
  {
    data: [
      { group: ['a', KEY_SECRET], 'series_0.data': '42', ts_bucket: START },
      { ts_bucket: START, 'series_0.data': 1 },
    ],
  },
  { data: { id: ALERT, state: 'OK', threshold: 1, silenced: { by: 'a', until: '2026-11-20' }, executionErrors: [{}] } },
  { status: 400, error: `BAD_REQUEST: ${KEY_SECRET}`, requestId: KEY_SECRET },
  { message: 'Body validation failed' },
].map((answer) => JSON.stringify(answer));

/** Keys that the readers look at, each with anything under it. */
const shapes = fc
  .dictionary(
    fc.constantFrom('result', 'data', 'error', 'message', 'requestId', 'status', '__proto__'),
    fc.oneof(
      oddJson,
      fc.dictionary(
        fc.constantFrom('id', 'serviceId', 'name', 'state', 'settings', 'scaling', 'source', 'silenced', 'message'),
        fc.oneof(oddJson, fc.constantFrom(PIPE.id, ALERT, KEY_SECRET)),
      ),
      fc.array(fc.dictionary(fc.constantFrom('group', 'ts_bucket', 'series_0.data'), oddJson)),
    ),
  )
  .map((shape) => JSON.stringify(shape));

const bodies = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => new TextDecoder().decode(bytes)),
  mutated(fc.constantFrom(...ANSWERS), [
    ...ODD_TEXTS.map((text) => JSON.stringify(text)),
    '{',
    '[',
    '"',
    ',',
    SECRET,
    '<',
  ]),
  shapes,
  oddJson.map((json) => JSON.stringify(json) ?? ''),
);

const NAMES = [
  'retry-after',
  'x-ratelimit-reset',
  'ratelimit-reset',
  'ratelimit',
  'date',
  'age',
  'location',
  'x-request-id',
];
const headers = fc.dictionary(
  fc.constantFrom(...NAMES),
  fc.oneof(
    fc.constantFrom(
      ...ODD_TEXTS,
      '-1',
      '99999999999999999999',
      'Fri, 20 Nov 2026 10:00:00 GMT',
      `https://${KEY_SECRET}/`,
    ),
    fc.string({ unit: anyCharacter }),
    fc.integer().map(String),
  ),
);
const statuses = fc.oneof(
  fc.integer({ min: 100, max: 999 }),
  fc.constantFrom(200, 204, 302, 400, 401, 404, 424, 429, 500),
);

test('any status, headers and body produce a value or a failure, never an exception', async () => {
  const property = fc.asyncProperty(
    statuses,
    headers,
    bodies,
    fc.constantFrom('read', 'query', 'write'),
    async (status, head, text, intent) => {
      const verdict = classifyAttempt(
        readAttempt({ head: { status, headers: head, arrivedAtMs: 0 }, text, interruption: null }, redact),
        intent,
        START,
      );
      if (!verdict.ok) {
        expect(verdict.message).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
        expect(verdict.message.length).toBeLessThan(400);
        expect(verdict.waitMs === null || verdict.waitMs >= 0).toBe(true);
      }
      expect(JSON.stringify(verdict.ok ? verdict.getRequestId() : verdict)).not.toContain(KEY_SECRET);
      for (const wait of [retryAfter(head, START), namedWait(head, START)]) {
        expect(wait === null || Number.isFinite(wait)).toBe(true);
      }
      const clock = createServiceClock({ now: () => START, monotonicMs: () => 0 });
      clock.follow(head);
      expect(Number.isFinite(clock.now())).toBe(true);

      const json = verdict.ok && verdict.body?.form === 'json' ? verdict.body.value : null;
      const results = [
        parsePipe(json, { ...PIPE, redact }),
        parseSeries(json, { series: [SPEC, SPEC] }, redact),
        parseAlert(json, { id: ALERT, now: START, redact }),
      ];
      for (const result of results) if (!result.ok) expect(result.problem).not.toBe('');
      expect(JSON.stringify(results)).not.toContain(KEY_SECRET);
      expect(findPollution()).toEqual([]);
    },
  );
  await checkProperty(property, { numRuns: 160 });
});
