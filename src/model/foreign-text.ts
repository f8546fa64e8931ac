interface ForeignText {
  /** Completes "The file …". */
  readonly is: string;
  readonly cure: string;
}

/** The text has a byte order mark, or begins with two characters that UTF-8 writes in one byte each. A crash leaves NULs alone. */
const UTF_16 = /^(?:\ufffd\ufffd|(?:\0[^\0]){2}|(?:[^\0]\0){2})/;

/** What a file is that programs leave in place of the text that was meant; null for any other. `text`: decoded as UTF-8. */
export function describeForeignText(text: string): ForeignText | null {
  if (text.startsWith('version https://git-lfs.github.com/spec/')) {
    const cure =
      'Fetch it with `git lfs pull` (in actions/checkout: `lfs: true`). Do not keep a configuration in Git LFS: git has only the pointer.';
    return { is: 'is a pointer of Git LFS, not the file itself', cure };
  }
  if (!UTF_16.test(text)) return null;
  const cure = 'Save it as UTF-8. In place of `>`, use an option such as --out, or `| Out-File -Encoding utf8`.';
  return { is: 'is UTF-16 text, as `>` of Windows PowerShell writes it', cure };
}
