/** A place in a configuration file. Lines and columns start at 1; columns count UTF-16 units. */
export interface Location {
  /** Relative to the working directory, with forward slashes, as terminals and pull requests link it. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** The text of each configuration file by `Location.file`, for excerpts. */
export type Sources = ReadonlyMap<string, string>;

/** A change of a file by `pull` or `fmt`. Texts are complete and include the byte order mark. */
export interface FileEdit {
  /** Absolute. */
  readonly path: string;
  /** The name has the same form as `Location.file`. */
  readonly name: string;
  /** null for a new file. */
  readonly before: string | null;
  readonly after: string;
}
