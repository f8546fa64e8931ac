/** Creates elements. The console never parses text of the service as HTML. */

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
