import { createHash } from 'node:crypto';
import { safeJson } from '../text.ts';
import { canonicalJson, type JsonObject } from './json.ts';

/** A hash of the document without `createdAt` and `digest`, which reveals edits. The order of keys does not matter. */
export function digestOf(document: JsonObject): string {
  const { createdAt: _, digest: __, ...content } = document;
  const hash = createHash('sha256');
  for (const piece of canonicalPieces(content)) hash.update(piece);
  return `sha256:${hash.digest('hex')}`;
}

/** The document as it is saved: with its digest as the last key. */
export function addDigest<T extends object>(document: T): T & { readonly digest: string } {
  return { ...document, digest: digestOf(document as JsonObject) };
}

/** The text of `canonicalJson` in pieces of one member or element each, since a large document fits into memory only once. */
export function* canonicalPieces(document: JsonObject): Iterable<string> {
  yield '{';
  for (const [index, key] of Object.keys(document).sort().entries()) {
    yield `${index === 0 ? '' : ','}${JSON.stringify(key)}:`;
    const value = document[key] ?? null;
    if (!Array.isArray(value)) yield canonicalJson(value);
    else {
      yield '[';
      for (const [at, element] of value.entries()) yield `${at === 0 ? '' : ','}${canonicalJson(element)}`;
      yield ']';
    }
  }
  yield '}';
}

/** The text of `safeJson(document, 2)` in pieces of one member or element each: a large document fits into memory only once. */
export function* safeJsonPieces(document: object): Iterable<string> {
  let start = '{\n';
  for (const [key, value] of Object.entries(document)) {
    if (value === undefined) continue;
    yield `${start}  ${safeJson(key, 0)}: `;
    start = ',\n';
    if (!Array.isArray(value) || value.length === 0) yield indent(safeJson(value, 2), '  ');
    else {
      for (const [at, element] of value.entries())
        yield `${at === 0 ? '[' : ','}\n    ${indent(safeJson(element ?? null, 2), '    ')}`;
      yield '\n  ]';
    }
  }
  yield start === '{\n' ? '{}' : '\n}';
}

/** All lines but the first. Strings of JSON have no line breaks. */
function indent(json: string, by: string): string {
  return json.replaceAll('\n', `\n${by}`);
}
