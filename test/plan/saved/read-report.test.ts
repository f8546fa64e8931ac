import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDigest, digestOf } from '../../../src/model/json/document.ts';
import type { JsonObject, JsonValue } from '../../../src/model/json/json.ts';
import type { Plan } from '../../../src/model/plan.ts';
import type { Drift } from '../../../src/model/report.ts';
import { safeJson } from '../../../src/model/text.ts';
import { readReport } from '../../../src/plan/saved/read-report.ts';
import { checkProperty } from '../../effort.ts';
import { sampleRun } from '../../report/sample-reports.ts';
import { rolledBackRun } from '../../report/sample-runs.ts';
import { fleets, turned } from '../arbitraries.ts';
import { desiredPipe, driftOf, livePipe, pair, planOf } from '../samples.ts';

/** As it is saved. */
function save(document: object): string {
  return `${safeJson(addDigest(document), 2)}\n`;
}

function refusalOf(text: string): string {
  const read = readReport(text, 'plan.json');
  if (read.ok) throw new Error('the report was read');
  expect(read.diagnostic.severity).toBe('error');
  expect(read.diagnostic.summary).toContain('plan.json');
  return read.diagnostic.code;
}

const plan = planOf([
  pair(
    desiredPipe({ settings: { db_max_threads: 8 }, scaling: { replicas: { min: 2, max: 6 } } }),
    livePipe({ settings: { db_max_threads: 4, future: { deep: [1, null, 'x'] } }, scaling: { replicas: 1 } }),
  ),
  pair(desiredPipe({ name: 'calm' }), livePipe({ name: 'calm' })),
]);
const saved = JSON.parse(save(plan)) as JsonObject;

describe('reading a saved report', () => {
  it('returns the same document, for any fleet', () => {
    checkProperty(
      fc.property(fleets(5), fc.boolean(), (pairs, isPlan) => {
        const document: Plan | Drift = isPlan ? planOf(pairs) : driftOf(pairs);
        const read = readReport(save(document), 'plan.json');
        expect(read.ok).toBe(true);
        expect(read.ok && JSON.stringify(read.report)).toBe(JSON.stringify(document));
      }),
      { numRuns: 150 },
    );
  });

  const deep = (levels: number): JsonValue => (levels === 0 ? 1 : { in: [deep(levels - 1)] });

  it.each<[string, JsonValue]>([
    ['zero of either sign', [-0, 0]],
    ['numbers at the edges', [1e21, 5e-324, 1.7976931348623157e308, 0.1, 9007199254740991]],
    ['text of many scripts', ['é 漢 👩‍👩‍👧 \u202e \u0000 \u001b[31m \u2028', '\ud800 alone', '</script>']],
    ['the deepest allowed nesting', deep(31)],
    ['an empty key', { '': { '': [] } }],
    ['keys of Object.prototype', JSON.parse('{"__proto__":{"a":1},"constructor":2,"toString":3}')],
  ])('keeps unknown settings: %s', (_, odd) => {
    const settings = Object.fromEntries([
      ['odd', odd],
      ['__proto__', odd],
    ]);
    const given = planOf([pair(desiredPipe({ settings: { db_max_threads: 8 } }), livePipe({ settings }))]);
    const read = readReport(save(given), 'plan.json');
    expect(read.ok && JSON.stringify(read.report)).toBe(JSON.stringify(given));
    expect(Object.hasOwn((read.ok ? (read.report as Plan).pipes[0]?.live?.settings : null) ?? {}, '__proto__')).toBe(
      true,
    );
  });

  it('accepts other white space, key order, number notation or a byte order mark', () => {
    const texts = [
      JSON.stringify(saved),
      JSON.stringify(saved, null, 7).replaceAll('\n', '\r\n'),
      JSON.stringify(turned(saved)),
      `\uFEFF${JSON.stringify(saved)}`,
      JSON.stringify(saved).replace('"formatVersion":1', '"formatVersion":1.0e0'),
    ];
    for (const text of texts) {
      const read = readReport(text, 'plan.json');
      expect(read.ok && read.report).toEqual(plan);
    }
  });

  it('ignores the time: equal inputs give equal digests', () => {
    const later = planOf([], { now: new Date('2027-01-01T00:00:00.000Z') });
    expect(digestOf(later as unknown as JsonObject)).toBe(digestOf(planOf([]) as unknown as JsonObject));
    expect(readReport(JSON.stringify({ ...saved, createdAt: '2027-01-01T00:00:00.000Z' }), 'plan.json').ok).toBe(true);
    expect(refusalOf(JSON.stringify({ ...saved, createdAt: 'yesterday' }))).toBe('report-unreadable');
  });

  it('accepts a report of another kind and leaves the decision to the command', () => {
    for (const report of [driftOf([]), sampleRun(), rolledBackRun()]) {
      expect(readReport(save(report), 'plan.json')).toMatchObject({ ok: true, report: { kind: report.kind } });
    }
  });
});

/** Every position in a document, as a path of keys. */
function placesOf(value: JsonValue, here: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [here];
  return [here, ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...here, key]))];
}

