import { parseDocument } from 'yaml';
import { type JsonValue, parseJson } from '../model/json/json.ts';
import { readInput } from '../platform/read-input.ts';
import { createFileError, SandboxError } from './sandbox-error.ts';

const MIB = 1024 ** 2;
/** A saved fleet of about 100,000 pipes has this size. */
const MAX_BYTES = 64 * MIB;
/** The nodes of YAML take up to 500 times the memory of their text. */
const MAX_YAML_LENGTH = 4 * MIB;

/** @param what the file in messages, such as `fleet file fleet.yaml`. @throws SandboxError when it cannot be read. */
export async function readText(file: string, what: string): Promise<string> {
  try {
    return (await readInput(file, MAX_BYTES)).toString();
  } catch (error) {
    throw createFileError(`read the ${what}`, error);
  }
}

const MAX_ALIASES = 1_000;

/** Parses YAML 1.2, and so JSON. @throws SandboxError. */
export function parseYaml(text: string, what: string): JsonValue {
  // Much faster for a large fleet.
  const json = parseJson(text);
  if (json !== undefined) return json;
  if (text.length > MAX_YAML_LENGTH) throw new SandboxError(`the ${what} is YAML of more than 4 MiB.`);
  try {
    const document = parseDocument(text, { version: '1.2', schema: 'core', merge: false, prettyErrors: false });
    const [error] = [...document.errors, ...document.warnings];
    if (error !== undefined) throw error;
    return document.toJS({ maxAliasCount: MAX_ALIASES }) as JsonValue;
  } catch (error) {
    throw new SandboxError(`the ${what} is not YAML or JSON: ${(error as Error).message}.`, { cause: error });
  }
}
