import type { Diagnostic, Severity } from '../../model/diagnostic.ts';
import { listWords } from '../../model/list-words.ts';
import type { Sources } from '../../model/location.ts';
import { safeText } from '../../model/safe-text.ts';
import { count } from '../view-model/count.ts';
import { excerptLine } from './excerpt.ts';
import { fitLines } from './fit-lines.ts';
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
  const paint = severityPaint(diagnostic.severity, style);
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
  const paint = severityPaint(diagnostic.severity, style);
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

/** What paints the words of a severity. */
export function severityPaint(severity: Severity, style: Style): (text: string) => string {
  return { error: style.red, warning: style.yellow, note: style.cyan }[severity];
}
