/** Creates elements. The console never parses text of the service as HTML. */

const NAMESPACE = 'http://www.w3.org/2000/svg';
const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

export const find = (id) => document.getElementById(id);

// Replaces control and direction characters with visible escapes.
export function safeText(value) {
  return String(value).replace(UNSAFE, (character) => {
    const code = character.codePointAt(0);
    if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`;
    return code <= 0xffff ? `\\u${code.toString(16).padStart(4, '0')}` : `\\u{${code.toString(16)}}`;
  });
}

export function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function drawing(viewBox, name, d) {
  const [svg, path] = ['svg', 'path'].map((tag) => document.createElementNS(NAMESPACE, tag));
  for (const [key, value] of Object.entries({ viewBox, 'aria-hidden': 'true' })) svg.setAttribute(key, value);
  for (const [key, value] of Object.entries({ class: name, d })) path.setAttribute(key, value);
  svg.append(path);
  return svg;
}

// Each state has a shape, so that color is not the only sign.
const STATES = {
  OK: [
    't-good',
    'M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13zm3.4 4.6-4 5.1a.8.8 0 0 1-1.2 0L4.4 9.1l1.1-1.1 1.3 1.4 3.4-4.3z',
  ],
  ALERT: ['t-bad', 'M8 1 15.5 14.5H.5zM7.2 6v4.2h1.6V6zm0 5.4V13h1.6v-1.6z'],
  PENDING: ['t-warn', 'M8 .8 15.2 8 8 15.2.8 8zM7.3 4.5v4.3l2.6 1.6.7-1.2-1.9-1.2V4.5z'],
};
const OTHER = ['t-calm', 'M1.5 1.5h13v13h-13zM4 7.2v1.6h8V7.2z'];

export function alertBadge() {
  const badge = make('span', { class: 'badge' });
  let shown;
  const set = (state) => {
    if (state === shown) return;
    shown = state;
    const [tone, path] = Object.hasOwn(STATES, state) ? STATES[state] : OTHER;
    badge.className = `badge ${tone}`;
    badge.replaceChildren(drawing('0 0 16 16', 'shape', path), safeText(state));
  };
  return { element: badge, set };
}

export function lineKey(name) {
  const key = drawing('0 0 24 8', '', 'M1 4h22');
  key.setAttribute('class', `key ${name}`);
  return key;
}
