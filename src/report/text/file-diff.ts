import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatch, structuredPatch } from 'diff';
import type { FileEdit } from '../../model/file-edit.ts';
import { maskUserinfo } from '../../model/mask-userinfo.ts';
import { safeText } from '../../model/safe-text.ts';
import type { Style } from './style.ts';

const CONTEXT_LINES = 3;

/** The shortest difference of texts that differ in more lines than this may take minutes to find; then all lines are replaced. */
const MOST_CHANGED_LINES = 1_000;

/**
 * Files as they are against what they are to be: one unified diff, which `git apply` takes in the folder that the names
 * are relative to. Files that stay as they are do not show. Line ends are kept (a line of a file with CRLF ends in CR).
 * Characters that steer a terminal or cannot be seen show as escapes, and user names and passwords of addresses as stars, so a
 * patch that holds such lines is for reading alone.
 */
export function renderFileDiff(files: readonly FileEdit[], style: Style): string {
  return files.map((file) => renderFile(file, style)).join('');
}

function renderFile(file: FileEdit, style: Style): string {
  const patch = compareTexts(file);
  if (patch.hunks.length === 0) return '';
  const lines = formatPatch({ ...patch, hunks: [] }, FILE_HEADERS_ONLY)
    .trimEnd()
    .split('\n')
    .map(endName)
    .map(style.bold);
  for (const hunk of patch.hunks) {
    lines.push(style.cyan(`@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`));
    for (const line of hunk.lines) lines.push(paintLine(line, style));
  }
  return `${lines.join('\n')}\n`;
}

function compareTexts({ name, before, after }: FileEdit): StructuredPatch {
  const names = [before === null ? '/dev/null' : `a/${name}`, `b/${name}`] as const;
  const options = { context: CONTEXT_LINES, maxEditLength: MOST_CHANGED_LINES };
  const patch = structuredPatch(...names, before ?? '', after, undefined, undefined, options);
  return patch ?? replaceWhole(...names, before ?? '', after);
}

function replaceWhole(oldFileName: string, newFileName: string, before: string, after: string): StructuredPatch {
  const removed = markLines(before, '-');
  const added = markLines(after, '+');
  const [oldLines, newLines] = [countLines(before), countLines(after)];
  const hunk = { oldStart: 1, oldLines, newStart: 1, newLines, lines: [...removed, ...added] };
  return { oldFileName, newFileName, oldHeader: undefined, newHeader: undefined, hunks: [hunk] };
}

function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

function markLines(text: string, mark: '-' | '+'): readonly string[] {
  const lines = text.split('\n').map((line) => `${mark}${line}`);
  return text.endsWith('\n') ? lines.slice(0, -1) : [...lines, '\\ No newline at end of file'];
}

/** A tab ends a name that holds blanks, as in the patches of git itself. */
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

/** Without its first character, which is the mark: a CR at the end, tabs and a byte order mark in front stay as they are. */
function safeLine(line: string): string {
  const [, head = '', body = '', end = ''] = /^([-+ \\]\ufeff?)(.*?)(\r?)$/s.exec(line) ?? [];
  return `${head}${maskUserinfo(body).split('\t').map(safeText).join('\t')}${end}`;
}
