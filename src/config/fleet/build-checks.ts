import {
  type AlertDefinition,
  type Check,
  COMPARATORS,
  type Comparator,
  type Condition,
  REDUCTIONS,
} from '../../model/check.ts';
import { compareText, type DiagnosticWords } from '../../model/diagnostic.ts';
import { formatDuration } from '../../model/field/units.ts';
import { formatNumber } from '../../model/number.ts';
import { GRANULARITIES, type Granularity, stepMs } from '../../model/observability/reader.ts';
import { describePath, type Reporter } from '../validate/problem.ts';
import { type ConfigNode, childOf, entriesOf, type MapEntry, numberOf, textOf } from '../yaml/node.ts';
import { locate } from '../yaml/source-file.ts';
import { readPositiveDuration } from './quantity.ts';
import { readSeries } from './read-series.ts';

/** Checks of a merged document, sorted by name. Invalid checks are reported and left out. */
export function buildChecks(node: ConfigNode | undefined, report: Reporter): ReadonlyMap<string, Check> {
  const built = [...entriesOf(node)].flatMap(([name, entry]) => buildCheck(name, entry, report) ?? []);
  built.sort((a, b) => compareText(a.name, b.name));
  return new Map(built.map((check) => [check.name, check]));
}

function buildCheck(name: string, entry: MapEntry, report: Reporter): Check | null {
  const { value: node } = entry;
  const location = locate(entry);
  const alert = textOf(childOf(node, 'alert'));
  if (alert !== undefined) {
    const state = textOf(childOf(node, 'state'));
    if (state === undefined) return null;
    return { kind: 'alert', name, alert, state, definition: readDefinition(childOf(node, 'definition')), location };
  }
  const series = readSeries(childOf(node, 'series'));
  const windowName = describePath(['checks', name, 'window']);
  const window = readPositiveDuration(childOf(node, 'window'), windowName, report);
  const granularity = GRANULARITIES.find((one) => one === textOf(childOf(node, 'granularity')));
  const reduce = REDUCTIONS.find((one) => one === textOf(childOf(node, 'reduce')));
  const pass = readCondition(textOf(childOf(node, 'pass')) ?? '');
  if (window === null || granularity === undefined) return null;
  const problem = findWindowError(windowName, window, granularity);
  if (problem !== null) report(childOf(node, 'window') ?? entry, problem);
  if (series === null || problem !== null || reduce === undefined || pass === null) return null;
  return {
    kind: 'series',
    name,
    series,
    windowMs: window,
    granularity,
    reduce,
    pass,
    absent: numberOf(childOf(node, 'absent')) ?? null,
    unit: textOf(childOf(node, 'unit')) ?? null,
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

function readDefinition(node: ConfigNode | undefined): AlertDefinition | null {
  if (node?.kind !== 'map') return null;
  return {
    threshold: numberOf(childOf(node, 'threshold')) ?? null,
    thresholdMax: numberOf(childOf(node, 'thresholdMax')) ?? null,
    thresholdType: textOf(childOf(node, 'thresholdType')) ?? null,
    interval: textOf(childOf(node, 'interval')) ?? null,
  };
}
