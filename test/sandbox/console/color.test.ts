import { expect, test } from 'vitest';
import dom from '../../../src/sandbox/console/browser/dom.js?raw';

/** The parts of an element that a badge uses. */
class FakeElement {
  className = '';
  readonly attributes = new Map<string, string>();
  children: readonly unknown[] = [];

  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }
  append(...children: readonly unknown[]): void {
    this.children = [...this.children, ...children];
  }
  replaceChildren(...children: readonly unknown[]): void {
    this.children = children;
  }
}

interface DomModule {
  alertBadge(): { readonly element: FakeElement; set(state: string): void };
}

test('an alert state has a shape and a word in addition to its color', async () => {
  const create = () => new FakeElement();
  const document = { createElement: create, createElementNS: (_namespace: string) => create() };
  Object.assign(globalThis, { document });
  const { alertBadge } = (await import(`data:text/javascript,${encodeURIComponent(dom)}`)) as DomModule;
  const drawn = ['OK', 'ALERT', 'PENDING', 'SOMETHING'].map((state) => {
    const badge = alertBadge();
    badge.set(state);
    const [shape, word] = badge.element.children as readonly [FakeElement, string];
    const [path] = shape.children as readonly [FakeElement];
    return { state, word, shape: path.attributes.get('d'), color: badge.element.className };
  });
  Reflect.deleteProperty(globalThis, 'document');
  expect(drawn.filter(({ state, word }) => state !== word)).toEqual([]);
  expect(new Set(drawn.map(({ shape }) => shape)).size).toBe(4);
  expect(new Set(drawn.map(({ color }) => color)).size).toBe(4);
});
