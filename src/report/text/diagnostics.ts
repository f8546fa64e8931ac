import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Sources } from '../../model/location.ts';
import { count, shortList } from '../../model/number.ts';
import { maskLine } from '../../model/secret/secret.ts';
import { defuseCommands, listWords, safeText } from '../../model/text.ts';
import { formatPlace } from '../view-model/format.ts';
import { countSeverities, groupEqual } from '../view-model/problem.ts';
import { STATUS_STYLES } from '../view-model/status.ts';
import { fitLines, isPlain, splitGraphemes, textWidth } from './fit-text.ts';
import { paintStatus, type Style } from './style.ts';

/** A problem that spans more lines than this shows its first ones. */
const MAX_LINES = 3;

const BAR_WIDTH = ' | '.length;

/** When problems differ in nothing but their place, this many places are shown below the first. */
const MAX_PLACES = 3;

/**
 * Diagnostics with excerpts, carets, reasons and help; a count follows two or more. Unless `isFull`, those that differ only in
 * their place are one, with the places of the others.
 */
export function renderDiagnostics(
  diagnostics: readonly Diagnostic[],
  sources: Sources,
  style: Style,
  { isFull = true }: { readonly isFull?: boolean } = {},
): string {
  if (diagnostics.length === 0) return '';
  const split = new Map<string, readonly string[]>();
  const linesOf = (file: string): readonly string[] => {
    const lines = split.get(file) ?? sources.get(file)?.split('\n') ?? [];
    split.set(file, lines);
    return lines;
  };
  const alike = isFull ? diagnostics.map((diagnostic) => [diagnostic]) : groupEqual(diagnostics);
  const blocks = alike.flatMap(([first, ...others]) =>
    first === undefined ? [] : [renderDiagnostic(first, others, linesOf, style)],
  );
  if (diagnostics.length > 1) blocks.push(renderDiagnosticCount(diagnostics));
  return `${blocks.join('\n\n')}\n`;
}

function describeOtherPlaces(others: readonly Diagnostic[]): readonly string[] {
  const places = others.flatMap(({ file, line, column }) =>
    file === null || line === null || column === null ? [] : [formatPlace({ file, line, column })],
  );
  return places.length === 0 ? [] : [`the same at ${shortList(places, MAX_PLACES)}`];
}

/** `3 errors and 1 warning in 2 files`; empty without diagnostics. */
export function renderDiagnosticCount(diagnostics: readonly Diagnostic[]): string {
  const counts = countSeverities(diagnostics);
  const files = new Set(diagnostics.flatMap((diagnostic) => diagnostic.file ?? []));
  return files.size === 0 ? listWords(counts) : `${listWords(counts)} in ${count(files.size, 'file')}`;
}

function renderTitle({ severity, code }: Diagnostic, style: Style): string {
  return paintStatus(STATUS_STYLES.problem[severity], style.bold(`${severity}[${code}]`), style);
}

/** `others`: those that differ only in their place. */
function renderDiagnostic(
  diagnostic: Diagnostic,
  others: readonly Diagnostic[],
  linesOf: (file: string) => readonly string[],
  style: Style,
): string {
  const { file, line, column, summary, detail, hint } = diagnostic;
  const last = line === null ? 0 : Math.min(diagnostic.endLine ?? line, line + MAX_LINES - 1);
  const margin = ' '.repeat(String(last).length);
  const out = [fitLines(renderTitle(diagnostic, style) + style.bold(`: ${safeText(summary)}`), style.columns)];
  if (file !== null && line !== null && column !== null) {
    out.push(`${margin}${style.cyan('-->')} ${formatPlace({ file, line, column })}`);
    const excerpt = renderExcerpt({ ...diagnostic, line, column }, linesOf(file), margin.length, style);
    if (excerpt.length > 0) out.push(`${margin} ${style.cyan('|')}`, ...excerpt);
  }
  const help = hint === null ? [] : [`${style.bold('help:')} ${safeText(hint)}`];
  for (const text of [...(detail?.split('\n').map(safeText) ?? []), ...help, ...describeOtherPlaces(others)]) {
    out.push(fitLines(`${margin} ${style.cyan('=')} ${text}`, style.columns));
  }
  return out.join('\n');
}

