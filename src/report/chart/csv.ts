import { safeText } from '../../model/safe-text.ts';
import { fillCells, sayInstant } from './series-cells.ts';
import type { SeriesReport } from './series-report.ts';

/** What makes a spreadsheet take text for a formula; ours are numbers, theirs may be anything. */
const FORMULA = /^[=+\-@]/;

/**
 * Every bucket of every group as CSV (RFC 4180: lines end with CR LF, quotes are doubled), with a head, times in ISO 8601
 * and an empty cell for a gap. Values stand as they came. Text that a spreadsheet would run as a formula has an
 * apostrophe before it, and characters that cannot be seen are written as escapes.
 */
export function renderSeriesCsv(report: SeriesReport): string {
  const { groups, series, rows } = fillCells(report);
  const lines = [
    ['time', ...groups, ...series].map(quoteText),
    ...rows.map(({ bucketMs, group, values }) => [
      sayInstant(bucketMs),
      ...group.map(quoteText),
      ...values.map((value) => (value === null ? '' : `${value}`)),
    ]),
  ];
  return lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}

function quoteText(text: string): string {
  const harmless = safeText(FORMULA.test(text) ? `'${text}` : text);
  return /[",]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
