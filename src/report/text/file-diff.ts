import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatch, structuredPatch } from 'diff';
import type { FileEdit } from '../../model/location.ts';
import { maskLine } from '../../model/secret/secret.ts';
import { safeText } from '../../model/text.ts';
import { createStyle, type Style } from './style.ts';

const CONTEXT_LINES = 3;

/** A minimal diff of more changed lines may take minutes, so all lines are replaced instead. */
const MAX_CHANGED_LINES = 1_000;

const PLAIN = createStyle('off');

/**
 * One unified diff of all files, which `git apply` accepts. Unchanged files are left out. CRLF line ends are preserved.
 * Invisible characters become escapes and credentials in addresses become stars; a patch with such lines does not apply.
 */
export function renderFileDiff(files: readonly FileEdit[], style: Style = PLAIN): string {
  return files.map((file) => renderFile(file, style)).join('');
}

function renderFile(file: FileEdit, style: Style): string {
  const patch = compareTexts(file);
  if (patch.hunks.length === 0) return '';
  const names = formatPatch({ ...patch, hunks: [] }, FILE_HEADERS_ONLY)
    .trimEnd()
    .split('\n');
  const hunks = patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    style.cyan(`@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`),
    ...lines.map((line) => paintLine(line, style)),
  ]);
  return `${[...names.map((line) => style.bold(endName(line))), ...hunks].join('\n')}\n`;
}

function compareTexts({ name, before, after }: FileEdit): StructuredPatch {
  const names = [before === null ? '/dev/null' : `a/${name}`, `b/${name}`] as const;
  const from = before ?? '';
  const options = { context: CONTEXT_LINES, maxEditLength: MAX_CHANGED_LINES };
  const patch = structuredPatch(...names, from, after, undefined, undefined, options);
  if (patch !== undefined) return patch;
  const whole = structuredPatch(...names, from, '');
  const sides = [...whole.hunks, ...structuredPatch(...names, '', after).hunks];
  const sum = (key: 'oldLines' | 'newLines'): number => sides.reduce((lines, side) => lines + side[key], 0);
  const lines = sides.flatMap((side) => side.lines);
  return {
    ...whole,
    hunks: [{ oldStart: 1, oldLines: sum('oldLines'), newStart: 1, newLines: sum('newLines'), lines }],
  };
}

/** Git ends a name that contains blanks with a tab. */
function endName(line: string): string {
  return line.slice('--- '.length).includes(' ') && !line.endsWith('"') ? `${line}\t` : line;
}

/** A range without lines is named by the line before it. */
function range(start: number, lines: number): string {
  return `${lines === 0 ? start - 1 : start},${lines}`;
}

function paintLine(line: string, style: Style): string {
  const shown = safeLine(line);
  if (line.startsWith('-')) return style.red(shown);
  return line.startsWith('+') ? style.green(shown) : shown;
}

/** Escapes a line except for its mark, a byte order mark, tabs and a final CR. */
function safeLine(line: string): string {
  const [, mark = '', start = '', body = '', end = ''] = /^([-+ \\])(\ufeff?)(.*?)(\r?)$/s.exec(line) ?? [];
  // Only after a blank is the body where a CI runner reads a command.
  const before = mark === ' ' ? mark : '.';
  const shown = `${before}${maskLine(body)}`.split('\t').map(safeText).join('\t').slice(before.length);
  return `${mark}${start}${shown}${end}`;
}
