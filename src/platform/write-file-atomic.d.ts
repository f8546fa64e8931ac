declare module 'write-file-atomic' {
  /** Writes a new file, syncs it and renames it over the old one. */
  export default function writeFileAtomic(
    file: string,
    data: string | Uint8Array,
    options?: { readonly mode?: number; readonly fsync?: boolean },
  ): Promise<void>;
}
