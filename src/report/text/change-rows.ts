import type { AcknowledgedChange, Change, Origin } from '../../model/plan.ts';
import { safeText } from '../../model/text.ts';
import { type ChangeContext, describeChange } from '../view-model/change.ts';
import { formatPlace, joinParts, shorten } from '../view-model/format.ts';
import { alignCells, padCells, widest } from './fit-text.ts';
import { createStyle, type Style } from './style.ts';

const LONGEST_REASON = 200;
const INDENT = '    ';
const GAP = '  ';

/** `left`: up to the first value. `right`: from there on. */
interface ChangeRow {
  readonly symbol: string;
  readonly left: string;
  readonly right: string;
  readonly more?: string;
  /** In place of the location. */
  readonly where?: string | undefined;
}

/**
 * `~ settings.db_max_threads  4 -> 8  config  pipes/orders.yaml:10:7`; in a drift report `live 6, declared 4`. `describePlace`: in
 * place of the location, for changes of several pipes, which are not indented.
 */
export function renderChanges(
  report: ChangeContext,
  changes: readonly Change[],
  style: Style,
  describePlace?: (change: Change) => string,
): readonly string[] {
  return arrange(changes, style, (change) => {
    const where = describePlace?.(change);
    const { inBand, ...sides } = describeChange(report, change);
    const [before, after] = [style.red(sides.before), style.green(sides.after)];
    if (report.kind === 'drift')
      return { symbol: style.yellow('~'), left: `live ${before},`, right: ` declared ${after}`, where };
    const symbol =
      change.before === null ? style.green('+') : change.after === null ? style.red('-') : style.yellow('~');
    return { symbol, left: before, right: ` -> ${joinParts([after, inBand], GAP)}`, where };
  });
}

/** `= scaling.replicas  live 6, declared 4  acknowledged until 2026-12-01: the sale`. */
export function renderAcknowledged(
  { api }: ChangeContext,
  changes: readonly AcknowledgedChange[],
  style: Style,
): readonly string[] {
  // A color inside a dimmed row would end the dimming.
  const rows = arrange(changes, createStyle('off'), (change) => {
    const { before, after } = describeChange({ kind: 'drift', api }, change);
    const more = `acknowledged until ${safeText(change.until)}: ${shorten(change.reason, LONGEST_REASON)}`;
    return { symbol: '=', left: `live ${before},`, right: ` declared ${after}`, more };
  });
  return rows.map((row) => style.dim(row));
}

/** Rows in columns. If they do not fit, the first values are not padded, so that both values stay together. */
function arrange<T extends Change>(
  changes: readonly T[],
  style: Style,
  describe: (change: T) => ChangeRow,
): readonly string[] {
  const rows = changes.map((change) => ({ change, ...describe(change) }));
  const align = (leftWidth: number): readonly string[] =>
    alignCells(
      rows.map(
        ({ change: { path, origin, location }, left, right, more = '', where = style.dim(formatPlace(location)) }) => {
          const values = padCells(left, leftWidth) + right;
          return [safeText(path), values, paintOrigin(origin, style), more, where];
        },
      ),
    );
  const wide = align(widest(rows.map(({ left }) => left)));
  const room = style.columns === null ? Number.POSITIVE_INFINITY : style.columns - INDENT.length - '~ '.length;
  const lines = widest(wide) <= room ? wide : align(0);
  return rows.map(({ symbol, where }, index) => `${where === undefined ? INDENT : ''}${symbol} ${lines[index]}`);
}

function paintOrigin(origin: Origin | null, style: Style): string {
  if (origin === 'conflict') return style.red(origin);
  return origin === 'drift' ? style.yellow(origin) : (origin ?? '');
}
