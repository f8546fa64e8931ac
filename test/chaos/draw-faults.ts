import fc, { type Arbitrary } from 'fast-check';
import { FIELDS } from '../../src/model/fields.ts';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';
import schema from '../../src/sandbox/faults/fault-plan.schema.json' with { type: 'json' };
import { anyValueOf, type PipeCase } from '../properties/scenario.ts';

/** What stands for an address that nothing may ever be sent to, until there is one. */
export const ELSEWHERE = 'http://elsewhere.invalid/';

interface Weighted<T = JsonObject> {
  readonly weight: number;
  readonly arbitrary: Arbitrary<T>;
}

const { status: statusKind, unreadable } = schema.definitions.fault.properties;
const isNotNull = <T>(choice: T | null): choice is T => choice !== null;
const when = fc.constantFrom('before', 'after');
const body = fc.constantFrom(...statusKind.properties.body.enum);
const weigh = <T>(weight: number, arbitrary: Arbitrary<T>): Weighted<T> => ({ weight, arbitrary });
const kind = (name: string, parameters: Arbitrary<JsonObject>): Arbitrary<JsonObject> =>
  parameters.map((told) => ({ [name]: told }));
const status = (codes: readonly number[], moment: Arbitrary<string>): Arbitrary<JsonObject> =>
  kind('status', fc.record({ code: fc.constantFrom(...codes), body, when: moment }));
const afterWaiting = (code: number): Arbitrary<JsonObject> =>
  kind(
    'status',
    fc.constantFrom('0', '1').map((seconds) => ({ code, headers: { 'retry-after': seconds } })),
  );

/** What an answer may be instead of itself, whatever was asked. */
const damaged: readonly Weighted[] = [
  weigh(1, kind('trickle', fc.constantFrom<JsonObject>({ every: 1, bytes: 64 }, { every: 400, bytes: 64 }))),
  weigh(2, kind('truncate', fc.record({ length: fc.constantFrom('promised', 'matching') }))),
  weigh(1, fc.constant({ contentType: {} })),
  weigh(1, fc.constant({ wrongPipe: {} })),
  weigh(1, fc.constant({ idle: {} })),
  weigh(2, kind('html', fc.record({ when }))),
  weigh(2, kind('notJson', fc.record({ when }))),
  weigh(1, kind('endless', fc.record({ when }))),
  weigh(2, kind('redirect', fc.record({ to: fc.constant(ELSEWHERE), status: fc.constantFrom(302, 307), when }))),
  weigh(1, fc.constant({ redirect: {} })),
];

const onReads = fc.oneof(
  ...damaged,
  weigh(4, status([500, 502, 503, 504], fc.constant('before'))),
  weigh(2, status([400, 401, 404, 409], fc.constant('before'))),
  weigh(2, afterWaiting(429)),
  weigh(1, afterWaiting(503)),
  weigh(3, kind('reset', fc.record({ when }))),
  weigh(2, kind('stall', fc.constantFrom<JsonObject>({}, { for: '100ms' }))),
);

const onWrites = fc.oneof(
  ...damaged,
  weigh(6, status([500, 502, 503, 408], when)),
  weigh(3, status([400, 401, 403, 404, 409, 422], fc.constant('before'))),
  // A service that says no to what it has done is told apart in the verdict: nobody could know.
  weigh(1, status([400, 409, 429], fc.constant('after'))),
  weigh(1, status([200, 202, 204], fc.constant('before'))),
  weigh(2, afterWaiting(429)),
  weigh(8, kind('reset', fc.record({ when }))),
  weigh(3, kind('late', fc.record({ for: fc.constantFrom('20ms', '150ms', '600ms') }))),
  weigh(5, kind('stall', fc.oneof(fc.record({ when }), fc.record({ when, for: fc.constant('150ms') })))),
  weigh(6, fc.constant({ ignored: {} })),
);
const onScaling = kind('settle', fc.record({ for: fc.constantFrom('100ms', '500ms', '3s') }));

