import type { IncomingMessage } from 'node:http';
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { Refusal } from './answer.ts';

/** The largest body read, in bytes. A full settings object is under one kilobyte. */
const MAX_BODY_BYTES = 64 * 1024;

/** Reads the body as text; throws a 413 refusal as soon as it is known to be too large. */
export async function readBody(incoming: IncomingMessage, mostBytes: number = MAX_BODY_BYTES): Promise<string> {
  if (Number(incoming.headers['content-length'] ?? 0) > mostBytes) throw tooLarge(mostBytes);
  const chunks: Buffer[] = [];
  let size = 0;
  // The stream stays usable after an early end, so that the refusal can still be written.
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > mostBytes) throw tooLarge(mostBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Throws a 415 refusal unless the body is declared as JSON (contract, part 4). */
export function requireJson(contentType: string | undefined): void {
  const mediaType = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') {
    throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'send the body with the content type application/json.');
  }
}

/** Parses an update body; throws a 400 refusal for invalid JSON, for anything but an object, and for an empty one. */
export function parseUpdate(text: string): JsonObject {
  if (text.trim() === '') throw new Refusal('BAD_REQUEST', 'the body is empty.');
  const value = parseJson(text);
  if (value === undefined) throw new Refusal('BAD_REQUEST', 'the body is not valid JSON.');
  if (!isJsonObject(value)) throw new Refusal('BAD_REQUEST', 'the body must be a JSON object.');
  if (Object.keys(value).length === 0) throw new Refusal('BAD_REQUEST', 'the body names no key to update.');
  return value;
}

/** The parsed text, or undefined when it is not JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function tooLarge(mostBytes: number): Refusal {
  return new Refusal('PAYLOAD_TOO_LARGE', `the body is larger than ${mostBytes} bytes.`);
}
