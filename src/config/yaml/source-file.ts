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
  const { file, line, column } = locate(span);
  return `${file}:${line}:${column}`;
}

/** From the start of one stretch to the end of another in the same file; the first alone when they are in two files. */
export function spanBetween({ source, start, end }: Span, to: Span): Span {
  return { source, start, end: source === to.source ? Math.max(end, to.end) : end };
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

interface Decoded {
  readonly text: string;
  /** The offset of the first character whose bytes are not UTF-8; null when all are. */
  readonly invalidAt: number | null;
}

/** Reads bytes as UTF-8; a byte-order mark at the start is left out. */
export function decodeText(bytes: Uint8Array): Decoded {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), invalidAt: null };
  } catch {
    const whole = decodeWhole(bytes);
    // A replacement character that the file itself holds is no mistake: only one that its bytes do not spell is.
    const encoded = Buffer.from(whole);
    const differs = encoded.findIndex((byte, index) => byte !== bytes[index]);
    const before = new TextDecoder('utf-8').decode(encoded.subarray(0, differs), { stream: true });
    return { text: new TextDecoder('utf-8').decode(bytes), invalidAt: before.length };
  }
}

/** The whole text of a file that is to be edited, its byte order mark included. */
export function decodeWhole(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
