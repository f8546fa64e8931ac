import { posix } from 'node:path';
import type { Location } from '../../model/location.ts';
import { safeText } from '../../model/text.ts';
import { cutText, joinParts, splitCode } from '../view-model/format.ts';

/** A longer name or value is cut. */
export const LONGEST_CODE = 100;

/** A longer `service/name` is cut; the configuration allows 128 characters for each. */
export const LONGEST_PIPE_NAME = 260;
const LONGEST_PROSE = 400;
const WHOLE = Number.POSITIVE_INFINITY;

/** Characters with a meaning in HTML or Markdown. */
const MEANINGFUL = /["!#$&'*.:<>@[\\\]^_`{|}~]/g;

/**
 * A word without a special meaning to any renderer, and its punctuation: letters or a short number. Letters with digits may be
 * a ticket, seven hexadecimal digits a commit, dots a host.
 */
const PLAIN_WORD =
  /^\(?(?!www|[a-f]{7,}\b)(?:[a-z]+(?:['’-][a-z]+)*|(?:\d{1,6}|\d{1,3}(?:,\d{3}){1,3})%?)\)?[.,;:]?\)?$/i;

/** Any text as inline code. Nothing inside becomes an element, link, mention, reference or emoji. */
export function renderCode(text: string, limit = LONGEST_CODE): string {
  const shown = safeText(cutText(text, limit));
  // Table rows are split at bars even inside code spans, and renderers differ on a backslash before the bar.
  if (shown === '' || shown.includes('|')) return renderHtmlCode(text, limit);
  const ticks = '`'.repeat(longestRun(shown) + 1);
  const isStripped = shown.startsWith(' ') && shown.endsWith(' ') && shown.trim() !== '';
  const pad = isStripped || shown.startsWith('`') || shown.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${shown}${pad}${ticks}`;
}

/** Any text as a `code` element, for use inside other elements, where Markdown is not parsed. */
export function renderHtmlCode(text: string, limit = LONGEST_CODE): string {
  const shown = safeText(cutText(text, limit));
  return `<code>${shown.replace(MEANINGFUL, encode)}</code>`;
}

/** Our own words, in Markdown and in HTML. */
export function renderWords(text: string): string {
  return text.replace(/[<|\\*_`[]/g, encode);
}

type CodeRenderer = typeof renderCode;

/** A sentence that may quote live text: anything but plain words becomes code, as `mark` renders it. */
export function renderProse(text: string, limit = LONGEST_PROSE, mark: CodeRenderer = renderCode): string {
  const out: string[] = [];
  let code: string[] = [];
  const flush = (): void => {
    if (code.length > 0) out.push(renderQuote(code.join(' '), mark));
    code = [];
  };
  const words = safeText(cutText(text, limit)).split(' ');
  for (const [index, word] of words.entries()) {
    // Prose would lose leading, trailing and repeated blanks.
    if (PLAIN_WORD.test(word) && words[index - 1] !== '' && words[index + 1] !== '') {
      flush();
      out.push(word);
    } else code.push(word);
  }
  flush();
  return out.join(' ');
}

/** One of our sentences, in which `name` between single backticks is code. */
export function renderSentence(text: string, limit = LONGEST_PROSE, mark: CodeRenderer = renderCode): string {
  return splitCode(safeText(cutText(text, limit)))
    .map((part) =>
      part.kind === 'words' ? renderProse(part.text, WHOLE, mark) : part.open + mark(part.code, WHOLE) + part.close,
    )
    .join(' ');
}

/** Code without the punctuation of the sentence around it: `(request id `5b3e7e0c`)`. */
function renderQuote(text: string, mark: CodeRenderer): string {
  const [, open = '', quote = '', close = ''] = /^(\(?)(.*?)([.,;:)]*)$/.exec(text) ?? [];
  const isQuote = quote !== '' && !quote.endsWith(' ');
  return isQuote ? open + mark(quote, WHOLE) + close : mark(text, WHOLE);
}

/** Safe text as a code block that nothing inside can end. */
export function renderCodeBlock(text: string, language: 'diff' | 'sh' | 'text'): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${ticks}${language}\n${text}\n${ticks}`;
}

function encode(character: string): string {
  const entity = `&#${character.charCodeAt(0)};`;
  // Renderers find e-mail addresses after decoding entities, but not across comments.
  return character === '@' ? `<!-- -->${entity}` : entity;
}

function longestRun(text: string): number {
  return [...text.matchAll(/`+/g)].reduce((longest, [run]) => Math.max(longest, run.length), 0);
}

/** Folds the blocks that are not empty under a title, which is HTML. */
export function renderDetails(title: string, blocks: readonly string[], isOpen = false): string {
  const start = `<details${isOpen ? ' open' : ''}>\n<summary>${title}</summary>`;
  return joinParts([start, ...blocks, '</details>'], '\n\n');
}

/** Our Markdown as a link to an http(s) address. No character of the address has a meaning in Markdown or a table. */
export function renderLink(content: string, url: string): string {
  return `[${content}](${new URL(url).href.replace(/[^\w./:?&=#%+~,-]/g, percentEncode)})`;
}

/** Renders the place of a value or problem: `pipes/orders.yaml:8`. */
export type PlaceRenderer = (place: Pick<Location, 'file' | 'line'>) => string;

/**
 * Links each place to its line. `filesUrl`: the address of the files of the repository at a commit; null for no links.
 * `folder`: where file names start, from the root of the repository. Files at a git ref or outside the repository have no link.
 */
export function createPlaceRenderer(filesUrl: string | null, folder: string): PlaceRenderer {
  return ({ file, line }) => {
    const text = renderCode(`${file}:${line}`);
    const path = posix.join(folder, file);
    if (filesUrl === null || file.includes(':') || /^(?:\/|\.\.\/)/.test(path)) return text;
    const names = path.replace(/\p{Surrogate}/gu, '\ufffd').split('/');
    return renderLink(text, `${filesUrl}/${names.map(encodeURIComponent).join('/')}#L${line}`);
  };
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
