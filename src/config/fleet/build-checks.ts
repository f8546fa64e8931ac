import { type AlertDefinition, type Check, COMPARATORS, type Comparator, type Condition } from '../../model/check.ts';
import { compareText, type DiagnosticWords } from '../../model/diagnostic.ts';
import { formatDuration } from '../../model/field/units.ts';
import { formatNumber } from '../../model/number.ts';
import { GRANULARITIES, type Granularity, stepMs } from '../../model/observability/reader.ts';
import type { CheckConfig } from '../schema/config.generated.ts';
import { describePath, type Reporter } from '../validate/problem.ts';
import type { MapEntry } from '../yaml/node.ts';
import { locate } from '../yaml/source-file.ts';
import { readPositiveDuration } from './quantity.ts';
import { readSeries } from './read-series.ts';
import { findEntry, findNode, type Sections } from './values.ts';

/** Checks of a merged document, sorted by name. Invalid checks are reported and left out. */
export function buildChecks({ checks }: Sections, report: Reporter): ReadonlyMap<string, Check> {
  const built = Object.entries(checks ?? {}).flatMap(([name, check]) => {
    const entry = findEntry(checks, name);
    return entry === undefined ? [] : (buildCheck(name, check, entry, report) ?? []);
  });
  built.sort((a, b) => compareText(a.name, b.name));
  return new Map(built.map((check) => [check.name, check]));
}

function buildCheck(name: string, check: CheckConfig, entry: MapEntry, report: Reporter): Check | null {
  const { alert, state, granularity, reduce } = check;
  const location = locate(entry);
  if (alert !== undefined) {
    if (state === undefined) return null;
    return { kind: 'alert', name, alert, state, definition: buildDefinition(check), location };
  }
  const series = check.series === undefined ? null : readSeries(check.series);
  const windowName = describePath(['checks', name, 'window']);
  const written = findNode(check, 'window');
  const window = readPositiveDuration(written, windowName, report);
  const pass = readCondition(check.pass ?? '');
  if (window === null || granularity === undefined) return null;
  const problem = findWindowError(windowName, window, granularity);
  if (problem !== null) report(written ?? entry, problem);
  if (series === null || problem !== null || reduce === undefined || pass === null) return null;
  return {
    kind: 'series',
    name,
    series,
    windowMs: window,
    granularity,
    reduce,
    pass,
    absent: check.absent ?? null,
    unit: check.unit ?? null,
    location,
  };
}

/** Each evaluation requests all buckets of the window; more than this are a mistake. */
const MAX_BUCKETS = 10_000;

/** A window without a complete bucket never has data. */
function findWindowError(name: string, windowMs: number, granularity: Granularity): DiagnosticWords | null {
  const step = stepMs(granularity, windowMs);
  const written = `${name} is ${formatDuration(windowMs)}`;
  if (windowMs < step) {
    return {
      code: 'out-of-range',
      summary: `${written}, shorter than one bucket of ${formatDuration(step)}.`,
      detail: 'A check evaluates only complete buckets, so this check would never have data.',
      hint: 'Make the window longer or the granularity finer.',
    };
  }
  if (windowMs / step <= MAX_BUCKETS) return null;
  const buckets = formatNumber(Math.ceil(windowMs / step));
  const fitting = GRANULARITIES.find((one) => one !== 'auto' && windowMs / stepMs(one, windowMs) <= MAX_BUCKETS);
  return {
    code: 'out-of-range',
    summary: `${written}, which is ${buckets} buckets of ${formatDuration(step)}; the limit is ${formatNumber(MAX_BUCKETS)}.`,
    hint: fitting === undefined ? 'Make the window shorter.' : `Use a granularity of ${fitting} or a shorter window.`,
  };
}

const CONDITION = /^ *(<=|>=|==|!=|<|>) *(-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?) *$/;

function readCondition(text: string): Condition | null {
  const [, sign, number] = CONDITION.exec(text) ?? [];
  const comparator: Comparator | undefined = COMPARATORS.find((one) => one === sign);
  const value = Number(number);
  return comparator === undefined || !Number.isFinite(value) ? null : { comparator, value };
}

function buildDefinition({ definition }: CheckConfig): AlertDefinition | null {
  if (definition === undefined) return null;
  const { threshold = null, thresholdMax = null, thresholdType = null, interval = null } = definition;
  return { threshold, thresholdMax, thresholdType, interval };
}
