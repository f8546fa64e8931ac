import type { AcknowledgedChange, Change, Origin } from '../../model/plan.ts';
import { safeText } from '../../model/safe-text.ts';
import { describePlaceInBand, formatDeclared, formatFieldValue, highlightChange } from '../view-model/change.ts';
import { formatPlace } from '../view-model/format.ts';
import { cutText, padCells, widest } from './fit-text.ts';
import { createStyle, type Style } from './style.ts';

/** A reason is a sentence of the configuration's author; of a longer one the beginning is shown. */
const LONGEST_REASON = 200;

/** `~ settings.db_max_threads  4 -> 8  config  pipes/orders.yaml:10:7`: what must move, in columns. */
export function renderChanges(changes: readonly Change[], style: Style): readonly string[] {
  return arrange(changes, style, (change) => {
    const before = formatFieldValue(change.path, change.before);
    const after = formatFieldValue(change.path, change.after);
    const place = describePlaceInBand(change);
    const band = place === null ? '' : `  ${place}`;
    return { symbol: symbolOf(change, style), before, after, lead: '', between: '', arrow: ' -> ', band };
  });
}

/** `~ settings.db_max_threads  live 6, declared 4  drift  pipes/orders.yaml:10:7`: what is not as declared, in columns. */
export function renderDifferences(changes: readonly Change[], style: Style): readonly string[] {
  return arrange(changes, style, (change) => ({ symbol: style.yellow('~'), ...arrangeDifference(change) }));
}

/** `= scaling.replicas  live 6, declared 4  acknowledged until 2026-12-01: the sale`: known drift, which does not count. */
export function renderAcknowledged(changes: readonly AcknowledgedChange[], style: Style): readonly string[] {
  // The rows are dimmed whole: a color inside would end that.
  const plain = arrange(
    changes,
    createStyle('off'),
    (change) => ({ symbol: '=', ...arrangeDifference(change) }),
    formatAcknowledged,
  );
  return plain.map((row) => style.dim(row));
}

/** The words around the two values of a change; the values alone are marked where they differ. */
interface ChangeRow {
  readonly symbol: string;
  readonly lead: string;
  readonly before: string;
  readonly between: string;
  readonly arrow: string;
  readonly after: string;
  readonly band: string;
}

function arrange<T extends Change>(
  changes: readonly T[],
  style: Style,
  say: (change: T) => ChangeRow,
  sayMore: (change: T) => string = () => '',
): readonly string[] {
  const rows = changes.map((change) => ({ change, row: say(change), more: sayMore(change) }));
  const widths = measure(rows, style);
  return rows.map(({ change, row, more }) => {
    const marked = highlightChange(row.before, row.after, style);
    const left = padCells(row.lead + marked.before + row.between, widths.left);
    const right = padCells(marked.after + row.band, widths.right);
    const cells = [
      padCells(safeText(change.path), widths.path),
      `${left}${row.arrow}${right}`,
      paintOrigin(change.origin, widths.origin, style),
      padCells(more, widths.more),
      style.dim(formatPlace(change.location)),
    ];
    return `${INDENT}${row.symbol} ${cells.filter((cell) => cell !== '').join(' '.repeat(GAP))}`;
  });
}

const INDENT = '    ';

/** Blanks between two cells. */
const GAP = 2;

interface ColumnWidths {
  readonly path: number;
  readonly left: number;
  readonly right: number;
  readonly origin: number;
  readonly more: number;
}

const NO_COLUMNS: ColumnWidths = { path: 0, left: 0, right: 0, origin: 0, more: 0 };

/**
 * How wide each column is. Where the rows do not fit, only the fields stand in a column, or nothing does: a value must not be
 * torn from the one that takes its place, and rows without gaps are the shortest.
 */
function measure(
  rows: readonly { readonly change: Change; readonly row: ChangeRow; readonly more: string }[],
  { columns }: Style,
): ColumnWidths {
  const widths = {
    path: widest(rows.map(({ change }) => safeText(change.path))),
    left: widest(rows.map(({ row }) => row.lead + row.before + row.between)),
    right: widest(rows.map(({ row }) => row.after + row.band)),
    origin: widest(rows.map(({ change }) => change.origin ?? '')),
    more: widest(rows.map(({ more }) => more)),
  };
  if (columns === null) return widths;
  const field = INDENT.length + 2 + widths.path;
  const arrow = widest(rows.map(({ row }) => row.arrow));
  const place = widest(rows.map(({ change }) => formatPlace(change.location)));
  const cells = [widths.left + arrow + widths.right, widths.origin, widths.more, place].filter((width) => width > 0);
  if (cells.reduce((sum, width) => sum + GAP + width, field) <= columns) return widths;
  const pair = widest(rows.map(({ row }) => row.lead + row.before + row.between + row.arrow + row.after + row.band));
  return field + GAP + pair <= columns ? { ...NO_COLUMNS, path: widths.path } : NO_COLUMNS;
}

/** `formatDifference` in the columns of a row. */
function arrangeDifference(change: Change): Omit<ChangeRow, 'symbol'> {
  const live = formatFieldValue(change.path, change.before);
  return { lead: 'live ', before: live, between: ',', arrow: ' declared ', after: formatDeclared(change), band: '' };
}

function formatAcknowledged({ until, reason }: AcknowledgedChange): string {
  return `acknowledged until ${safeText(until)}: ${safeText(cutText(reason, LONGEST_REASON))}`;
}

function paintOrigin(origin: Origin | null, width: number, style: Style): string {
  const word = padCells(origin ?? '', width);
  if (origin === 'conflict') return style.red(word);
  return origin === 'drift' ? style.yellow(word) : word;
}

function symbolOf(change: Change, style: Style): string {
  if (change.before === null) return style.green('+');
  return change.after === null ? style.red('-') : style.yellow('~');
}
