import pMap from 'p-map';
import {
  type AlertCheck,
  type AlertDefinition,
  type Check,
  type CheckFinding,
  type DefinitionChange,
  declaresDefinition,
} from '../model/check.ts';
import { sortByName } from '../model/diagnostic.ts';
import { parseDuration } from '../model/field/units.ts';
import type { Alert, AlertResult, ObservabilityReader } from '../model/observability/reader.ts';
import { describeReadFailure } from './describe-failure.ts';

/**
 * Compares the declared keys of an alert with the service: thresholds as numbers, intervals as durations if possible
 * (`60s` is `1m`), other text exactly. A value that the service does not show differs. Read-only, since the contract
 * cannot change alerts.
 */
export function findDefinitionDrift(check: AlertCheck, result: AlertResult, url: string): CheckFinding {
  const finding = { name: check.name, alert: check.alert, location: check.location };
  if (!result.ok) return { ...finding, status: 'error', changes: [], reason: describeReadFailure(result.failure, url) };
  const changes = check.definition === null ? [] : compare(check.definition, result.alert);
  return { ...finding, status: changes.length === 0 ? 'in-sync' : 'drifted', changes, reason: null };
}

function compare(declared: AlertDefinition, live: Alert): readonly DefinitionChange[] {
  return (['threshold', 'thresholdMax', 'thresholdType', 'interval'] as const).flatMap((path) => {
    const before = live[path];
    const after = declared[path];
    const isSame = before === after || (path === 'interval' && isSameInterval(declared.interval, live.interval));
    return after === null || isSame ? [] : [{ path, before, after }];
  });
}

function isSameInterval(declared: string | null, live: string | null): boolean {
  if (declared === null || live === null) return false;
  const [one, other] = [parseDuration(declared), parseDuration(live)];
  return one.ok && other.ok && one.value === other.value;
}

interface ReadDefinitionsOptions {
  readonly parallelism: number;
  /** Aborts reads; unread alerts are reported as errors. */
  readonly signal?: AbortSignal;
}

/** A finding for each check that declares the definition of an alert, sorted by name. */
export async function readDefinitions(
  checks: Iterable<Check>,
  reader: Pick<ObservabilityReader, 'readAlert' | 'url'>,
  { parallelism, signal }: ReadDefinitionsOptions,
): Promise<readonly CheckFinding[]> {
  const declared = sortByName([...checks].filter(declaresDefinition));
  // Reads each alert once, for all its checks, because of the rate limit.
  const reads = new Map<string, Promise<AlertResult>>();
  const read = (id: string): Promise<AlertResult> => {
    const result = reads.get(id) ?? reader.readAlert(id, signal);
    reads.set(id, result);
    return result;
  };
  return pMap(declared, async (check) => findDefinitionDrift(check, await read(check.alert), reader.url), {
    concurrency: parallelism,
  });
}
