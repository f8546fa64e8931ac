/** A comment on a line of its own. */
export interface Remark {
  /** From its `#` on, without blanks at its end. */
  readonly text: string;
  /** Whether a blank line stands before it. */
  readonly spaced: boolean;
}

/** A comment at the end of a line. */
export interface Note {
  readonly text: string;
  /** The blanks before it. */
  readonly gap: string;
  /** The comments alone on the lines below that go on with it, in the same column. */
  readonly more: readonly string[];
}

/** A value that is no map or list of several lines. Its text is kept to the letter, but for how far lines are indented. */
export type Leaf =
  | { readonly kind: 'lines'; readonly lines: readonly LeafLine[] }
  | {
      readonly kind: 'block-scalar';
      /** `|`, `>-`, `|2+` … */
      readonly header: string;
      /** Without their indentation. Blank ones at the end are among them only when the header keeps them (`+`). */
      readonly lines: readonly string[];
      /** How far the lines are indented below the key, in columns. */
      readonly step: number;
    };

/** One line of a text or of a value in brackets. */
export interface LeafLine {
  readonly text: string;
  /** How many levels it is indented below the line that the value starts on. */
  readonly depth: number;
}

/** A key with its value, or an item of a list, and the comments that go with it. */
export interface Entry {
  /** null for an item of a list. */
  readonly key: string | null;
  /** `db_max_threads:` or `-`; empty for a document that is one value in brackets. */
  readonly mark: string;
  /** Anchor and tag of the value, or an empty text. */
  readonly props: string;
  /** The comments above it. */
  readonly lead: readonly Remark[];
  /** Whether a blank line stands directly above it. */
  readonly spaced: boolean;
  /** The comment at the end of its own line, when the value starts below. */
  readonly markNote: Note | null;
  /** The comments between its line and a leaf that starts below. */
  readonly between: readonly Remark[];
  readonly leaf: Leaf | null;
  /** The comment after the leaf. */
  readonly note: Note | null;
  readonly entries: readonly Entry[];
  /** The comments after everything else in it, indented deeper than it is. */
  readonly tail: readonly Remark[];
  /** The anchors and aliases in it, in order. */
  readonly references: readonly string[];
}

/** A file: what stands before and after its document is kept to the letter. */
export interface FileTree {
  /** Directives and `---`, with line ends, or empty. */
  readonly head: string;
  readonly entries: readonly Entry[];
  readonly tail: readonly Remark[];
  /** From `...` on, or empty. */
  readonly end: string;
}
