import { type Check, type CheckResult, type GroupResult, meets } from '../model/check.ts';
import { formatAge } from '../model/field/units.ts';
import { formatNumber } from '../model/number.ts';
import { stepMs } from '../model/observability/reader.ts';
import { formatGroup } from './evaluate-series.ts';

/** Data arrives late, so a value may be this much older than two buckets. */
const SERIES_GRACE_MS = 120_000;

/** Groups that had a value in an earlier measurement, by `groupKey`. */
export type KnownGroups = ReadonlyMap<string, readonly string[]>;

export function learnGroups(known: KnownGroups, { groups }: CheckResult): KnownGroups {
  const seen = groups.filter(({ value }) => value !== null).map(({ group }) => [groupKey(group), group] as const);
  return new Map([...known, ...seen]);
}

/**
 * Turns `pass` into `no-data` for a gate once the newest value is older than two buckets and two minutes, or once a
 * group that had values has none. Without this, old values in the window would let a pipe pass that reports nothing any
 * more. Where `absent` passes, nothing is missing.
 */
export function detectMissingData(check: Check, result: CheckResult, known: KnownGroups): CheckResult {
  if (check.kind === 'alert' || result.verdict !== 'pass') return result;
  if (check.absent !== null && meets(check.absent, check.pass)) return result;
  const nowMs = Date.parse(result.asOf);
  const longestMs = 2 * stepMs(check.granularity, check.windowMs) + SERIES_GRACE_MS;
  const isSilent = (newest: string | null): boolean => newest === null || nowMs - Date.parse(newest) > longestMs;
  if (result.groups.length === 0 && known.size === 0) {
    const reason = `the series ${describeSilence(result.newest, nowMs)}`;
    return isSilent(result.newest) ? { ...result, verdict: 'no-data', value: null, reason } : result;
  }
  const groups = [
    ...result.groups.map((one): GroupResult => (isSilent(one.newest) ? { ...one, verdict: 'no-data' } : one)),
    ...findGone(result.groups, known),
  ];
  const silent = groups.filter(({ verdict }) => verdict === 'no-data');
  const [first] = silent;
  if (first === undefined) return result;
  const others =
    silent.length === 1 ? '' : `, and ${formatNumber(silent.length - 1)} more of ${formatNumber(groups.length)} groups`;
  const reason = `${formatGroup(check, first.group)} ${describeSilence(first.newest, nowMs)}${others}`;
  return { ...result, verdict: 'no-data', value: null, reason, newest: first.newest, groups };
}

function findGone(groups: readonly GroupResult[], known: KnownGroups): readonly GroupResult[] {
  const shown = new Set(groups.map(({ group }) => groupKey(group)));
  return [...known]
    .filter(([key]) => !shown.has(key))
    .map(([, group]) => ({ group, verdict: 'no-data', value: null, samples: 0, newest: null }));
}

function describeSilence(newest: string | null, nowMs: number): string {
  return newest === null ? 'no longer has a value' : `has had no value for ${formatAge(nowMs - Date.parse(newest))}`;
}

function groupKey(group: readonly string[]): string {
  return JSON.stringify(group);
}
