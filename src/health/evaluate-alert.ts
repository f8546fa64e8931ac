import type { AlertCheck } from '../model/check.ts';
import { formatAge, formatDuration, parseDuration, readTimeMs } from '../model/field/units.ts';
import { formatNumber } from '../model/number.ts';
import type { Alert } from '../model/observability/reader.ts';
import type { Evaluation } from './evaluate-series.ts';

/** An alert may be read shortly before its next evaluation is visible. */
const ALERT_GRACE_MS = 30_000;

/** States of an alert that was not evaluated (field notes). */
const UNEVALUATED_STATES: ReadonlyMap<string, string> = new Map([
  ['insufficient_data', 'it has insufficient data'],
  ['disabled', 'it is disabled'],
]);

/**
 * States are compared without case. An untrusted or unevaluated state is `no-data`, unless the check expects the
 * latter.
 */
export function evaluateAlert(check: AlertCheck, alert: Alert, nowMs: number): Evaluation {
  const { state, updatedAt } = alert;
  const isExpected = state?.toLowerCase() === check.state.toLowerCase();
  const issues = [...findTrustIssues(alert, nowMs), ...(isExpected ? [] : findStateIssues(alert))];
  const updatedMs = updatedAt === null ? Number.NaN : readTimeMs(updatedAt);
  const newest = Number.isNaN(updatedMs) ? null : new Date(updatedMs).toISOString();
  const shown = state === null ? 'the alert' : `state ${state}`;
  const common = { value: state, samples: 0, newest, groups: [] };
  if (issues.length > 0) {
    return { ...common, verdict: 'no-data', reason: `${shown} cannot be trusted: ${issues.join('; ')}` };
  }
  const updated = `, updated ${formatAge(Math.max(0, nowMs - updatedMs))} ago`;
  return isExpected
    ? { ...common, verdict: 'pass', reason: `${shown}${updated}` }
    : { ...common, verdict: 'fail', reason: `${shown}, not ${check.state}${updated}` };
}

/** All reasons not to trust an alert; empty when it can be trusted. */
export function describeTrust(alert: Alert, nowMs: number): readonly string[] {
  return [...findTrustIssues(alert, nowMs), ...findStateIssues(alert)];
}

/**
 * Reasons not to trust any state, the most important first (field notes): a silenced alert hides its state, a failed
 * query keeps the last state, and an alert without an update for two intervals is not evaluated.
 */
function findTrustIssues({ silenced, executionErrors, interval, updatedAt }: Alert, nowMs: number): readonly string[] {
  const issues: string[] = [];
  if (silenced !== null) issues.push(`it is silenced${silenced === '' ? '' : ` (${silenced})`}`);
  const [error, ...others] = executionErrors;
  if (error !== undefined) {
    const more = others.length === 0 ? '' : ` and ${formatNumber(others.length)} more`;
    issues.push(`its query failed, so its state is the last one known (${error}${more})`);
  }
  const parsed = interval === null ? null : parseDuration(interval);
  const intervalMs = parsed?.ok === true && parsed.value > 0 ? parsed.value : null;
  if (interval === null) issues.push('the alert has no interval');
  else if (intervalMs === null) issues.push(`its interval cannot be read: ${interval}`);
  const ageMs = updatedAt === null ? Number.NaN : nowMs - readTimeMs(updatedAt);
  if (updatedAt === null) issues.push('the alert has no time of its update');
  else if (Number.isNaN(ageMs)) issues.push(`the time of its update cannot be read: ${updatedAt}`);
  if (intervalMs === null || Number.isNaN(ageMs)) return issues;
  const longestMs = 2 * intervalMs + ALERT_GRACE_MS;
  if (ageMs > longestMs) {
    issues.push(`it was updated ${formatAge(ageMs)} ago although it is evaluated every ${formatDuration(intervalMs)}`);
  } else if (ageMs < -longestMs) issues.push(`its update is ${formatAge(-ageMs)} in the future`);
  return issues;
}

function findStateIssues({ state }: Alert): readonly string[] {
  if (state === null) return ['the alert has no state'];
  const issue = UNEVALUATED_STATES.get(state.toLowerCase());
  return issue === undefined ? [] : [issue];
}
