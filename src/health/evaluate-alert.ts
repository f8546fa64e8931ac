import type { AlertCheck } from '../model/check.ts';
import { formatNumber } from '../model/number.ts';
import type { Alert } from '../model/observability.ts';
import { formatAge, formatDuration, parseDuration, readTimeMs } from '../model/units.ts';
import type { Evaluation } from './evaluate-series.ts';

/** An alert that is evaluated on time may be seen just before its next evaluation shows, so this is granted once. */
const GRACE_MS = 30_000;

/** Field notes, seen: the states of an alert that was not evaluated. */
const UNEVALUATED_STATES: ReadonlyMap<string, string> = new Map([
  ['insufficient_data', 'it has insufficient data'],
  ['disabled', 'it is disabled'],
]);

/**
 * An alert against a check, at a time of the service's clock. Only a state that can be trusted is compared, without regard to
 * case; a state that says that nothing was evaluated is no failure, and it passes when it is the expected one.
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
    return { ...common, verdict: 'no-data', reason: `${shown} proves nothing: ${issues.join('; ')}` };
  }
  const updated = `, updated ${formatAge(Math.max(0, nowMs - updatedMs))} ago`;
  return isExpected
    ? { ...common, verdict: 'pass', reason: `${shown}${updated}` }
    : { ...common, verdict: 'fail', reason: `${shown}, not ${check.state}${updated}` };
}

/** Every reason why an alert proves nothing at present; empty when its state can be trusted. */
export function describeTrust(alert: Alert, nowMs: number): readonly string[] {
  return [...findTrustIssues(alert, nowMs), ...findStateIssues(alert)];
}

/**
 * The reasons not to trust any state of an alert, the most important first. The rules are those of the field notes: a silenced
 * alert hides its state, one whose query failed keeps its last state, and one that was not updated for two intervals is not
 * evaluated.
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
  if (interval === null) issues.push('the service does not show how often it is evaluated');
  else if (intervalMs === null) issues.push(`its interval cannot be read: ${interval}`);
  const ageMs = updatedAt === null ? Number.NaN : nowMs - readTimeMs(updatedAt);
  if (updatedAt === null) issues.push('the service does not show when it was updated');
  else if (Number.isNaN(ageMs)) issues.push(`the time of its update cannot be read: ${updatedAt}`);
  if (intervalMs === null || Number.isNaN(ageMs)) return issues;
  const longestMs = 2 * intervalMs + GRACE_MS;
  if (ageMs > longestMs) {
    issues.push(`it was updated ${formatAge(ageMs)} ago although it is evaluated every ${formatDuration(intervalMs)}`);
  } else if (ageMs < -longestMs) issues.push(`its update is ${formatAge(-ageMs)} in the future`);
  return issues;
}

/** The reasons not to trust the state that is shown, unless it is the expected one. */
function findStateIssues({ state }: Alert): readonly string[] {
  if (state === null) return ['the service does not show its state'];
  const issue = UNEVALUATED_STATES.get(state.toLowerCase());
  return issue === undefined ? [] : [issue];
}
