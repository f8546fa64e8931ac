import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../ci/shell.ts';

/** A link of a Markdown page: `[text](target)`. */
export interface Link {
  readonly text: string;
  readonly target: string;
}

/** The links of a text in order, except those in code. */
export function listLinks(markdown: string): readonly Link[] {
  const prose = withoutBlocks(markdown).replace(/(`+)[^`].*?\1/g, '');
  return [...prose.matchAll(/\[((?:\\.|[^\]\\])*)\]\(([^)\s]+)\)/g)].map(([, text = '', target = '']) => ({
    text: text.replace(/\\(\W)/g, '$1'),
    target,
  }));
}

/** The anchors of the headings of a page, as GitHub generates them. */
export function listAnchors(markdown: string): ReadonlySet<string> {
  const headings = withoutBlocks(markdown).matchAll(/^#+ (.+)$/gm);
  return new Set([...headings].map(([, heading = '']) => anchorOf(heading)));
}

function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

export function withoutBlocks(markdown: string): string {
  return markdown.replace(/^```.*?^```$/gms, '');
}

/** Folders without pages: third-party, generated, or test samples. */
const LEFT_OUT = ['.git', '.pipeform', 'dist', 'node_modules', 'test'];

/** Every page of the repository, relative to its root. */
export function listPages(): readonly string[] {
  return pagesIn('.')
    .map((page) => page.replaceAll('\\', '/'))
    .sort();
}

function pagesIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_OUT.includes(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return pagesIn(path);
    return /\.(md|mdx|markdown)$/i.test(entry.name) ? [path] : [];
  });
}
