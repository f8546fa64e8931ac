/** Creates and changes elements. The console never parses text of the service as HTML. */

const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

export const find = (id) => document.getElementById(id);

// Replaces control and direction characters with visible escapes.
export function safeText(value) {
  return String(value).replace(UNSAFE, (character) => `\\u{${character.codePointAt(0).toString(16)}}`);
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

// States of alerts and of pipes.
const STATE_CLASSES = {
  ...{ OK: 't-good', ALERT: 't-bad', PENDING: 't-warn' },
  ...{ Running: 't-good', Degraded: 't-warn', Failed: 't-bad', InternalError: 't-bad' },
};

export function setBadge(
  badge,
  state,
  variantClass = Object.hasOwn(STATE_CLASSES, state) ? STATE_CLASSES[state] : 't-calm',
) {
  badge.className = `badge ${variantClass}`;
  setText(badge, safeText(state));
}

const SHOWN_MS = 6_000;
let timer = 0;

// Shows the message at the bottom of the page, a live region that screen readers speak. An empty text hides it. Without 'passing' it stays until the next one.
export function notice(text, variantClass, passing) {
  clearTimeout(timer);
  setText(find('notice'), safeText(text));
  find('notice').className = text === '' ? 'notice' : `notice seen ${variantClass}`;
  if (passing) timer = setTimeout(() => notice('', '', false), SHOWN_MS);
}
