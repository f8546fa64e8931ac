import type { Diagnostic, Severity } from '../../model/diagnostic.ts';
import { listWords } from '../../model/list-words.ts';
import type { Sources } from '../../model/location.ts';
import { maskUserinfo } from '../../model/mask-userinfo.ts';
import { isAboutRuns } from '../../model/run.ts';
import { safeText } from '../../model/safe-text.ts';
import { count } from '../view-model/count.ts';
import { paintStatus, STATUS_STYLES } from '../view-model/status.ts';
import { cutText, fitLines, isPlain, splitGraphemes, textWidth } from './fit-text.ts';
import type { Style } from './style.ts';

/** A problem that spans more lines than this shows its first ones. */
const MOST_LINES = 3;

/** Between the number of a line and its text. */
const BAR_WIDTH = ' | '.length;

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'note'];

/**
 * Diagnostics for a person, each with the lines that it is about, a caret under what is meant, why, and what to do; after
 * two or more, how many there are. Empty when there are none.
 */
export function renderDiagnostics(diagnostics: readonly Diagnostic[], sources: Sources, style: Style): string {
  const lines = new Map<string, readonly string[]>();
  const linesOf = (file: string): readonly string[] => {
    const known = lines.get(file);
    if (known !== undefined) return known;
    const split = sources.get(file)?.split('\n') ?? [];
    lines.set(file, split);
    return split;
  };
  if (diagnostics.length === 0) return '';
  const blocks = diagnostics.map((diagnostic) => renderDiagnostic(diagnostic, linesOf, style));
  if (diagnostics.length > 1) blocks.push(renderDiagnosticCount(diagnostics));
  return `${blocks.join('\n\n')}\n`;
}

/** `3 errors and 1 warning in 2 files`; an empty text when there is nothing to count. */
export function renderDiagnosticCount(diagnostics: readonly Diagnostic[]): string {
  const counts = SEVERITIES.map((severity) => ({
    severity,
    number: diagnostics.filter((diagnostic) => diagnostic.severity === severity).length,
  })).filter(({ number }) => number > 0);
  const files = new Set(diagnostics.flatMap((diagnostic) => diagnostic.file ?? []));
  const words = counts.map(({ severity, number }) => count(number, severity));
  return files.size === 0 ? listWords(words) : `${listWords(words)} in ${count(files.size, 'file')}`;
}

function renderDiagnostic(diagnostic: Diagnostic, linesOf: (file: string) => readonly string[], style: Style): string {
  const paint = (text: string): string => paintStatus(STATUS_STYLES.problem[diagnostic.severity], text, style);
  const title = `${paint(style.bold(`${diagnostic.severity}[${diagnostic.code}]`))}${style.bold(`: ${safeText(diagnostic.summary)}`)}`;
  const { file, line, column } = diagnostic;
  const last = line === null ? 0 : Math.min(diagnostic.endLine ?? line, line + MOST_LINES - 1);
  const margin = ' '.repeat(String(last).length);
  const bar = style.cyan('|');
  const inside = (text: string): string => fitLines(text, style.columns);
  const out = [inside(title)];
  if (file !== null && line !== null && column !== null) {
    out.push(`${margin}${style.cyan('-->')} ${safeText(file)}:${line}:${column}`);
    const excerpt = renderExcerpt(diagnostic, line, column, linesOf(file), margin.length, style);
    if (excerpt.length > 0) out.push(`${margin} ${bar}`, ...excerpt);
  }
  for (const text of diagnostic.detail?.split('\n') ?? [])
    out.push(inside(`${margin} ${style.cyan('=')} ${safeText(text)}`));
  if (diagnostic.hint !== null)
    out.push(inside(`${margin} ${style.cyan('=')} ${style.bold('help:')} ${safeText(diagnostic.hint)}`));
  return out.join('\n');
}

