import type { AlertCheck, AlertDefinition, CheckFinding, DefinitionChange } from '../model/check.ts';
import type { Alert, AlertResult } from '../model/observability.ts';
import { parseDuration } from '../model/units.ts';
import { describeReadFailure } from './failure-words.ts';

/**
 * The declared definition of an alert against the one on the service. Only declared keys are compared: thresholds as
 * numbers, intervals as durations where both are (`60s` is `1m`), other texts exactly. What the service does not show
 * differs from what is declared. Read-only: no operation of the contract could mend it.
 */
export function findDefinitionDrift(check: AlertCheck, result: AlertResult): CheckFinding {
  const finding = { name: check.name, alert: check.alert, location: check.location };
  if (!result.ok) return { ...finding, status: 'error', changes: [], reason: describeReadFailure(result.failure) };
  const changes = check.definition === null ? [] : compare(check.definition, result.alert);
  return { ...finding, status: changes.length === 0 ? 'in-sync' : 'drifted', changes, reason: null };
}

function compare(declared: AlertDefinition, live: Alert): readonly DefinitionChange[] {
  const changes: DefinitionChange[] = [];
  const { threshold, thresholdType, interval } = declared;
  if (threshold !== null && threshold !== live.threshold) {
    changes.push({ path: 'threshold', before: live.threshold, after: threshold });
  }
  if (thresholdType !== null && thresholdType !== live.thresholdType) {
    changes.push({ path: 'thresholdType', before: live.thresholdType, after: thresholdType });
  }
  if (interval !== null && !isSameInterval(interval, live.interval)) {
    changes.push({ path: 'interval', before: live.interval, after: interval });
  }
  return changes;
}

function isSameInterval(declared: string, live: string | null): boolean {
  if (live === null || declared === live) return declared === live;
  const [one, other] = [parseDuration(declared), parseDuration(live)];
  return one.ok && other.ok && one.value === other.value;
}
