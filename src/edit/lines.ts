/** A text and what is known of how its lines are made. */
export interface Lines {
  readonly text: string;
  /** What ends a line. */
  readonly end: '\n' | '\r\n';
}

export function readLines(text: string): Lines {
  const first = text.indexOf('\n');
  return { text, end: first > 0 && text[first - 1] === '\r' ? '\r\n' : '\n' };
}

/** The offset at which the line of an offset starts. */
export function lineStart({ text }: Lines, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The offset just after the line break of the line that the characters before an offset end on; the end of the text without one. */
export function nextLine({ text }: Lines, offset: number): number {
  if (offset > 0 && text[offset - 1] === '\n') return offset;
  const found = text.indexOf('\n', offset);
  return found === -1 ? text.length : found + 1;
}

/** How far a line is indented, or null for one that holds something else than a comment. Blank lines are of any depth. */
function commentDepth(line: string): number {
  const depth = line.search(/[^ \t\r]/);
  if (depth === -1) return Number.POSITIVE_INFINITY;
  return line[depth] === '#' ? depth : -1;
}

/** The end of the comments from a line on that are indented as far as `column` at least; blank lines after them do not belong. */
export function skipComments(lines: Lines, from: number, column: number): number {
  let end = from;
  for (let at = from; at < lines.text.length; ) {
    const next = nextLine(lines, at + 1);
    const depth = commentDepth(lines.text.slice(at, next).replace(/\r?\n$/, ''));
    if (depth < column) break;
    if (depth !== Number.POSITIVE_INFINITY) end = next;
    at = next;
  }
  return end;
}

/** The start of the comments that stand directly above a line, without a blank line between. */
export function startOfComments(lines: Lines, from: number): number {
  let start = from;
  while (start > 0) {
    const above = lineStart(lines, start - 1);
    const line = lines.text.slice(above, start);
    if (!/^[ \t]*#/.test(line)) break;
    start = above;
  }
  return start;
}

/** Whether the line before an offset, which starts one, is blank. */
export function followsBlank(lines: Lines, start: number): boolean {
  if (start === 0) return false;
  return lines.text.slice(lineStart(lines, start - 1), start).trim() === '';
}

/** Whether the line that starts at an offset is blank. */
export function startsBlank(lines: Lines, start: number): boolean {
  return lines.text.slice(start, nextLine(lines, start + 1)).trim() === '';
}