function renderExcerpt(
  diagnostic: Diagnostic & { readonly line: number; readonly column: number },
  lines: readonly string[],
  gutter: number,
  style: Style,
): readonly string[] {
  const { severity, line, column, endLine, endColumn } = diagnostic;
  const last = endLine ?? line;
  const bar = style.cyan('|');
  const out: string[] = [];
  for (let number = line; number <= Math.min(last, line + MAX_LINES - 1); number += 1) {
    const text = lines[number - 1]?.replace(/\r$/, '');
    if (text === undefined) break;
    const from = number === line ? column : text.length - text.trimStart().length + 1;
    const to = number === last ? (endColumn ?? from + 1) : text.length + 1;
    // A value that ends with its line break ends at the first column of the next line, which has nothing to mark.
    if (number > line && to <= from) continue;
    const excerpt = excerptLine(text, from, to, style.columns === null ? null : style.columns - gutter - BAR_WIDTH);
    const caret = paintStatus(STATUS_STYLES.problem[severity], '^'.repeat(excerpt.caretWidth), style);
    out.push(`${style.cyan(String(number).padStart(gutter))} ${bar} ${excerpt.text}`);
    out.push(`${' '.repeat(gutter)} ${bar} ${' '.repeat(excerpt.caretStart)}${caret}`);
  }
  if (last >= line + MAX_LINES) out.push(`${' '.repeat(gutter)} ${bar} ${style.dim('…')}`);
  return out;
}

const WIDEST_EXCERPT = 100;
const NARROWEST_EXCERPT = 20;

/** The largest share of an excerpt for the text before the marked columns. */
const SHARE_BEFORE = 0.4;

const TAB_WIDTH = 4;
const CUT = '…';
const CUTS = 2;

// How much of a very long line is read for the excerpt, and how much more is searched for passwords in addresses.
const LOOK_BEHIND = 400;
const LOOK_AHEAD = 1200;
const LOOK_ASIDE = 4000;

/** A safe line of a file, cut to `room` cells around the marked columns. `caretStart` and `caretWidth` (at least 1) are in cells. */
export function excerptLine(line: string, startColumn: number, endColumn: number, room: number | null = null) {
  const widest = room === null ? WIDEST_EXCERPT : Math.max(NARROWEST_EXCERPT, Math.min(WIDEST_EXCERPT, room - CUTS));
  const start = Math.min(startColumn - 1, line.length);
  const cells = splitCells(line, Math.max(0, start - LOOK_BEHIND), start + LOOK_AHEAD);
  const whole = cells.reduce((sum, { width }) => sum + width, 0);
  const columnOf = (index: number): number => cells[index]?.column ?? whole;
  const find = (matches: (cell: (typeof cells)[number]) => boolean): number => {
    const index = cells.findIndex(matches);
    return index === -1 ? cells.length : index;
  };
  const markStart = find(({ offset }) => offset >= start);
  const markEnd = find(({ offset }) => offset >= Math.max(start, endColumn - 1));
  const mostBefore = whole <= widest ? widest : Math.floor(widest * SHARE_BEFORE);
  const from = find(({ column }) => columnOf(markStart) - column <= mostBefore);
  const to = find(({ column, width }) => column + width - columnOf(from) > widest);
  const before = from > 0 || (cells[0]?.offset ?? 0) > 0 ? CUT : '';
  const shown = cells.slice(from, to).map(({ text }) => text);
  return {
    text: defuseCommands(`${before}${shown.join('')}${to < cells.length ? CUT : ''}`),
    caretStart: before.length + columnOf(markStart) - columnOf(from),
    caretWidth: Math.max(1, columnOf(Math.min(markEnd, to)) - columnOf(markStart)),
  };
}

/** The shown characters of a part of a line. `column` and `width` are in terminal cells, `offset` is in UTF-16 units. */
function splitCells(line: string, from: number, to: number) {
  const aside = Math.max(0, from - LOOK_ASIDE);
  const part = maskLine(line.slice(aside, to + LOOK_ASIDE)).slice(from - aside, to - aside);
  if (isPlain(part))
    return Array.from(part, (text, index) => ({ text, column: index, width: 1, offset: from + index }));
  let column = 0;
  return Array.from(splitGraphemes(part), ({ segment, index }) => {
    const text = segment === '\t' ? ' '.repeat(TAB_WIDTH - (column % TAB_WIDTH)) : safeText(segment);
    const cell = { text, column, width: textWidth(text), offset: from + index };
    column += cell.width;
    return cell;
  });
}
