let segmenter: Intl.Segmenter | null = null;

/** The characters of a text as a reader counts them, each with where it begins. */
export function splitGraphemes(text: string): Intl.Segments {
  // Made when it is first needed: its tables take longer to load than most commands take to print.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}
