import { DAY_MS } from '../../model/clock.ts';
import { formatDuration } from '../../model/field/units.ts';
import { SIZING_SERIES, type Sizing, type SizingSeries } from '../../model/size/sizing-series.ts';
import { describeFound, quote, type Reporter } from '../validate/problem.ts';
import { type ConfigNode, childOf, entryOf, type MapEntry, type MapNode, textOf, textsIn } from '../yaml/node.ts';
import { locate, spanBetween } from '../yaml/source-file.ts';
import { reportMissing } from './build-remediation.ts';
import { readAmount } from './quantity.ts';
import { readSeries } from './read-series.ts';
import { readTimezone } from './read-window.ts';

const DEFAULT_HISTORY_MS = 35 * DAY_MS;
const SHORTEST_MS = 7 * DAY_MS;
const LONGEST_MS = 90 * DAY_MS;
const DEFAULT_HEADROOM = 0.1;

/** null without one, and for an invalid one (reported). */
export function buildSizing(document: MapNode, isComplete: boolean, report: Reporter): Sizing | null {
  const entry = entryOf(document, 'sizing');
  if (entry === undefined) return null;
  const { value: node } = entry;
  const written = entryOf(node, 'series');
  reportMissing(entry, '`sizing`', ['series'], report);
  if (written !== undefined) reportMissing(written, '`sizing.series`', ['cpu'], report);
  if (isComplete && entryOf(document, 'observability') === undefined) {
    const summary = '`sizing` needs `observability.url`, the address of the API that it queries.';
    report(entry, { code: 'missing-key', summary, hint: 'Add `observability: { url: https://… }` at the top level.' });
  }
  const historyMs = readHistory(childOf(node, 'history'), report);
  const timezone = readTimezone(childOf(node, 'timezone'), new Map(), report);
  const headroom = readShare(childOf(node, 'headroom'));
  const { cpu, ...others } = buildSeries(written, report);
  if (cpu === undefined || historyMs === null || timezone === null) return null;
  return { series: { cpu, ...others }, historyMs, headroom, timezone, location: locate(spanBetween(entry, node)) };
}

/** All are part of one query, which has one group. */
function buildSeries(entry: MapEntry | undefined, report: Reporter): Partial<Sizing['series']> {
  const series: { -readonly [Name in keyof Sizing['series']]?: SizingSeries } = {};
  let column: string | null = null;
  for (const name of SIZING_SERIES) {
    const written = entryOf(entry?.value, name);
    if (written === undefined) continue;
    const group = entryOf(written.value, 'groupBy');
    const groupBy = textsIn(written.value, 'groupBy');
    const [first, ...more] = groupBy;
    if (group === undefined || first === undefined) continue;
    const path = `\`sizing.series.${name}.groupBy\``;
    if (more.length > 0) {
      const summary = `${path} has ${groupBy.length} columns; it takes one, which has the id or the name of the pipe.`;
      report(group, { code: 'invalid-value', summary, hint: `Leave out the others, as in [${first}].` });
    } else if (column !== null && first !== column) {
      const summary = `${path} is ${quote(first)}, and that of another series of \`sizing\` is ${quote(column)}.`;
      report(group, {
        code: 'invalid-value',
        summary,
        hint: 'Group all series by the same column: they are one query.',
      });
    }
    column ??= first;
    const spec = readSeries(written.value);
    if (spec !== null && more.length === 0) series[name] = { ...spec, location: locate(written) };
  }
  return series;
}

function readHistory(node: ConfigNode | undefined, report: Reporter): number | null {
  if (node === undefined) return DEFAULT_HISTORY_MS;
  const milliseconds = readAmount(node, 'milliseconds', '`sizing.history`', report);
  if (milliseconds === null || (milliseconds >= SHORTEST_MS && milliseconds <= LONGEST_MS)) return milliseconds;
  const range = `${formatDuration(SHORTEST_MS)} to ${formatDuration(LONGEST_MS)}`;
  report(node, { code: 'out-of-range', summary: `\`sizing.history\` must be ${range}; found ${describeFound(node)}.` });
  return null;
}

function readShare(node: ConfigNode | undefined): number {
  const text = textOf(node);
  return text === undefined ? DEFAULT_HEADROOM : Number(text.replace('%', '')) / 100;
}
