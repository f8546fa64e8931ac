import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { expect, test } from 'vitest';
import { renderHtml } from '../../../src/report/html/render-html.ts';
import { REPORTS } from '../reports.ts';

type Element = Tree.Element;

const attribute = (element: Element, name: string): string | null =>
  element.attrs.find((one) => one.name === name)?.value ?? null;

const isElement = (node: Tree.Node): node is Element => 'tagName' in node;

function listElements(node: Tree.Node): readonly Element[] {
  const children = 'childNodes' in node ? node.childNodes.flatMap(listElements) : [];
  return isElement(node) ? [node, ...children] : children;
}

/** The text for a screen reader: text that is not hidden, or the label of a drawing. */
function wordsOf(node: Tree.Node): string {
  if (node.nodeName === '#text') return (node as Tree.TextNode).value;
  if (isElement(node) && attribute(node, 'aria-hidden') === 'true') return '';
  const label = isElement(node) ? (attribute(node, 'aria-label') ?? '') : '';
  return 'childNodes' in node ? label + node.childNodes.map(wordsOf).join('') : label;
}

const classOf = (element: Element): string => attribute(element, 'class') ?? '';

test.each(Object.entries(REPORTS))('%s: every color with a meaning comes with words', (_, report) => {
  const elements = listElements(parse(renderHtml(report())));
  const colored = elements.filter((element) => /(?:^| )t-\w+/.test(classOf(element)));
  expect(colored.length).toBeGreaterThan(0);
  expect(colored.filter((element) => !/\p{L}/u.test(wordsOf(element))).map(classOf)).toEqual([]);
});

test.each(Object.entries(REPORTS))('%s: every drawing has a label or words next to it', (_, report) => {
  const drawings = listElements(parse(renderHtml(report()))).filter(({ tagName }) => tagName === 'svg');
  const bare = drawings.filter((drawing) => {
    if (attribute(drawing, 'aria-label') !== null) return false;
    return attribute(drawing, 'aria-hidden') !== 'true' || (drawing.parentNode !== null && isAlone(drawing));
  });
  expect(bare.map(classOf)).toEqual([]);
});

/** Whether no text surrounds a hidden drawing, up to its row, figure or heading. */
function isAlone(drawing: Element): boolean {
  let around: Tree.Node | null = drawing.parentNode;
  while (around !== null && isElement(around)) {
    if (/[\p{L}\d]/u.test(wordsOf(around))) return false;
    if (['tr', 'figure', 'li', 'header', 'section'].includes(around.tagName)) return true;
    around = around.parentNode;
  }
  return true;
}
