import type { Block } from './block.ts';
import type { Format } from './format.ts';
import { renderMarkdownDocument } from './markdown/write-markdown.ts';
import type { ReportGlyphs, Style } from './text/style.ts';
import { renderTextBlocks } from './text/write-text.ts';

/** What a document is rendered for. */
export interface DocumentTarget {
  readonly style: Style;
  readonly glyphs: ReportGlyphs;
  /** The width of a chart. */
  readonly columns: number;
}

const WRITERS: Partial<Record<Format, (blocks: readonly Block[], target: DocumentTarget) => string | Promise<string>>> =
  {
    text: renderTextBlocks,
    markdown: renderMarkdownDocument,
    html: async (blocks) => (await import('./html/write-html.ts')).renderHtmlBlocks(blocks),
  };

/** Renders the blocks of a document in a format that its command takes. */
export function renderBlocks(
  blocks: readonly Block[],
  format: Format,
  target: DocumentTarget,
): string | Promise<string> {
  const write = WRITERS[format] ?? renderTextBlocks;
  return write(blocks, target);
}
