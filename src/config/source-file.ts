import type { Location } from '../model/location.ts';

/** The text of one configuration file, and where each of its lines starts. */
export interface SourceFile {
  /** As in `Location.file`: relative to the working directory, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly lineStarts: readonly number[];
}

/** A stretch of a file, in UTF-16 offsets; `end` is just after its last character. Lines are computed only when asked for. */
export interface Span {
  readonly source: SourceFile;
  readonly start: number;
  readonly end: number;
}

export function createSourceFile(path: string, text: string): SourceFile {
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  return { path, text, lineStarts };
}

export function locate(span: Span): Location {
  const [line, column] = position(span.source, span.start);
  const [endLine, endColumn] = position(span.source, Math.max(span.start, span.end));
  return { file: span.source.path, line, column, endLine, endColumn };
}

/** `pipes/orders.yaml:3:5`, for the words of a diagnostic that names a second place. */
export function describePlace(span: Span): string {
  const [line, column] = position(span.source, span.start);
  return `${span.source.path}:${line}:${column}`;
}

/** From the start of one stretch to the end of another in the same file; the first alone when they are in two files. */
export function spanBetween(from: Span, to: Span): Span {
  return from.source === to.source && to.end >= from.end
    ? { source: from.source, start: from.start, end: to.end }
    : { source: from.source, start: from.start, end: from.end };
}

function position(source: SourceFile, offset: number): [line: number, column: number] {
  let low = 0;
  let high = source.lineStarts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((source.lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return [low + 1, offset - (source.lineStarts[low] ?? 0) + 1];
}
