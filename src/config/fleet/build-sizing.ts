import { DAY_MS } from '../../model/clock.ts';
import { formatDuration } from '../../model/field/units.ts';
import { SIZING_SERIES, type Sizing, type SizingSeries } from '../../model/size/sizing-series.ts';
import type { SizingConfig } from '../schema/config.generated.ts';
import { describeFound, quote, type Reporter } from '../validate/problem.ts';
import { type ConfigNode, entryLocation } from '../yaml/node.ts';
import { locate } from '../yaml/source-file.ts';
import { readShare } from './build-policy.ts';
import { reportMissing } from './build-remediation.ts';
import { readAmount } from './quantity.ts';
import { readSeries } from './read-series.ts';
import { readTimezone } from './read-window.ts';
import { findEntry, findNode, type Sections } from './values.ts';

const DEFAULT_HISTORY_MS = 35 * DAY_MS;
const SHORTEST_MS = 7 * DAY_MS;
const LONGEST_MS = 90 * DAY_MS;
const DEFAULT_HEADROOM = { share: 0.1 };

/** null without one, and for an invalid one (reported). */
export function buildSizing(sections: Sections, isComplete: boolean, report: Reporter): Sizing | null {
  const entry = findEntry(sections, 'sizing');
  if (entry === undefined) return null;
  const sizing = sections.sizing ?? {};
  const written = findEntry(sizing, 'series');
  reportMissing(entry, '`sizing`', ['series'], report);
  if (written !== undefined) reportMissing(written, '`sizing.series`', ['cpu'], report);
  if (isComplete && findEntry(sections, 'observability') === undefined) {
    const summary = '`sizing` needs `observability.url`, the address of the API that it queries.';
    report(entry, { code: 'missing-key', summary, hint: 'Add `observability: { url: https://… }` at the top level.' });
  }
  const historyMs = readHistory(findNode(sizing, 'history'), report);
  const timezone = readTimezone(sizing, new Map(), report);
  const headroom = (readShare(sizing.headroom) ?? DEFAULT_HEADROOM).share;
  const { cpu, ...others } = buildSeries(sizing.series ?? {}, report);
  if (cpu === undefined || historyMs === null || timezone === null) return null;
  return { series: { cpu, ...others }, historyMs, headroom, timezone, location: entryLocation(entry) };
}

/** All are part of one query, which has one group. */
function buildSeries(sections: NonNullable<SizingConfig['series']>, report: Reporter): Partial<Sizing['series']> {
  const series: { -readonly [Name in keyof Sizing['series']]?: SizingSeries } = {};
  let column: string | null = null;
  for (const name of SIZING_SERIES) {
    const entry = findEntry(sections, name);
    const written = sections[name];
    const group = findEntry(written, 'groupBy');
    const [first, ...more] = written?.groupBy ?? [];
    if (entry === undefined || written === undefined || group === undefined || first === undefined) continue;
    const path = `\`sizing.series.${name}.groupBy\``;
    if (more.length > 0) {
      const summary = `${path} has ${more.length + 1} columns; it takes one, which has the id or the name of the pipe.`;
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
    const spec = readSeries(written);
    if (spec !== null && more.length === 0) series[name] = { ...spec, location: locate(entry) };
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
