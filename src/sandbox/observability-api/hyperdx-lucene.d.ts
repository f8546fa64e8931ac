declare module '@hyperdx/lucene' {
  /** A term, a range, a group of a field, or an operation with its left and right side: which fields are there says which. */
  export interface LuceneNode {
    readonly left?: LuceneNode;
    readonly operator?: string;
    readonly right?: LuceneNode;
    /** An operator that stands before `left`. */
    readonly start?: string;
    readonly parenthesized?: boolean;
    /** `<implicit>` when none was written. */
    readonly field?: string;
    /** As it was written, with its backslashes. */
    readonly term?: string;
    readonly quoted?: boolean;
    readonly prefix?: string | null;
    readonly similarity?: number | null;
    readonly proximity?: number | null;
    readonly boost?: number | null;
    readonly term_min?: string;
    readonly term_max?: string;
    readonly inclusive?: 'both' | 'none' | 'left' | 'right';
  }
  const lucene: {
    /** @throws when the text is not a query. */
    parse(text: string): LuceneNode;
  };
  export default lucene;
}
