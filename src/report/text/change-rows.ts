import type { AcknowledgedChange, Change, Origin } from '../../model/plan.ts';
import { safeText } from '../../model/text.ts';
import { describePlaceInBand, formatDeclared, formatSides } from '../view-model/change.ts';
import { formatPlace, joinParts, shorten } from '../view-model/format.ts';
import { alignCells, padCells, splitGraphemes, widest } from './fit-text.ts';
import { createStyle, type Style } from './style.ts';

const LONGEST_REASON = 200;
const INDENT = '    ';
const GAP = '  ';

/** One change: the words up to the first value, those from there on, and what follows. */
interface ChangeRow {
  readonly symbol: string;
  readonly left: string;
  readonly right: string;
  readonly more?: string;
}

/** `~ settings.db_max_threads  4 -> 8  config  pipes/orders.yaml:10:7`: what will change, in columns. */
export function renderChanges(changes: readonly Change[], style: Style): readonly string[] {
  return arrange(changes, style, (change) => {
    const { before, after } = change;
    const marked = highlightChange(...formatSides(change), style);
    const symbol = before === null ? style.green('+') : after === null ? style.red('-') : style.yellow('~');
    return { symbol, left: marked.before, right: ` -> ${joinParts([marked.after, describePlaceInBand(change)], GAP)}` };
  });
}

/** `~ settings.db_max_threads  live 6, declared 4  drift  pipes/orders.yaml:10:7`: what is not as declared, in columns. */
export function renderDifferences(changes: readonly Change[], style: Style): readonly string[] {
  return arrange(changes, style, (change) => ({ symbol: style.yellow('~'), ...compareSides(change, style) }));
}

/** `= scaling.replicas  live 6, declared 4  acknowledged until 2026-12-01: the sale`: known drift, which does not count. */
export function renderAcknowledged(changes: readonly AcknowledgedChange[], style: Style): readonly string[] {
  // The rows are dimmed whole: a color inside would end that.
  const plain = createStyle('off');
  const rows = arrange(changes, plain, (change) => {
    const more = `acknowledged until ${safeText(change.until)}: ${shorten(change.reason, LONGEST_REASON)}`;
    return { symbol: '=', ...compareSides(change, plain), more };
  });
  return rows.map((row) => style.dim(row));
}

/** `formatDifference` in two columns. */
function compareSides(change: Change, style: Style): Pick<ChangeRow, 'left' | 'right'> {
  const [live] = formatSides(change);
  const marked = highlightChange(live, formatDeclared(change), style);
  return { left: `live ${marked.before},`, right: ` declared ${marked.after}` };
}

/** Where the rows do not fit in columns, only the fields stand in one, or nothing does: the two values must stay together. */
function arrange<T extends Change>(
  changes: readonly T[],
  style: Style,
  describe: (change: T) => ChangeRow,
): readonly string[] {
  const rows = changes.map((change) => ({
    path: safeText(change.path),
    ...describe(change),
    origin: paintOrigin(change.origin, style),
    place: style.dim(formatPlace(change.location)),
  }));
  const room = style.columns === null ? Number.POSITIVE_INFINITY : style.columns - INDENT.length - '~ '.length;
  const [pathWidth, leftWidth] = [widest(rows.map(({ path }) => path)), widest(rows.map(({ left }) => left))];
  const wide = alignCells(
    rows.map(({ path, left, right, origin, more = '', place }) => {
      return [path, padCells(left, leftWidth) + right, origin, more, place];
    }),
  );
  const pairWidth = widest(rows.map(({ left, right }) => left + right));
  const column = pathWidth + GAP.length + pairWidth <= room ? pathWidth : 0;
  const narrow = rows.map(({ path, left, right, origin, more = '', place }) => {
    return joinParts([padCells(path, column), left + right, origin, more, place], GAP);
  });
  const lines = widest(wide) <= room ? wide : narrow;
  return rows.map(({ symbol }, index) => `${INDENT}${symbol} ${lines[index]}`);
}

function paintOrigin(origin: Origin | null, style: Style): string {
  if (origin === 'conflict') return style.red(origin);
  return origin === 'drift' ? style.yellow(origin) : (origin ?? '');
}

/** Shorter texts need no highlighting. */
const LONG = 8;

/** The two sides of a change; of long values that are mostly the same, the one stretch that differs is emphasized. */
export function highlightChange(before: string, after: string, style: Style): { before: string; after: string } {
  if (before.length < LONG || after.length < LONG) return { before, after };
  const [left, right] = [splitGraphemes(before), splitGraphemes(after)].map((all) =>
    [...all].map((one) => one.segment),
  );
  if (left === undefined || right === undefined) return { before, after };
  const most = Math.min(left.length, right.length);
  let start = 0;
  while (start < most && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < most - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  if ((start + end) * 2 < most) return { before, after };
  const mark = (parts: readonly string[]): string => {
    const middle = parts.slice(start, parts.length - end).join('');
    const marked = middle === '' ? '' : style.bold(style.underline(middle));
    return parts.slice(0, start).join('') + marked + parts.slice(parts.length - end).join('');
  };
  return { before: mark(left), after: mark(right) };
}