/** An edit that someone else makes: of one setting, inside the contract or outside it, or of one scaling value. */
export const anyEdit: Arbitrary<JsonObject> = fc.oneof(
  ...FIELDS.map((spec) =>
    fc
      .oneof<Weighted<JsonValue>[]>(weigh(6, anyValueOf(spec)), weigh(1, fc.constant(null)))
      .map((value): JsonObject => ({ [spec.section]: { [spec.key]: value } })),
  ),
  fc.constantFrom<JsonObject[]>({ settings: { x_new: 1 } }, { settings: { x_flag: false } }),
);

const onAny = fc.record({
  edit: fc.tuple(anyEdit, when).map(([edit, moment]): JsonObject => ({ ...edit, when: moment })),
});

/** Rules for a plan of faults, as they are written. Most are about one pipe, so that requests in flight together do not matter. */
export function anyFaults(cases: readonly PipeCase[]): Arbitrary<readonly JsonObject[]> {
  const moving = cases.filter(isMoving);
  const one = fc.constantFrom(...(moving.length > 0 ? moving : cases).map(({ live }) => live.id));
  const about = fc.oneof({ weight: 4, arbitrary: one }, { weight: 1, arbitrary: fc.constant(null) });
  const faulty = fc.oneof(
    weigh(8, fc.record({ operation: fc.constantFrom('put', 'patch'), fault: onWrites })),
    weigh(3, fc.record({ operation: fc.constant('get'), fault: onReads })),
    weigh(3, fc.record({ operation: fc.constantFrom('get', 'put', 'patch'), fault: onAny })),
    weigh(2, fc.record({ operation: fc.constant('patch'), fault: onScaling })),
  );
  const rule = fc
    .record({
      faulty,
      pipe: about,
      // A pipe is written to once or twice, and read a few times more.
      after: fc.constantFrom(0, 0, 0, 0, 1, 2),
      count: fc.constantFrom(1, 1, 1, 2, 4),
      probability: fc.constantFrom(1, 1, 1, 1, 0.5),
    })
    .map(({ faulty: { operation, fault }, pipe, after, ...rest }): JsonObject => {
      // The first read of a pipe makes the plan: without one nothing happens to it.
      const planned = operation !== 'get' ? 0 : pipe === null ? cases.length : 1;
      return { operation, ...(pipe !== null && { pipe }), after: after + planned, ...rest, fault };
    });
  return fc.oneof(
    weigh(1, fc.constant([])),
    weigh(9, fc.array(rule, { minLength: cases.length, maxLength: 3 * cases.length, size: 'max' })),
  );
}

/** What an answer may show that no update can be built on and that confirms nothing, and reads that lag behind a write. */
const odd: Arbitrary<JsonObject> = fc.oneof(
  fc
    .record({
      operation: fc.constantFrom('get', 'get', 'get', 'put', 'patch'),
      shown: fc.oneof(
        fc.record({ settings: fc.constantFrom(...unreadable.properties.settings.enum.filter(isNotNull)) }),
        fc.record({ scaling: fc.constantFrom(...unreadable.properties.scaling.enum.filter(isNotNull)) }),
      ),
    })
    .map(({ operation, shown }): JsonObject => ({ operation, fault: { unreadable: shown } })),
  fc
    .record({
      operation: fc.constantFrom('put', 'patch'),
      for: fc.constantFrom('50ms', '400ms', '2s'),
      answer: fc.constantFrom('sent', 'lost'),
    })
    .map(({ operation, ...lag }): JsonObject => ({ operation, fault: { lag } })),
);

/** More rules, each about one pipe. They go before the others, which would take its requests. */
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
  return fc.oneof(weigh(1, fc.constant([])), weigh(1, fc.array(rule, { minLength: 1, maxLength: 3 })));
}

/** Whether the configuration asks for something that the pipe does not have. */
function isMoving({ live, wishes }: PipeCase): boolean {
  const values: Readonly<Record<string, JsonValue>> = { ...live.settings, ...live.scaling };
  return wishes.some(({ path, value, ignored }) => !ignored && value !== (values[path.split('.')[1] ?? ''] ?? null));
}
