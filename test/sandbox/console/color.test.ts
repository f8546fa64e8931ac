import { expect, test } from 'vitest';
import dom from '../../../src/sandbox/console/browser/dom.js?raw';
import style from '../../../src/sandbox/console/console.css?raw';

interface DomModule {
  setBadge(badge: { className: string; textContent: string }, state: string): void;
}

const { setBadge } = (await import(`data:text/javascript,${encodeURIComponent(dom)}`)) as DomModule;

/** The word of a badge, its color, and its shape, which does not depend on the color. */
function draw(state: string): string {
  const badge = { className: '', textContent: '' };
  setBadge(badge, state);
  const [, variant = ''] = badge.className.split(' ');
  const shapes = style.matchAll(/^\.badge(?:\.([\w-]+))?::before \{ content: "(.)"/gm);
  const byVariant = new Map([...shapes].map(([, name = '', shape]) => [name, shape]));
  return `${badge.textContent} ${variant} ${byVariant.get(variant) ?? byVariant.get('')}`;
}

test('a state of a pipe or an alert has a word, one of four colors, and the shape of its color', () => {
  const states = ['Running', 'Degraded', 'Failed', 'InternalError', 'Paused', 'constructor'];
  expect([...states, 'OK', 'ALERT', 'PENDING', 'SOMETHING'].map(draw)).toMatchInlineSnapshot(`
    [
      "Running t-good ✓",
      "Degraded t-warn ◆",
      "Failed t-bad ▲",
      "InternalError t-bad ▲",
      "Paused t-calm ■",
      "constructor t-calm ■",
      "OK t-good ✓",
      "ALERT t-bad ▲",
      "PENDING t-warn ◆",
      "SOMETHING t-calm ■",
    ]
  `);
});
