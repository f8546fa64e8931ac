import type { AlertCheck } from '../model/check.ts';
import type { Alert } from '../model/observability.ts';
import { readTimeMs } from '../model/time.ts';
import { formatAge } from '../model/units.ts';
import { findDoubts } from './doubt-alert.ts';
import type { Judgement } from './judge-series.ts';

/**
 * An alert against a check, at a time of the service's clock. Only a state that can be trusted is compared, without regard to
 * case; a state that says that nothing was judged is no failure, and it passes when it is the expected one.
 */
export function judgeAlert(check: AlertCheck, alert: Alert, nowMs: number): Judgement {
  const isExpected = alert.state?.toLowerCase() === check.state.toLowerCase();
  const doubts = findDoubts(alert, nowMs).filter(({ about }) => about === 'trust' || !isExpected);
  const judged = { value: alert.state, samples: 0, newest: timeOf(alert), groups: [] };
  if (doubts.length > 0) {
    const reason = `${sayState(alert)} proves nothing: ${doubts.map(({ words }) => words).join('; ')}`;
    return { ...judged, verdict: 'no-data', reason };
  }
  const updated = sayUpdate(alert, nowMs);
  return isExpected
    ? { ...judged, verdict: 'pass', reason: `${sayState(alert)}${updated}` }
    : { ...judged, verdict: 'fail', reason: `${sayState(alert)}, not ${check.state}${updated}` };
}

/** Every reason why an alert proves nothing at present, in words; empty when its state can be trusted. */
export function describeTrust(alert: Alert, nowMs: number): readonly string[] {
  return findDoubts(alert, nowMs).map(({ words }) => words);
}

/** When it was evaluated; null when that cannot be read. */
function timeOf({ updatedAt }: Alert): string | null {
  const time = new Date(updatedAt === null ? Number.NaN : readTimeMs(updatedAt));
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

function sayState({ state }: Alert): string {
  return state === null ? 'the alert' : `state ${state}`;
}

function sayUpdate({ updatedAt }: Alert, nowMs: number): string {
  return updatedAt === null ? '' : `, updated ${formatAge(Math.max(0, nowMs - readTimeMs(updatedAt)))} ago`;
}
