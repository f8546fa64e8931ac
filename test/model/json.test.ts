import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalPieces, safeJsonPieces } from '../../src/model/json/document.ts';
import {
  canonicalJson,
  equalJson,
  equalValues,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../src/model/json/json.ts';
import { safeJson } from '../../src/model/text.ts';
import { checkProperty } from '../effort.ts';
import { turned } from '../plan/arbitraries.ts';

const json = fc.jsonValue({ maxDepth: 4, noUnicodeString: false }) as fc.Arbitrary<JsonValue>;

describe('JSON in pieces', () => {
  const documents = fc.dictionary(
    fc.string({ unit: 'binary' }),
    fc.oneof(json, fc.array(json), fc.constant(undefined)),
  ) as fc.Arbitrary<JsonObject>;

  it('is the same text as in one piece', () => {
    checkProperty(
      fc.property(documents, (document) => {
        expect([...canonicalPieces(document)].join('')).toBe(canonicalJson(document));
        expect([...safeJsonPieces(document)].join('')).toBe(safeJson(document, 2));
      }),
    );
  });

  it('has a piece for each element of a list', () => {
    const document = { kind: 'plan', pipes: Array.from({ length: 1_000 }, (_, index) => ({ name: `pipe-${index}` })) };
    for (const pieces of [[...canonicalPieces(document)], [...safeJsonPieces(document)]]) {
      expect(pieces.length).toBeGreaterThanOrEqual(1_000);
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(100);
    }
  });
});

it('takes fractions for equal in single precision, in which a service may store them', () => {
  expect(equalValues({ ratio: [0.7] }, { ratio: [0.699999988] })).toBe(true);
  expect(equalValues(0.7, 0.6999)).toBe(false);
  expect(equalValues(16_777_217, 16_777_216)).toBe(false);
});

describe('canonical JSON', () => {
  it('parses to the same value', () => {
    checkProperty(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('is the same for the same value in any order, and differs for any other value', () => {
    checkProperty(
      fc.property(json, json, (a, b) => {
        expect(canonicalJson(turned(a))).toBe(canonicalJson(a));
        expect(equalJson(a, turned(a))).toBe(true);
        expect(equalJson(a, b)).toBe(canonicalJson(a) === canonicalJson(b));
      }),
    );
  });

  it('sorts by code unit, at every depth', () => {
    expect(canonicalJson({ b: 1, a: [{ z: null, B: true }], é: 'x' })).toBe(
      '{"a":[{"B":true,"z":null}],"b":1,"é":"x"}',
    );
  });
});

describe('equality', () => {
  it.each<[JsonValue | undefined, JsonValue | undefined, boolean]>([
    [null, undefined, false],
    [undefined, undefined, true],
    [null, null, true],
    [{ a: 1 }, { a: 1, b: null }, false],
    [0, -0, true],
  ])('of %j and %j is %s', (a, b, equal) => {
    expect(equalJson(a, b)).toBe(equal);
    expect(equalJson(b, a)).toBe(equal);
  });
});

it('treats an object as neither null nor an array', () => {
  expect([{}, null, [], 'x', undefined].map(isJsonObject)).toEqual([true, false, false, false, false]);
});
