/** The message at the bottom of the page. It is a live region, so screen readers speak it. */

import { find, safeText, setText } from './dom.js';

const SHOWN_MS = 6_000;
let timer = 0;

// An empty text hides the notice. Without 'passing' it stays until the next one.
export function notice(text, variantClass, passing) {
  clearTimeout(timer);
  setText(find('notice'), safeText(text));
  find('notice').className = text === '' ? 'notice' : `notice seen ${variantClass}`;
  if (passing) timer = setTimeout(() => notice('', '', false), SHOWN_MS);
}
