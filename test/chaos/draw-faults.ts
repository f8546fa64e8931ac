import fc, { type Arbitrary } from 'fast-check';
import { FIELDS } from '../../src/model/field/field.ts';
import type { JsonObject, JsonValue } from '../../src/model/json/json.ts';
import { FAULT_KINDS } from '../../src/sandbox/faults/fault-kinds.ts';
import { IDLE_TEXT } from '../../src/sandbox/http.ts';
import { ODD_FAULT_KINDS } from '../odd-service/odd-fault-kinds.ts';
import { anyValueOf, type PipeCase } from '../properties/scenario.ts';

/** Stands for the address that must receive no request, until it exists. */
export const ELSEWHERE = 'http://elsewhere.invalid/';

interface Weighted<T = JsonObject> {
  readonly weight: number;
  readonly arbitrary: Arbitrary<T>;
}

const when = fc.constantFrom('before', 'after');
const body = fc.constantFrom(...(FAULT_KINDS.status?.parameters.body?.choices ?? []));
const { settings: oddSettings, scaling: oddScaling } = ODD_FAULT_KINDS.unreadable.parameters;
const weighted = <T>(weight: number, arbitrary: Arbitrary<T>): Weighted<T> => ({ weight, arbitrary });
const kind = (name: string, parameters: Arbitrary<JsonObject>): Arbitrary<JsonObject> =>
  parameters.map((given) => ({ [name]: given }));
const status = (codes: readonly number[], moment: Arbitrary<string>): Arbitrary<JsonObject> =>
  kind('status', fc.record({ code: fc.constantFrom(...codes), body, when: moment }));
/** A response instead of that of the service, before or after it has handled the request. */
const instead = (codes: readonly number[], response: JsonObject): Arbitrary<JsonObject> =>
  kind(
    'status',
    fc.record({ code: fc.constantFrom(...codes), when }).map((drawn) => ({ ...response, ...drawn })),
  );
const afterWaiting = (code: number): Arbitrary<JsonObject> =>
  kind(
    'status',
    fc.constantFrom('0', '1').map((seconds) => ({ code, headers: { 'retry-after': seconds } })),
  );

/** Damaged answers to requests about a pipe. */
const damaged: readonly Weighted[] = [
  weighted(1, kind('trickle', fc.constantFrom<JsonObject>({ every: 1, bytes: 64 }, { every: 400, bytes: 64 }))),
  weighted(2, kind('truncate', fc.record({ length: fc.constantFrom('promised', 'matching') }))),
  weighted(1, fc.constant({ contentType: {} })),
  weighted(1, fc.constant({ wrongPipe: {} })),
  weighted(1, fc.constant({ status: { code: 424, text: IDLE_TEXT } })),
  weighted(2, instead([200], { body: 'html' })),
  weighted(2, instead([200], { body: 'plain', headers: { 'content-type': 'application/json' } })),
  weighted(1, kind('endless', fc.record({ when }))),
  weighted(2, instead([302, 307], { body: 'empty', headers: { location: ELSEWHERE } })),
  weighted(1, fc.constant({ status: { code: 307, body: 'empty', headers: { location: '/elsewhere' } } })),
];

/** Faults of reads of a pipe. */
export const onReads = fc.oneof(
  ...damaged,
  weighted(4, status([500, 502, 503, 504], fc.constant('before'))),
  weighted(2, status([400, 401, 404, 409], fc.constant('before'))),
  weighted(2, afterWaiting(429)),
  weighted(1, afterWaiting(503)),
  weighted(3, kind('reset', fc.record({ when }))),
  weighted(2, kind('stall', fc.constantFrom<JsonObject>({}, { for: '100ms' }))),
);

/** Faults of updates of a pipe. */
export const onWrites = fc.oneof(
  ...damaged,
  weighted(6, status([500, 502, 503, 408], when)),
  weighted(3, status([400, 401, 403, 404, 409, 422], fc.constant('before'))),
  // A rejected write that was committed is treated separately when checked: no client can know.
  weighted(1, status([400, 409, 429], fc.constant('after'))),
  weighted(1, status([200, 202, 204], fc.constant('before'))),
  weighted(2, afterWaiting(429)),
  weighted(3, kind('conflict', fc.record({ for: fc.constantFrom('150ms', '600ms') }))),
  weighted(8, kind('reset', fc.record({ when }))),
  weighted(3, kind('late', fc.record({ for: fc.constantFrom('20ms', '150ms', '600ms') }))),
  weighted(5, kind('stall', fc.oneof(fc.record({ when }), fc.record({ when, for: fc.constant('150ms') })))),
  weighted(6, fc.constant({ ignored: {} })),
);
const onScaling = kind('settle', fc.record({ for: fc.constantFrom('100ms', '500ms', '3s') }));

