import type { Location } from '../../model/location.ts';
import { safeText } from '../../model/safe-text.ts';
import { cutText } from '../text/cut-text.ts';
import { splitCode } from '../text/split-code.ts';
import { formatInstant } from '../view-model/instant.ts';
import { formatPlace } from '../view-model/place.ts';
import type { Tone } from '../view-model/status-look.ts';
import { html, type Markup } from './markup.ts';

/** Live names, states and kinds are of any length; what is shown of a longer one is its beginning. */
const LONGEST_NAME = 160;

/** A text that someone else chose, kept apart so that its writing direction does not reorder what stands around it. */
export function name(text: string): Markup {
  return html`<bdi>${cutText(text, LONGEST_NAME)}</bdi>`;
}

/** The same, where the search looks. */
export function findable(text: string): Markup {
  return html`<bdi data-find>${cutText(text, LONGEST_NAME)}</bdi>`;
}

export function place(location: Location): Markup {
  return html`<code class="place">${cutText(formatPlace(location), LONGEST_NAME)}</code>`;
}

export function badge(tone: Tone, symbol: string, words: string): Markup {
  return html`<span class="badge t-${tone}"><span class="sign" aria-hidden="true">${symbol}</span>${words}</span>`;
}

/** A moment as people and machines read it, to the second, in UTC and saying so. */
export function moment(iso: string): Markup {
  const words = formatInstant(iso);
  return words === null ? name(iso) : html`<time datetime="${new Date(iso).toISOString()}">${words}</time>`;
}

/** The name of a field, which a narrow column may break between its words and nowhere else. */
export function field(path: string): Markup {
  const words = cutText(path, LONGEST_NAME).split(/(?<=[_.])/);
  return html`${words.map((word, index) => (index === 0 ? html`${word}` : html`<wbr>${word}`))}`;
}

/** One of our sentences, in which `name` between single backticks is code. It may quote live text. */
export function sentence(text: string, limit: number): Markup {
  const parts = splitCode(safeText(cutText(text, limit))).map((part, index) => {
    const blank = index === 0 ? '' : ' ';
    if (part.kind === 'words') return html`${blank}${part.text}`;
    return html`${blank}${part.open}<code>${part.code}</code>${part.close}`;
  });
  return html`<bdi>${parts}</bdi>`;
}

/** One row of a list of facts; nothing when there is no fact. */
export function fact(term: string, value: Markup | string | null): Markup {
  return value === null ? html`` : html`<div><dt>${term}</dt><dd>${value}</dd></div>`;
}
