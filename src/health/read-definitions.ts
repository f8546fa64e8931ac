import pMap from 'p-map';
import { type Check, type CheckFinding, declaresDefinition } from '../model/check.ts';
import { compareText } from '../model/diagnostic.ts';
import type { AlertResult, ObservabilityReader } from '../model/observability.ts';
import { findDefinitionDrift } from './find-definition-drift.ts';

export interface ReadDefinitionsOptions {
  readonly parallelism: number;
  /** Aborts the reads that are under way; what was not read by then is found to be an error. */
  readonly signal?: AbortSignal;
}

/** What plan and drift report: a finding for each check that declares an alert's definition, in order of name. */
export async function readDefinitions(
  checks: Iterable<Check>,
  reader: Pick<ObservabilityReader, 'readAlert'>,
  { parallelism, signal }: ReadDefinitionsOptions,
): Promise<readonly CheckFinding[]> {
  const declared = [...checks].filter(declaresDefinition).sort((a, b) => compareText(a.name, b.name));
  // Several checks may be on one alert: it is read once, since requests are what the rate limit counts.
  const reads = new Map<string, Promise<AlertResult>>();
  const read = (id: string): Promise<AlertResult> => {
    const result = reads.get(id) ?? reader.readAlert(id, signal);
    reads.set(id, result);
    return result;
  };
  return pMap(declared, async (check) => findDefinitionDrift(check, await read(check.alert)), {
    concurrency: parallelism,
  });
}