/** An edit by someone else: of one setting, inside or outside the contract, or of one scaling value. */
export const anyEdit: Arbitrary<JsonObject> = fc.oneof(
  ...FIELDS.map((spec) =>
    fc
      .oneof<Weighted<JsonValue>[]>(weighted(6, anyValueOf(spec)), weighted(1, fc.constant(null)))
      .map((value): JsonObject => ({ [spec.section]: { [spec.key]: value } })),
  ),
  fc.constantFrom<JsonObject[]>({ settings: { x_new: 1 } }, { settings: { x_flag: false } }),
);

const onAny = fc.record({
  edit: fc.tuple(anyEdit, when).map(([edit, moment]): JsonObject => ({ ...edit, when: moment })),
});

/** Rules of a fault plan. Most are about one pipe, so that concurrent requests do not matter. */
export function anyFaults(cases: readonly PipeCase[]): Arbitrary<readonly JsonObject[]> {
  const moving = cases.filter(isMoving);
  const one = fc.constantFrom(...(moving.length > 0 ? moving : cases).map(({ live }) => live.id));
  const about = fc.oneof({ weight: 4, arbitrary: one }, { weight: 1, arbitrary: fc.constant(null) });
  const faulty = fc.oneof(
    weighted(8, fc.record({ operation: fc.constantFrom('put', 'patch'), fault: onWrites })),
    weighted(3, fc.record({ operation: fc.constant('get'), fault: onReads })),
    weighted(3, fc.record({ operation: fc.constantFrom('get', 'put', 'patch'), fault: onAny })),
    weighted(2, fc.record({ operation: fc.constant('patch'), fault: onScaling })),
  );
  const rule = fc
    .record({
      faulty,
      pipe: about,
      // A pipe is written once or twice, and read a few more times.
      after: fc.constantFrom(0, 0, 0, 0, 1, 2),
      count: fc.constantFrom(1, 1, 1, 2, 4),
      probability: fc.constantFrom(1, 1, 1, 1, 0.5),
    })
    .map(({ faulty: { operation, fault }, pipe, after, ...rest }): JsonObject => {
      // The first read of a pipe is for the plan: without a plan there is no write.
      const planned = operation !== 'get' ? 0 : pipe === null ? cases.length : 1;
      return { operation, ...(pipe !== null && { pipe }), after: after + planned, ...rest, fault };
    });
  return fc.oneof(
    weighted(1, fc.constant([])),
    weighted(9, fc.array(rule, { minLength: cases.length, maxLength: 3 * cases.length, size: 'max' })),
  );
}

/** Answers that no update can use and that confirm nothing, and reads that lag behind a write. */
const odd: Arbitrary<JsonObject> = fc.oneof(
  fc
    .record({
      operation: fc.constantFrom('get', 'get', 'get', 'put', 'patch'),
      shown: fc.oneof(
        fc.record({ settings: fc.constantFrom(...(oddSettings?.choices ?? [])) }),
        fc.record({ scaling: fc.constantFrom(...(oddScaling?.choices ?? [])) }),
      ),
    })
    .map(({ operation, shown }): JsonObject => ({ operation, fault: { unreadable: shown } })),
  fc
    .record({
      operation: fc.constantFrom('put', 'patch'),
      for: fc.constantFrom('50ms', '400ms', '2s'),
      answer: fc.constantFrom('sent', 'lost'),
    })
    .map(({ operation, answer, ...lag }): JsonObject => {
      return { operation, fault: answer === 'sent' ? { lag } : { lostLag: lag } };
    }),
);

/** More rules, each about one pipe. They come first, since the others would match its requests. */
export function anyOddFaults(cases: readonly PipeCase[]): Arbitrary<readonly JsonObject[]> {
  const rule = fc
    .record({
      odd,
      pipe: fc.constantFrom(...cases.map(({ live }) => live.id)),
      after: fc.constantFrom(0, 0, 1, 2),
      count: fc.constantFrom(1, 1, 2, 20),
    })
    .map(({ odd: { operation, fault }, pipe, after, count }): JsonObject => {
      return { operation, pipe, after: after + (operation === 'get' ? 1 : 0), count, fault } as JsonObject;
    });
  return fc.oneof(weighted(1, fc.constant([])), weighted(1, fc.array(rule, { minLength: 1, maxLength: 3 })));
}

/** Whether the configuration declares something that the pipe does not support. */
function isMoving({ live, declarations }: PipeCase): boolean {
  const values: Readonly<Record<string, JsonValue>> = { ...live.settings, ...live.scaling };
  return declarations.some(
    ({ path, value, ignored }) => !ignored && value !== (values[path.split('.')[1] ?? ''] ?? null),
  );
}