/** The document with another value at a position; undefined removes it. */
function edit(
  value: JsonValue,
  [key, ...rest]: readonly string[],
  to: (old: JsonValue) => JsonValue | undefined,
): JsonValue {
  if (key === undefined) return to(value) ?? null;
  if (Array.isArray(value)) {
    const at = Number(key);
    return value.flatMap((inner, index) => {
      if (index !== at) return [inner];
      const edited = rest.length === 0 ? to(inner) : edit(inner, rest, to);
      return edited === undefined ? [] : [edited];
    });
  }
  const entries = Object.entries(value as JsonObject).flatMap(([name, inner]): [string, JsonValue][] => {
    if (name !== key) return [[name, inner]];
    const edited = rest.length === 0 ? to(inner) : edit(inner, rest, to);
    return edited === undefined ? [] : [[name, edited]];
  });
  return Object.fromEntries(entries);
}

describe('an edited report', () => {
  const places = placesOf(saved).filter(([first]) => first !== undefined && first !== 'createdAt');
  const isRefused = (document: JsonValue): void => {
    expect(['report-edited', 'report-unreadable', 'report-unreadable']).toContain(refusalOf(JSON.stringify(document)));
  };

  it('is refused with any part removed', () => {
    for (const at of places) isRefused(edit(saved, at, () => undefined));
  });

  it('is refused with anything added', () => {
    for (const at of places) {
      isRefused(
        edit(saved, at, (old) => {
          if (Array.isArray(old)) return [...old, null];
          return typeof old === 'object' && old !== null ? { ...old, added: null } : [old];
        }),
      );
    }
    isRefused({ ...saved, added: null });
  });

  it('is refused with any value changed', () => {
    checkProperty(
      fc.property(fc.constantFrom(...places), fc.jsonValue() as fc.Arbitrary<JsonValue>, (at, value) => {
        const edited = edit(saved, at, () => value);
        fc.pre(JSON.stringify(turned(turned(edited))) !== JSON.stringify(saved));
        isRefused(edited);
      }),
      { numRuns: 500 },
    );
  });

  it('is refused when two pipes are swapped', () => {
    const { pipes } = saved;
    isRefused({ ...saved, pipes: [...(pipes as readonly JsonValue[])].reverse() });
  });

  it('is distinguished from one that never had a digest', () => {
    const { digest: _, ...without } = saved;
    const read = readReport(JSON.stringify(without), 'plan.json');
    expect(read).toMatchObject({ ok: false, diagnostic: { code: 'report-edited', detail: 'It has no digest.' } });
  });
});

describe('an invalid report', () => {
  it.each<[string, string]>([
    ['empty text', ''],
    ['not JSON', 'version: 1'],
    ['half a report', JSON.stringify(saved).slice(0, -20)],
    ['null', 'null'],
    ['a list', '[]'],
    ['another kind', JSON.stringify(addDigest({ kind: 'validation', formatVersion: 1 }))],
    ['a kind named like an Object.prototype key', JSON.stringify(addDigest({ kind: 'toString', formatVersion: 1 }))],
    ['the next format version', JSON.stringify(addDigest({ ...plan, formatVersion: 2 }))],
    ['a format version as text', JSON.stringify(addDigest({ ...plan, formatVersion: '1' }))],
    ['no format version', JSON.stringify(addDigest({ kind: 'plan' }))],
    ['a very long format version', JSON.stringify(addDigest({ ...plan, formatVersion: 'x'.repeat(10_000) }))],
    ...[plan, driftOf([]), sampleRun()].map((report): [string, string] => [
      `a valid digest of a ${report.kind} with properties unknown to the schema`,
      JSON.stringify(addDigest({ ...report, added: 1 })),
    ]),
    ['a valid digest with required properties missing', JSON.stringify(addDigest({ kind: 'plan', formatVersion: 1 }))],
    ['endless nested lists', `{"kind":"plan","formatVersion":1,"pipes":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
    ['megabytes of brackets', '['.repeat(20_000_000)],
    ['an unterminated string', `{"kind":"${'['.repeat(1_000)}`],
    ['endless nested objects', `{"kind":"plan","formatVersion":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
  ])('%s', (_, text) => {
    expect(refusalOf(text)).toBe('report-unreadable');
    const read = readReport(text, 'plan.json');
    expect(JSON.stringify(read).length).toBeLessThan(2_000);
  });

  it('is refused with the place of its first mistake', () => {
    const bent = addDigest({ ...plan, capacity: { ...plan.capacity, before: null } });
    expect(readReport(JSON.stringify(bent), 'plan.json')).toMatchObject({
      diagnostic: { detail: 'It does not match schema/plan.schema.json, at /capacity/before.' },
    });
  });

  it('is refused without an exception: any text, any JSON, any JSON with a valid digest', () => {
    const members = fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<JsonValue>);
    const kinds = fc.constantFrom('plan', 'drift', 'run');
    const shaped = fc
      .tuple(members, kinds)
      .map(([rest, kind]) => JSON.stringify(addDigest({ ...rest, kind, formatVersion: 1 })));
    const bent = fc
      .tuple(
        fc.constantFrom(...placesOf(plan as unknown as JsonObject).slice(1)),
        fc.jsonValue() as fc.Arbitrary<JsonValue>,
      )
      .map(([at, value]) =>
        JSON.stringify(addDigest(edit(plan as unknown as JsonObject, at, () => value) as JsonObject)),
      );
    checkProperty(
      fc.property(fc.oneof(fc.string(), fc.json(), shaped, bent), (text) => {
        const read = readReport(text, 'plan.json');
        if (!read.ok) expect(read.diagnostic.severity).toBe('error');
      }),
      { numRuns: 600 },
    );
  });
});
