import { hash } from 'node:crypto';
import type { DriftEntry, HistoryEntry, PublishedEntry } from '../model/drift-history.ts';
import { digestOf } from '../model/json/document.ts';
import type { JsonObject } from '../model/json/json.ts';

/** `known`: the last message says the same, or is newer. `clean`: nothing was posted so far, and nothing needs to be. */
type Transition = 'changed' | 'known' | 'clean';

/**
 * Whether a drift report says something else than the last message to the target about its environment. `now`: as `at` of
 * an entry.
 */
export function findTransition(
  report: DriftEntry,
  target: string,
  earlier: readonly HistoryEntry[],
  now: string,
): Transition {
  const published = earlier.filter(
    (entry): entry is PublishedEntry =>
      entry.command === 'publish' && entry.target === target && entry.environment === report.environment,
  );
  const last = published.at(-1);
  if (last === undefined) return report.state === 'in-sync' ? 'clean' : 'changed';
  const isKnown = last.fingerprint === fingerprintOf(report) || published.some((entry) => entry.of === report.id);
  return isKnown || isOutdated(report, last, earlier, now) ? 'known' : 'changed';
}

/** A message about a time after `now` is from a clock that was ahead; it must not hold back all reports until then. */
function isOutdated(
  { at }: DriftEntry,
  { of }: PublishedEntry,
  earlier: readonly HistoryEntry[],
  now: string,
): boolean {
  const published = earlier.find(({ id }) => id === of);
  return published !== undefined && at < published.at && published.at <= now;
}

/** `at`: ISO 8601 in UTC. */
export function createPublishedEntry(report: DriftEntry, target: string, at: string): PublishedEntry {
  const { id: of, environment } = report;
  const id = `publish-${hash('sha256', `${target} ${of}`).slice(0, 16)}`;
  return { id, at, command: 'publish', environment, target, of, fingerprint: fingerprintOf(report) };
}

function fingerprintOf({ state, details }: DriftEntry): string {
  return digestOf({ state, details } as unknown as JsonObject);
}
