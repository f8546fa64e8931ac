/** Text with a button that copies it. */

import { make, notice, setText } from './dom.js';

// Browsers offer the clipboard only on loopback and over HTTPS. Elsewhere the text is selected.
async function copy(element, what) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    notice(`Copied: ${what}.`, 't-good', true);
  } catch {
    getSelection().selectAllChildren(element);
    notice(`The browser does not let this page copy. Selected: ${what}. Copy it with the keyboard.`, 't-warn', true);
  }
}

// 'what' names the text, for screen readers and in the confirmation.
export function createCopyText(what) {
  const code = make('code', {});
  const button = make('button', { type: 'button', class: 'copy', 'aria-label': `Copy ${what}` }, 'Copy');
  button.addEventListener('click', () => copy(code, what));
  return { element: make('span', { class: 'copied' }, code, button), show: (text) => setText(code, text) };
}
