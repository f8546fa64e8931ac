// Home-made because template libraries escape HTML only. This one escapes control and bidi characters too (`safeText`), and
// its type refuses text that it has not made.

import type { Location } from '../../model/location.ts';
import { count } from '../../model/number.ts';
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
  return new Markup(KEY, String.raw({ raw: strings }, ...values.map(contentOf)));
}

/** An unescaped inline `style` or `script` of this program, which the content policy allows by its hash. */
export function inlineElement(tag: 'style' | 'script', text: string): Markup {
  if (/<[/!]/.test(text)) throw new TypeError(`an inline ${tag} would end early`);
  return new Markup(KEY, `<${tag}>${text}</${tag}>`);
}

export const NOTHING: Markup = html``;

function contentOf(value: Content): string {
  if (value === null) return '';
  if (typeof value === 'string') return escapeHtml(safeText(value));
  if (value instanceof Markup || typeof value === 'number') return value.toString();
  return value.join('');
}

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

const LONGEST_NAME = 160;

/** Text of others, isolated so that its writing direction does not reorder the text around it. */
export function name(text: string): Markup {
  return html`<bdi>${cutText(text, LONGEST_NAME)}</bdi>`;
}

export function place(location: Location): Markup {
  return html`<code class="place">${cutText(formatPlace(location), LONGEST_NAME)}</code>`;
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

/** One row of a list of facts; empty without a value. */
export function fact(term: string, value: Markup | string | null): Markup {
  return value === null || value === '' ? NOTHING : html`<div><dt>${term}</dt><dd>${value}</dd></div>`;
}

/** `And 3 more pipes; the JSON document has all.`; empty for 0. */
export function renderRest(number: number, noun: string, tag: 'li' | 'p'): Markup {
  if (number <= 0) return NOTHING;
  const words = html`And ${count(number, `more ${noun}`)}; the JSON document has all.`;
  return tag === 'li' ? html`<li class="quiet">${words}</li>` : html`<p class="quiet">${words}</p>`;
}
