declare module 'write-file-atomic' {
  /** Writes beside the file, syncs, and renames over it: the file is whole at every moment. */
  export default function writeFileAtomic(
    file: string,
    data: string | Uint8Array,
    options?: { readonly mode?: number; readonly fsync?: boolean },
  ): Promise<void>;
}
