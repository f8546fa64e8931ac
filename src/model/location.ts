/**
 * A place in a configuration file. `file` is relative to the working directory, with forward slashes, so that it can be
 * clicked in a terminal and annotated in a pull request. Lines and columns start at 1; columns count UTF-16 units.
 */
export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** The text of each configuration file that was read, by `Location.file`: what excerpts are cut from. */
export type Sources = ReadonlyMap<string, string>;

/** A file as it is to be: what `pull` and `fmt` show as a diff and then write. */
export interface FileEdit {
  /** Absolute. */
  readonly path: string;
  /** As in `Location.file`: relative to the working directory, with forward slashes. */
  readonly name: string;
  /** The whole text as it was read, its byte order mark included; null for a file that is new. */
  readonly before: string | null;
  /** The whole text as it is to be, its byte order mark included. */
  readonly after: string;
}
