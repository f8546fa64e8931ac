import { createHash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '../../model/json.ts';

/**
 * The hash of everything in a document but the time of its making and the hash itself, which shows whether a file was edited.
 * Line breaks and the order of keys do not count.
 */
export function digestOf(document: JsonObject): string {
  const { createdAt: _, digest: __, ...content } = document;
  return `sha256:${createHash('sha256').update(canonicalJson(content)).digest('hex')}`;
}

/** The document as it is printed and saved: with its digest as the last key. */
export function addDigest<T extends object>(document: T): T & { readonly digest: string } {
  return { ...document, digest: digestOf(document as JsonObject) };
}
