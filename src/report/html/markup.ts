import { safeText } from '../../model/safe-text.ts';

/** HTML that is safe to send: only `html` and `inlineElement` make it, so every text in it went through the escape. */
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

/** What may stand in a template: text and numbers are escaped; null stands for nothing. */
export type Content = Markup | readonly Markup[] | string | number | null;

/** A template whose values are text unless they are markup already. Attribute values must be quoted in the template. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  let out = strings[0] ?? '';
  values.forEach((value, index) => {
    out += contentOf(value) + (strings[index + 1] ?? '');
  });
  return new Markup(KEY, out);
}

/** An inline `style` or `script` as written: its text belongs to this program, and a policy allows it by its hash. */
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
