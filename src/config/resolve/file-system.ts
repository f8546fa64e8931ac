/** What reading one file came to. */
export type FileContent =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | {
      readonly ok: false;
      /** `submodule` and `lfs-pointer`: a commit names the content, and does not hold it. */
      readonly reason: 'missing' | 'folder' | 'not-a-file' | 'too-large' | 'refused' | 'submodule' | 'lfs-pointer';
    };

/** Where configuration files come from: the disk, or a commit. Paths are absolute, in the form of the machine. */
export interface FileSystem {
  /** Reads a whole file, or says why not; a file of more than `limitBytes` is not read. Never throws. */
  readFile(path: string, limitBytes: number): Promise<FileContent>;
  /** The path with symbolic links resolved, or null when nothing is there. */
  realPath(path: string): Promise<string | null>;
  /** The files under the folder that match a glob (relative, with forward slashes), as absolute paths in any order. */
  glob(folder: string, pattern: string): Promise<readonly string[]>;
}
