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
