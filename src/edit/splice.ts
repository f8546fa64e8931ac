/** A stretch of a text and what takes its place. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Puts the new texts in; those of one place stand in the order given. Every other character stays. */
export function spliceText(text: string, splices: readonly Splice[]): string {
  const ordered = [...splices].sort((a, b) => a.start - b.start || a.end - b.end);
  let out = '';
  let at = 0;
  for (const { start, end, text: put } of ordered) {
    out += text.slice(at, start) + put;
    at = end;
  }
  return out + text.slice(at);
}
