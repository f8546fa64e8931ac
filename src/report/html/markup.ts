// Home-made because template libraries escape HTML only. This one escapes control and bidi characters too (`safeText`), and
// its type refuses text that it has not made.

import type { Location } from '../../model/location.ts';
import { safeText } from '../../model/text.ts';
import { cutText, formatInstant, formatPlace, splitCode } from '../view-model/format.ts';
import type { StatusStyle } from '../view-model/status.ts';

/** Safe HTML. Only `html` and `inlineElement` create it, so every text in it is escaped. */
export class Markup {
  readonly #text: string;

  constructor(key: typeof KEY, text: string) {
    if (key !== KEY) throw new TypeError('markup is made by the html template only');
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

const KEY: unique symbol = Symbol('markup');

/** The values of a template. null is empty. */
type Content = Markup | readonly Markup[] | string | number | null;

/** Escapes values that are not markup. Attribute values must be quoted in the template. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  let [text = ''] = strings;
  for (const [index, value] of values.entries()) text += contentOf(value) + strings[index + 1];
  return new Markup(KEY, text);
}

/** An unescaped inline `style` or `script` of this program, which the content policy allows by its hash. */
export function inlineElement(tag: 'style' | 'script', text: string): Markup {
  if (/<[/!]/.test(text)) throw new TypeError(`an inline ${tag} would end early`);
  return new Markup(KEY, `<${tag}>${text}</${tag}>`);
}

export const NOTHING: Markup = html``;

function contentOf(value: Content): string {
  if (value === null) return '';
  if (typeof value === 'string') return PLAIN.test(value) ? value : escapeHtml(safeText(value));
  if (value instanceof Markup || typeof value === 'number') return value.toString();
  // Faster than `join`, which flattens each text again.
  return value.reduce((text, one) => text + one.toString(), '');
}

/** Most texts are of these characters and need no escape, which is worth a test with thousands of pipes. */
const PLAIN = /^[\w ./:,-]*$/;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => ENTITIES[character] ?? '');
}

const LONGEST_TEXT = 160;

/** Text of others, isolated so that its writing direction does not reorder the text around it. */
export function name(text: string, limit: number = LONGEST_TEXT): Markup {
  return html`<bdi>${cutText(text, limit)}</bdi>`;
}

export function place(location: Pick<Location, 'file' | 'line' | 'column'>): Markup {
  return html`<code class="place">${cutText(formatPlace(location), LONGEST_TEXT)}</code>`;
}

/** The symbol of a status, which words next to it repeat. */
export function sign({ symbol }: StatusStyle): Markup {
  return html`<span class="sign" aria-hidden="true">${symbol}</span>`;
}

export function badge(style: StatusStyle): Markup {
  return html`<b class="badge t-${style.variant}">${sign(style)} ${style.label}</b>`;
}

/** A time to the second in UTC, also readable by machines. */
export function moment(iso: string): Markup {
  const words = formatInstant(iso);
  return words === null ? name(iso) : html`<time datetime="${new Date(iso).toISOString()}">${words}</time>`;
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
