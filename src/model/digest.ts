import { hash } from 'node:crypto';
import { canonicalJson, type JsonObject } from './json.ts';

/** A hash of the document without `createdAt` and `digest`, which reveals edits. The order of keys does not matter. */
export function digestOf(document: JsonObject): string {
  const { createdAt: _, digest: __, ...content } = document;
  return `sha256:${hash('sha256', canonicalJson(content))}`;
}

/** The document as it is saved: with its digest as the last key. */
export function addDigest<T extends object>(document: T): T & { readonly digest: string } {
  return { ...document, digest: digestOf(document as JsonObject) };
}
