import { createHash } from 'node:crypto';
import type { JsonObject } from './json.ts';
import { canonicalPieces } from './json-pieces.ts';

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
