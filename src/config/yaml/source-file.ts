import type { Location } from '../../model/location.ts';

export interface SourceFile {
  /** The path has the form of `Location.file`: relative to the working directory, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly lineStarts: Uint32Array;
}

/** A range of UTF-16 offsets in a file; `end` is exclusive. */
export interface SourceSpan {
  readonly source: SourceFile;
  readonly start: number;
  readonly end: number;
}

export function createSourceFile(path: string, text: string): SourceFile {
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  return { path, text, lineStarts: new Uint32Array(lineStarts) };
}

export function locate({ source, start, end }: SourceSpan): Location {
  const line = lineAt(source, start);
  const endLine = end < (source.lineStarts[line + 1] ?? Infinity) ? line : lineAt(source, end);
  return {
    file: source.path,
    line: line + 1,
    column: columnAt(source, line, start),
    endLine: endLine + 1,
    endColumn: columnAt(source, endLine, Math.max(start, end)),
  };
}

/** `pipes/orders.yaml:3:5` */
export function describePlace(span: SourceSpan): string {
  const { file, line, column } = locate(span);
  return `${file}:${line}:${column}`;
}

/** From the start of `span` to the end of `to`; only `span` when they are in different files. */
export function spanBetween(span: SourceSpan, to: SourceSpan): SourceSpan {
  return span.source === to.source ? { ...span, end: Math.max(span.end, to.end) } : span;
}

/** 0-based. */
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

/**
 * The most scalars, indicators and line breaks that a text may have. The densest configurations have a quarter of
 * their size. Parsing a megabyte of brackets takes seconds and gigabytes.
 */
export function mostSymbols(text: string): number {
  return 10_000 + text.length / 4;
}

/**
 * Decodes UTF-8; a byte order mark stays in the text. `invalidAt` is the offset of the first invalid character, not
 * counting the mark, or null.
 */
export function decodeText(bytes: Uint8Array): { readonly text: string; readonly invalidAt: number | null } {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (!text.includes('\ufffd')) return { text, invalidAt: null };
  // The file itself may contain replacement characters: only one that differs from the bytes is a mistake.
  const encoded = Buffer.from(text);
  const differs = encoded.findIndex((byte, index) => byte !== bytes[index]);
  const before = new TextDecoder('utf-8').decode(encoded.subarray(0, Math.max(0, differs)), { stream: true });
  return { text, invalidAt: differs === -1 ? null : before.length };
}

/** Splits off the byte order mark; `mark` is empty without one. */
export function splitMark(text: string): { readonly mark: string; readonly body: string } {
  const body = text.replace(/^\ufeff/, '');
  return { mark: text.slice(0, text.length - body.length), body };
}
