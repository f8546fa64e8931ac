import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';
import { expect } from 'vitest';

/** All elements a page may have: no link, image, input or footnote. */
const ELEMENTS = new Set(
  ['h3', 'h4', 'p', 'br', 'b', 'strong', 'code', 'pre', 'ul', 'li', 'details', 'summary'].concat([
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ]),
);

/** No text of the report became markup. */
export function expectWhole(markdown: string): void {
  const seen = seeMarkdown(markdown);
  expect(seen.elements.filter((name) => !ELEMENTS.has(name))).toEqual([]);
  expect(
    seen.attributes.filter(
      (text) => !/^(?:code class=language-(?:diff|sh|text)|t[hd] align=left|details open=)$/.test(text),
    ),
  ).toEqual([]);
  for (const rows of seen.tables) expect(new Set(rows).size).toBe(1);
  expect(seen.comments.slice(1).filter((comment) => comment !== ' ')).toEqual([]);
  // The content of a code block is shown unchanged.
  const prose = markdown.replace(/^(`{3,})[a-z]*\n[\s\S]*?^\1$/gm, '');
  const starts = prose.match(/^<details(?: open)?>$/gm)?.length;
  expect(starts).toBe(prose.match(/^<\/details>$/gm)?.length);
  expect(seen.elements.filter((name) => name === 'details').length).toBe(starts ?? 0);
  expect(markdown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/);
  expect(markdown).not.toMatch(/\p{Surrogate}/u);
}

type Node = DefaultTreeAdapterMap['node'];

/** A page of GitHub-flavored Markdown as a browser shows it, after GitHub's sanitizer. */
interface SeenPage {
  /** The names of all elements, in the order of the page. */
  readonly elements: readonly string[];
  readonly comments: readonly string[];
  readonly text: string;
  /** The text of each `code` element. */
  readonly codes: readonly string[];
  /** The number of cells in each table row. */
  readonly tables: readonly (readonly number[])[];
  /** `name=value` of all attributes. */
  readonly attributes: readonly string[];
}

export function seeMarkdown(markdown: string): SeenPage {
  const html = micromark(markdown, { allowDangerousHtml: true, extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  const all = [...walk(parseFragment(html))];
  return {
    elements: all.flatMap((node) => ('tagName' in node ? [node.tagName] : [])),
    comments: all.flatMap((node) => (node.nodeName === '#comment' && 'data' in node ? [node.data] : [])),
    text: textOf(all),
    codes: all.flatMap((node) => (node.nodeName === 'code' ? [textOf([...walk(node)])] : [])),
    tables: all
      .filter((node) => node.nodeName === 'table')
      .map((table) =>
        [...walk(table)]
          .filter((node) => node.nodeName === 'tr')
          .map((row) => [...walk(row)].filter(({ nodeName }) => nodeName === 'td' || nodeName === 'th').length),
      ),
    attributes: all.flatMap((node) =>
      'attrs' in node ? node.attrs.map(({ name, value }) => `${node.tagName} ${name}=${value}`) : [],
    ),
  };
}

function* walk(node: Node): Generator<Node> {
  yield node;
  if ('childNodes' in node) for (const child of node.childNodes) yield* walk(child);
}

function textOf(nodes: readonly Node[]): string {
  return nodes.map((node) => (node.nodeName === '#text' && 'value' in node ? node.value : '')).join('');
}
