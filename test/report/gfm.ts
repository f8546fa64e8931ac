import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { type DefaultTreeAdapterMap, parseFragment } from 'parse5';

type Node = DefaultTreeAdapterMap['node'];

/** A page of GitHub-flavored Markdown as a browser shows it, after GitHub's sanitizer. */
export interface SeenPage {
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
