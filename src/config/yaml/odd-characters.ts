import type { Cause, Words } from './bracket-errors.ts';
import type { ConfigNode } from './node.ts';

/** Characters that look like a space or like nothing, and are text in YAML. */
const UNSEEN = '\\u0085\\u00a0\\u00ad\\u1680\\u2000-\\u200f\\u2028\\u2029\\u202f\\u205f\\u2060\\u3000\\ufeff';
const QUOTES = '“”„‘’';
const ODD = new RegExp(`[${UNSEEN}${QUOTES}：]`);

/** A plain value with one where its first or last character, or the blank after a colon or a dash, is meant to be. */
const IN_VALUE = new RegExp(`^(?:-|[\\w.-]+:)?[${UNSEEN}]|^[${QUOTES}]|[${UNSEEN}]$`);

const NAMES: Readonly<Record<string, string>> = {
  '\u00a0': 'a no-break space',
  '\u202f': 'a narrow no-break space',
  '\u3000': 'a full-width space',
  '：': 'a full-width colon',
  '\u200b': 'a zero-width space',
  '\ufeff': 'a byte order mark',
};
export const FULL_WIDTH_COLON = 'Write a colon and a space in its place.';
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/;

/** The characters of a document that are mistaken for a space, a quote or a colon. What is in quotes is meant as it is. */
export function findOddCharacters(root: ConfigNode): readonly Cause[] {
  const { text } = root.source;
  if (!ODD.test(text)) return [];
  const found = new Map<number, Cause>();
  const visited = new Set<ConfigNode>();
  const look = (start: number, end: number, pattern: RegExp) => {
    const part = text.slice(start, end);
    const [match] = /^["']/.test(part) ? [] : (pattern.exec(part) ?? []);
    if (match === undefined) return;
    const at = start + part.indexOf(match) + match.search(ODD);
    found.set(at, { start: at, end: at + 1, words: describeOdd(text.charAt(at)) });
  };
  const visit = (node: ConfigNode): void => {
    if (visited.has(node)) return;
    visited.add(node);
    if (node.kind === 'scalar' && node.style === 'plain') look(node.start, node.end, IN_VALUE);
    if (node.kind === 'list') for (const item of node.items) visit(item);
    if (node.kind !== 'map') return;
    for (const { start, end, value } of node.entries.values()) {
      look(start, end, ODD);
      visit(value);
    }
  };
  visit(root);
  return [...found.values()];
}

/** The first odd character outside of comments in the lines of a syntax error, or in the line above them; null without one. */
export function findOddNear(text: string, [from, to]: readonly [from: number, to: number]): Cause | null {
  const above = text.lastIndexOf('\n', text.lastIndexOf('\n', from - 1) - 1) + 1;
  const end = text.indexOf('\n', Math.max(from, to - 1));
  const lines = text.slice(above, end === -1 ? text.length : end);
  const index = lines.replaceAll(/(?<=^|\s)#.*/g, (comment) => ' '.repeat(comment.length)).search(ODD);
  return index === -1
    ? null
    : { start: above + index, end: above + index + 1, words: describeOdd(lines.charAt(index)) };
}

function describeOdd(character: string): Words {
  const code = `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  const isInvisible = INVISIBLE.test(character);
  const kind = isInvisible ? 'an invisible character' : 'a wide or narrow space';
  const name = NAMES[character] ?? (QUOTES.includes(character) ? 'a typographic quote' : kind);
  const summary = `The character here is ${name} (${code}), which is text in YAML.`;
  if (character === '：') return [summary, FULL_WIDTH_COLON];
  if (QUOTES.includes(character)) return [summary, `Write " or ' in its place.`];
  const hint = isInvisible ? 'Delete it.' : 'Write a space in its place.';
  return [summary, `${hint} Text that needs it goes in quotes.`];
}
