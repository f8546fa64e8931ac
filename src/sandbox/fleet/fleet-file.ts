import { readFile } from 'node:fs/promises';
import { parseDocument } from 'yaml';
import type { JsonValue } from '../../model/json.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { Fleet } from './pipe.ts';
import { readFleet } from './read-fleet.ts';

/**
 * Reads a fleet (its form: `readFleet`) from a JSON or YAML file.
 * @throws SandboxError with every problem of the file, one line each.
 */
export async function loadFleet(file: string): Promise<Fleet> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new SandboxError(`cannot read the fleet file ${file} (${error.code ?? 'unknown cause'}).`);
  });
  const document = parseDocument(text);
  const [syntaxError] = document.errors;
  if (syntaxError !== undefined)
    throw new SandboxError(`the fleet file ${file} is not YAML or JSON: ${syntaxError.message}`);
  const problems: string[] = [];
  const fleet = readFleet(document.toJS({ maxAliasCount: 100 }) as JsonValue, (problem) => problems.push(problem));
  if (problems.length === 0) return fleet;
  throw new SandboxError(problems.map((problem) => `fleet file ${file}: ${problem}`).join('\n'));
}
