import { expect, test } from 'vitest';
import dom from '../../../src/sandbox/console/browser/dom.js?raw';
import style from '../../../src/sandbox/console/console.css?raw';

interface DomModule {
  setBadge(badge: { className: string; textContent: string }, state: string): void;
}

test('a state of a pipe has a word, and one of four colors', async () => {
  const { setBadge } = (await import(`data:text/javascript,${encodeURIComponent(dom)}`)) as DomModule;
  const drawn = ['Running', 'Degraded', 'Failed', 'InternalError', 'Paused', 'constructor'].map((state) => {
    const badge = { className: '', textContent: '' };
    setBadge(badge, state);
    return `${badge.textContent} ${badge.className}`;
  });
  expect(drawn).toEqual([
    'Running badge t-good',
    'Degraded badge t-warn',
    'Failed badge t-bad',
    'InternalError badge t-bad',
    'Paused badge t-calm',
    'constructor badge t-calm',
  ]);
});

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