function renderExcerpt(
  diagnostic: Diagnostic,
  line: number,
  column: number,
  lines: readonly string[],
  gutter: number,
  style: Style,
): string[] {
  const endLine = diagnostic.endLine ?? line;
  const paint = (text: string): string => paintStatus(STATUS_STYLES.problem[diagnostic.severity], text, style);
  const bar = style.cyan('|');
  const out: string[] = [];
  for (let number = line; number <= Math.min(endLine, line + MOST_LINES - 1); number += 1) {
    const text = withoutReturn(lines[number - 1]);
    if (text === undefined) break;
    const from = number === line ? column : text.length - text.trimStart().length + 1;
    const to = number === endLine ? (diagnostic.endColumn ?? from + 1) : text.length + 1;
    // A value that ends with its line break ends at the first column of the next line, where nothing is meant.
    if (number > line && to <= from) continue;
    const excerpt = excerptLine(text, from, to, style.columns === null ? null : style.columns - gutter - BAR_WIDTH);
    const caret = `${' '.repeat(excerpt.caretStart)}${paint('^'.repeat(excerpt.caretWidth))}`;
    out.push(`${style.cyan(String(number).padStart(gutter))} ${bar} ${excerpt.text}`);
    out.push(`${' '.repeat(gutter)} ${bar} ${caret}`);
  }
  if (endLine >= line + MOST_LINES) out.push(`${' '.repeat(gutter)} ${bar} ${style.dim('…')}`);
  return out;
}

function withoutReturn(line: string | undefined): string | undefined {
  return line?.endsWith('\r') ? line.slice(0, -1) : line;
}

/** A stretch of one line ready to print, and the stretch under it that is meant, in terminal cells. */
interface Excerpt {
  readonly text: string;
  readonly caretStart: number;
  /** At least 1. */
  readonly caretWidth: number;
}

interface ExcerptCell {
  readonly text: string;
  readonly width: number;
  /** Offset in the line of the first UTF-16 unit. */
  readonly offset: number;
}

const WIDEST_EXCERPT = 100;

/** A narrower excerpt would not show enough. */
const NARROWEST_EXCERPT = 20;

/** The largest share of an excerpt for the text before the marked columns. */
const SHARE_BEFORE = 0.4;

const TAB_WIDTH = 4;
const CUT = '…';
/** A line may be cut at both ends. */
const CUTS = 2;

// How much of a very long line is read: enough to fill the excerpt with any characters.
const LOOK_BEHIND = 400;
const LOOK_AHEAD = 1200;

// How much more of it is looked at for an address that begins or ends beyond.
const LOOK_ASIDE = 4000;

/**
 * One line of a file, cut around the columns that are meant. Tabs become spaces, characters that cannot be shown become
 * escapes, passwords in addresses become stars, and the caret stays under what it points at. `room`: cells that it may take, the
 * signs of a cut included; null for a text that may be wide.
 */
export function excerptLine(line: string, startColumn: number, endColumn: number, room: number | null = null): Excerpt {
  const widest = room === null ? WIDEST_EXCERPT : Math.max(NARROWEST_EXCERPT, Math.min(WIDEST_EXCERPT, room - CUTS));
  const start = Math.min(startColumn - 1, line.length);
  const end = Math.max(start, Math.min(endColumn - 1, line.length));
  const cells = splitCells(line, Math.max(0, start - LOOK_BEHIND), start + LOOK_AHEAD);
  const before = cells.filter((cell) => cell.offset < start);
  const meant = cells.filter((cell) => cell.offset >= start && cell.offset < end);
  const after = cells.filter((cell) => cell.offset >= end && cell.offset >= start);

  const fits = widthOf(cells) <= widest && before[0]?.offset !== undefined;
  const mostBefore = Math.floor(widest * SHARE_BEFORE);
  const shownBefore = fits || widthOf(before) <= mostBefore ? before : takeEnd(before, mostBefore);
  const cutBefore = shownBefore.length < before.length || (cells[0]?.offset ?? 0) > 0;
  const left = widest - widthOf(shownBefore);
  const shownMeant = takeStart(meant, left);
  const shownAfter = takeStart(after, left - widthOf(shownMeant));
  const last = shownAfter.at(-1) ?? shownMeant.at(-1) ?? shownBefore.at(-1);
  const cutAfter = last !== undefined && nextOffset(cells, last, line.length) < line.length;
  const shown = [...shownBefore, ...shownMeant, ...shownAfter].map((cell) => cell.text).join('');
  return {
    text: `${cutBefore ? CUT : ''}${shown}${cutAfter ? CUT : ''}`,
    caretStart: widthOf(shownBefore) + (cutBefore ? 1 : 0),
    caretWidth: Math.max(1, widthOf(shownMeant)),
  };
}

