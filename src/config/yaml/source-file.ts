import type { Location } from '../../model/location.ts';

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

export function locate({ source, start, end }: Span): Location {
  const line = lineAt(source, start);
  // Most stretches end on the line that they start on.
  const endLine = end < (source.lineStarts[line + 1] ?? Infinity) ? line : lineAt(source, end);
  return {
    file: source.path,
    line: line + 1,
    column: columnAt(source, line, start),
    endLine: endLine + 1,
    endColumn: columnAt(source, endLine, Math.max(start, end)),
  };
}

/** `pipes/orders.yaml:3:5`, for the words of a diagnostic that names a second place. */
export function describePlace(span: Span): string {
  const line = lineAt(span.source, span.start);
  return `${span.source.path}:${line + 1}:${columnAt(span.source, line, span.start)}`;
}

/** From the start of one stretch to the end of another in the same file; the first alone when they are in two files. */
export function spanBetween(from: Span, to: Span): Span {
  return from.source === to.source && to.end >= from.end
    ? { source: from.source, start: from.start, end: to.end }
    : { source: from.source, start: from.start, end: from.end };
}

/** The index of the line that an offset is on. */
function lineAt(source: SourceFile, offset: number): number {
  let low = 0;
  let high = source.lineStarts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((source.lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function columnAt(source: SourceFile, line: number, offset: number): number {
  return offset - (source.lineStarts[line] ?? 0) + 1;
}

type Decoded =
  | { readonly ok: true; readonly text: string }
  /** The text with replacement characters, and the offset of the first of them. */
  | { readonly ok: false; readonly text: string; readonly offset: number };

const REPLACEMENT = '\ufffd';

/** Reads bytes as UTF-8; a byte-order mark at the start is left out. */
export function decodeText(bytes: Uint8Array): Decoded {
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes);
    return { ok: false, text, offset: firstReplaced(bytes, text) };
  }
}

/** A replacement character that the file itself holds is no mistake: only one that its bytes do not spell is. */
function firstReplaced(bytes: Uint8Array, text: string): number {
  const encoder = new TextEncoder();
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  let byte = marked ? 3 : 0;
  let from = 0;
  for (let at = text.indexOf(REPLACEMENT); at !== -1; at = text.indexOf(REPLACEMENT, at + 1)) {
    byte += encoder.encode(text.slice(from, at)).length;
    from = at;
    if (bytes[byte] !== 0xef || bytes[byte + 1] !== 0xbf || bytes[byte + 2] !== 0xbd) return at;
  }
  return 0;
}

/** The whole text of a file that is to be edited, its byte order mark included. */
export function decodeWhole(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
