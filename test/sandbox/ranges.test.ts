import { expect, test } from 'vitest';
import { FIELDS } from '../../src/model/field/field.ts';
import { SCALING_RULES, SETTING_RULES } from '../../src/sandbox/pipes-api/field-rules.ts';
import { named, patch, put, start } from './harness.ts';

// The tables of client and sandbox were written separately from part 8 of the contract, so they check each other.
test('the client and the sandbox have the same keys, types, ranges and kinds', () => {
  const ours = [
    ...Object.entries(SETTING_RULES).map(([key, rule]) => ['settings', key, rule] as const),
    ...Object.entries(SCALING_RULES).map(([key, rule]) => ['scaling', key, rule] as const),
  ].map(([section, key, { type, range, kinds }]) => ({
    section,
    key,
    type,
    minimum: range?.[0] ?? null,
    maximum: range?.[1] ?? null,
    kinds: [...kinds],
  }));
  const theirs = FIELDS.map(({ section, key, type, minimum, maximum, kinds }) => {
    return { section, key, type, minimum, maximum, kinds: [...kinds] };
  });
  expect(ours).toEqual(theirs);
});

test('the defaults are in range', () => {
  for (const { range, whenUnset } of Object.values({ ...SETTING_RULES, ...SCALING_RULES })) {
    if (range === undefined) expect(whenUnset).toBeTypeOf('boolean');
    else expect(Number(whenUnset) >= range[0] && Number(whenUnset) <= range[1]).toBe(true);
  }
});

const NAMES = { kafka: 'orders-prod', kinesis: 'clickstream-prod', objectStorage: 'invoices-archive' } as const;

test.each(FIELDS.map((spec) => [spec.path, spec] as const))(
  '%s is accepted at both limits and refused beyond them and with another type',
  async (_path, spec) => {
    const sandbox = await start({ switches: { settleMs: 0 } });
    const kind = spec.kinds[0] === 'kafka' ? 'kafka' : 'objectStorage';
    const name = NAMES[kind];
    const send = (value: unknown) => (spec.section === 'settings' ? put : patch)(sandbox, name, { [spec.key]: value });
    const held = () => named(sandbox, name)[spec.section][spec.key];

    const { minimum, maximum } = spec;
    const isNumber = minimum !== null && maximum !== null;
    for (const value of isNumber ? [minimum, maximum] : [true, false]) {
      expect((await send(value)).status).toBe(200);
      expect(held()).toBe(value);
    }
    const step = spec.type === 'number' ? 0.01 : 1;
    const wrong = isNumber ? [minimum - step, maximum + step, true] : [0, 1];
    if (spec.type === 'integer') wrong.push((minimum ?? 0) + 0.5, 1e300);
    const last = held();
    for (const value of [...wrong, String(last), [], {}]) {
      const { status, json } = await send(value);
      expect({ value, status }).toEqual({ value, status: 400 });
      expect(json.error).toMatch(new RegExp(`^BAD_REQUEST: ${spec.key} must be `));
      expect(held()).toBe(last);
    }
  },
);

test('reports every invalid key, and changes nothing', async () => {
  const sandbox = await start();
  const before = named(sandbox, 'orders-prod');
  const { json } = await put(sandbox, 'orders-prod', { db_max_threads: 65, db_max_insert_threads: 4, nonsense: 1 });
  expect(json.error).toBe('BAD_REQUEST: db_max_threads must be between 0 and 64; nonsense is not a setting.');
  expect(named(sandbox, 'orders-prod')).toBe(before);
});

test.each(['__proto__', 'constructor', 'toString'])('treats the key %s like any other unknown key', async (key) => {
  const sandbox = await start();
  for (const send of [put, patch]) {
    const { status, json } = await send(sandbox, 'orders-prod', `{"${key}": 1}`);
    expect(status).toBe(400);
    expect(json.error).toContain(`${key} is not a `);
  }
});
