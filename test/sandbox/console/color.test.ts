import { expect, test } from 'vitest';
import dom from '../../../src/sandbox/console/browser/dom.js?raw';
import style from '../../../src/sandbox/console/console.css?raw';

interface DomModule {
  setBadge(badge: { className: string; textContent: string }, state: string): void;
}

test('an alert state has a shape and a word in addition to its color', async () => {
  const { setBadge } = (await import(`data:text/javascript,${encodeURIComponent(dom)}`)) as DomModule;
  const shapes = new Map(
    [...style.matchAll(/^\.badge(\.[\w-]+)?::before \{ content: "(.)"/gm)].map(([, variant, shape]) => [
      variant,
      shape,
    ]),
  );
  const drawn = ['OK', 'ALERT', 'PENDING', 'SOMETHING'].map((state) => {
    const badge = { className: '', textContent: '' };
    setBadge(badge, state);
    const [, variant] = badge.className.split(' ');
    return { state, word: badge.textContent, variant, shape: shapes.get(`.${variant}`) ?? shapes.get(undefined) };
  });
  expect(drawn.filter(({ state, word }) => state !== word)).toEqual([]);
  expect(new Set(drawn.map(({ shape }) => shape)).size).toBe(4);
  expect(new Set(drawn.map(({ variant }) => variant)).size).toBe(4);
});
