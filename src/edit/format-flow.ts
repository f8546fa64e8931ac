import { CST } from 'yaml';
import { keepsReferences } from './format-references.ts';
import { listItemWords, listWords, referencesAmong, splitEnd, type Word } from './format-tokens.ts';
import type { LeafLine } from './format-tree.ts';
import { AS_WRITTEN, type Shape, shapeUnder, sortKeys } from './key-order.ts';

const ROOM: ReadonlySet<Word['type']> = new Set(['space', 'newline']);
const BEFORE_ITEM: ReadonlySet<Word['type']> = new Set(['space', 'newline', 'comment', 'comma']);
const OPENING: ReadonlySet<Word['type']> = new Set(['flow-map-start', 'flow-seq-start']);
const CLOSING: ReadonlySet<Word['type']> = new Set(['flow-map-end', 'flow-seq-end']);

/**
 * A value in brackets in canonical form: `{ a: 1 }`, `[a, b]`, keys in order. What stands on several lines stays on several
 * lines, each indented by the brackets that are open around it. A map that holds comments keeps its order, since nobody can
 * tell what they are about.
 */
export function formatFlow(token: CST.FlowCollection, shape: Shape): readonly LeafLine[] {
  return printWords(orderedWords(token, shape));
}

/** The words of a collection, up to the bracket that closes it, with its keys in order. */
function orderedWords(token: CST.FlowCollection, shape: Shape): readonly Word[] {
  const slots = token.items.map((item) => splitItem(item, shape));
  const order = chooseOrder(token, slots, shape);
  const words: Word[] = [...listWords([token.start], 'flow')];
  for (const [place, slot] of slots.entries()) {
    words.push(...slot.before, ...(slots[order[place] ?? place] ?? slot).content, ...slot.after);
  }
  words.push(...listWords(splitEnd(token).inside, 'flow'));
  return words;
}

/** An item, and the room and comma around it, which stay where they are when items change places. */
interface Slot {
  readonly key: string | null;
  readonly before: readonly Word[];
  readonly content: readonly Word[];
  readonly after: readonly Word[];
  readonly references: readonly string[];
}

function splitItem(item: CST.CollectionItem, shape: Shape): Slot {
  const key = readKey(item.key);
  const inner = key === null ? (shape.items ?? AS_WRITTEN) : shapeUnder(shape, key);
  const { value, ...rest } = item;
  const words = [...listItemWords(rest, 'flow'), ...valueWords(value, inner)];
  const start = words.findIndex(({ type }) => !BEFORE_ITEM.has(type));
  const first = start === -1 ? words.length : start;
  const end = words.findLastIndex(({ type }) => !ROOM.has(type)) + 1;
  return {
    key,
    before: words.slice(0, first),
    content: words.slice(first, Math.max(first, end)),
    after: words.slice(Math.max(first, end)),
    references: referencesAmong(words),
  };
}

function valueWords(value: CST.Token | undefined, shape: Shape): readonly Word[] {
  if (value === undefined) return [];
  if (value.type !== 'flow-collection') return listWords([value], 'flow');
  return [...orderedWords(value, shape), ...listWords(splitEnd(value).outside, 'flow')];
}

/** The text of a key without its quotes; null when there is none. */
export function readKey(key: CST.Token | null | undefined): string | null {
  return CST.isScalar(key) ? (CST.resolveAsScalar(key)?.value ?? null) : null;
}

function chooseOrder(token: CST.FlowCollection, slots: readonly Slot[], shape: Shape): readonly number[] {
  const asWritten = slots.map((_, index) => index);
  const isList = token.start.type === 'flow-seq-start';
  if (isList || holdsComment(token)) return asWritten;
  // After a comma at the end there is a place without an item.
  const filled = asWritten.filter((index) => (slots[index]?.content.length ?? 0) > 0);
  const sorted = sortKeys(
    shape,
    filled.map((index) => slots[index]?.key ?? null),
  );
  const order = [...sorted.map((at) => filled[at] ?? at), ...asWritten.slice(filled.length)];
  const references = slots.map((slot) => slot.references);
  return keepsReferences(references, order) ? order : asWritten;
}

function holdsComment(token: CST.FlowCollection): boolean {
  return listWords([token]).some(({ type, where }) => type === 'comment' && where === 'flow');
}

function printWords(words: readonly Word[]): readonly LeafLine[] {
  const lines: { text: string; depth: number }[] = [{ text: '', depth: 0 }];
  let depth = 0;
  let breaks = 0;
  let gap = '';
  let previous: Word | null = null;
  for (const word of words) {
    if (word.type === 'space') {
      gap = word.source;
      continue;
    }
    if (word.type === 'newline') {
      breaks += 1;
      continue;
    }
    if (CLOSING.has(word.type)) depth -= 1;
    const [first = '', ...more] = word.source.trimEnd().split('\n');
    const line = lines.at(-1);
    if (breaks > 0 || previous === null || line === undefined) {
      const isInside = previous !== null && !OPENING.has(previous.type) && !CLOSING.has(word.type);
      if (breaks > 1 && isInside) lines.push({ text: '', depth: 0 });
      if (previous === null) lines.length = 0;
      lines.push({ text: first, depth });
    } else {
      line.text += `${word.type === 'comment' ? noteGap(gap) : roomBetween(previous, word)}${first}`;
    }
    for (const text of more) lines.push({ text: text.replace(/^[ \t]+/, ''), depth });
    if (OPENING.has(word.type)) depth += 1;
    [previous, breaks, gap] = [word, 0, ''];
  }
  return lines;
}

/** The room before a comment at the end of a line: as it is, since such comments are often aligned, but spaces. */
export function noteGap(gap: string): string {
  return /^ +$/.test(gap) ? gap : ' ';
}

function roomBetween(left: Word, right: Word): string {
  if (left.type === 'flow-seq-start' || right.type === 'flow-seq-end' || right.type === 'comma') return '';
  if (left.type === 'flow-map-start' && right.type === 'flow-map-end') return '';
  // The name of an alias would take the colon in.
  if (right.type === 'map-value-ind') return left.type === 'alias' ? ' ' : '';
  return ' ';
}
