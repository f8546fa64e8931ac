declare module 'write-file-atomic' {
  /** Writes a new file, syncs it and renames it over the old one. */
  export default function writeFileAtomic(
    file: string,
    /** null: `tmpfileCreated` writes the content. */
    data: string | Uint8Array | null,
    options?: {
      readonly mode?: number;
      readonly fsync?: boolean;
      readonly tmpfileCreated?: (file: string) => Promise<void>;
    },
  ): Promise<void>;
}