function splitCells(line: string, from: number, to: number): ExcerptCell[] {
  const aside = Math.max(0, from - LOOK_ASIDE);
  const part = maskUserinfo(line.slice(aside, to + LOOK_ASIDE)).slice(from - aside, to - aside);
  if (isPlain(part)) return Array.from(part, (text, index) => ({ text, width: 1, offset: from + index }));
  const cells: ExcerptCell[] = [];
  let column = 0;
  for (const { segment, index } of splitGraphemes(part)) {
    const text = segment === '\t' ? ' '.repeat(TAB_WIDTH - (column % TAB_WIDTH)) : safeText(segment);
    const width = textWidth(text);
    cells.push({ text, width, offset: from + index });
    column += width;
  }
  return cells;
}

function nextOffset(cells: readonly ExcerptCell[], cell: ExcerptCell, length: number): number {
  return cells[cells.indexOf(cell) + 1]?.offset ?? length;
}

function widthOf(cells: readonly ExcerptCell[]): number {
  return cells.reduce((width, cell) => width + cell.width, 0);
}

function takeStart(cells: readonly ExcerptCell[], room: number): readonly ExcerptCell[] {
  let width = 0;
  const end = cells.findIndex((cell) => {
    width += cell.width;
    return width > room;
  });
  return end === -1 ? cells : cells.slice(0, end);
}

function takeEnd(cells: readonly ExcerptCell[], room: number): readonly ExcerptCell[] {
  return takeStart(cells.toReversed(), room).toReversed();
}

/** A sentence may quote live text of any length; a service's own words are cut shorter already. */
const LONGEST_LINE = 600;

/** A diagnostic in the flow of a report, where the place is already named: no excerpt of the file. */
export function renderDiagnosticBrief(diagnostic: Diagnostic, style: Style, indent: string): string {
  const paint = (text: string): string => paintStatus(STATUS_STYLES.problem[diagnostic.severity], text, style);
  const title = paint(style.bold(`${diagnostic.severity}[${diagnostic.code}]`));
  const lines = [`${title}: ${safeText(cutText(diagnostic.summary, LONGEST_LINE))}`];
  for (const line of diagnostic.detail?.split('\n') ?? []) lines.push(`  ${safeText(cutText(line, LONGEST_LINE))}`);
  if (diagnostic.hint !== null) lines.push(`  ${style.cyan('=')} ${style.bold('help:')} ${safeText(diagnostic.hint)}`);
  return lines.map((line) => indent + line).join('\n');
}

/** A branch that takes many pipes out has a note for each of them. */
const MOST_NOTES = 5;

/** Warnings about runs, not about the configuration. */
/**
 * The problems and notes of a report as a whole, errors last, next to the summary. Warnings of the configuration are told with
 * their lines when it is loaded.
 */
export function renderDocumentDiagnostics(diagnostics: readonly Diagnostic[], style: Style): readonly string[] {
  const notes = diagnostics.filter(({ severity }) => severity === 'note');
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  const say = (diagnostic: Diagnostic): string => renderDiagnosticBrief(diagnostic, style, '');
  const more = notes.length - MOST_NOTES;
  return [
    ...diagnostics.filter(isAboutRuns).map(say),
    ...notes.slice(0, MOST_NOTES).map(say),
    ...(more > 0 ? [`${style.cyan('note:')} ${count(more, 'more note')} like these.`] : []),
    ...errors.map(say),
  ];
}
