import type { Level } from './format-sort.ts';
import type { Entry, FileTree, Leaf, Note, Remark } from './format-tree.ts';

const STEP = 2;

interface Page {
  readonly lines: string[];
  /** What the next line starts with instead of its indentation: the dashes of the list that it is an item of. */
  dashes: string | null;
  /** Whether a blank line would say nothing, or too much: at the start of a map or list, or where it would belong to a text. */
  blank: 'allowed' | 'never';
}

/** A file in canonical form: two spaces a level, at most one blank line, exactly one between the sections of the document. */
export function printTree({ head, entries, tail, end }: FileTree): string {
  const page: Page = { lines: [], dashes: null, blank: 'never' };
  printEntries(page, entries, 0, 'document');
  printRemarks(page, tail, 0);
  const body = page.lines.map((line) => `${line}\n`).join('');
  return `${head}${body}${end}`;
}

function printEntries(page: Page, entries: readonly Entry[], column: number, level: Level): void {
  page.blank = 'never';
  for (const [index, entry] of entries.entries()) {
    if (level === 'document' && index > 0) printBlank(page);
    printEntry(page, entry, column);
  }
}

function printEntry(page: Page, entry: Entry, column: number): void {
  printRemarks(page, entry.lead, column);
  if (entry.spaced) printBlank(page);
  const { markNote, leaf, entries } = entry;
  const mark = [entry.mark, entry.props].filter((part) => part !== '').join(' ');
  const inner = entry.mark === '' ? column : column + STEP;
  if (startsOnDash(entry)) {
    page.dashes = `${page.dashes ?? ' '.repeat(column)}- `;
    printEntries(page, entries, inner, 'inner');
  } else if (leaf === null) {
    printLine(page, column, mark, markNote);
    if (entries.length > 0) printEntries(page, entries, inner, 'inner');
    else if (entry.tail.length > 0) page.blank = 'never';
  } else if (markNote !== null || entry.between.length > 0) {
    printLine(page, column, mark, markNote);
    page.blank = 'never';
    printRemarks(page, entry.between, inner);
    printLeaf(page, '', leaf, entry.note, { column: inner, base: inner, parent: column });
  } else {
    const base = entry.mark === '-' ? inner : column;
    printLeaf(page, mark, leaf, entry.note, { column, base, parent: column });
  }
  printRemarks(page, entry.tail, inner);
}

/** Whether a map or list in a list starts on the line of its dash. */
function startsOnDash({ mark, props, markNote, entries: [first] }: Entry): boolean {
  return mark === '-' && props === '' && markNote === null && first !== undefined && first.lead.length === 0;
}

interface LeafPlace {
  /** Of the line that it starts on. */
  readonly column: number;
  /** What the depth of its further lines is counted from. */
  readonly base: number;
  /** Of the key or dash that it belongs to. */
  readonly parent: number;
}

function printLeaf(page: Page, mark: string, leaf: Leaf, note: Note | null, { column, base, parent }: LeafPlace): void {
  const before = mark === '' ? '' : `${mark} `;
  if (leaf.kind === 'block-scalar') {
    printLine(page, column, `${before}${leaf.header}`, note);
    for (const line of leaf.lines) printLine(page, parent + leaf.step, line, null);
    if (leaf.header.includes('+')) page.blank = 'never';
    return;
  }
  const last = leaf.lines.length - 1;
  for (const [index, { text, depth }] of leaf.lines.entries()) {
    const at = index === 0 ? column : base + depth * STEP;
    printLine(page, at, index === 0 ? `${before}${text}` : text, index === last ? note : null);
  }
}

function printRemarks(page: Page, remarks: readonly Remark[], column: number): void {
  for (const { text, spaced } of remarks) {
    if (spaced) printBlank(page);
    printLine(page, column, text, null);
  }
}

function printLine(page: Page, column: number, text: string, note: Note | null): void {
  const line = text === '' ? '' : `${page.dashes ?? ' '.repeat(column)}${text}`;
  page.dashes = null;
  page.blank = 'allowed';
  if (note === null) {
    page.lines.push(line);
    return;
  }
  const room = ' '.repeat(line.length + note.gap.length);
  page.lines.push(`${line}${note.gap}${note.text}`, ...note.more.map((more) => `${room}${more}`));
}

function printBlank(page: Page): void {
  if (page.blank === 'never' || page.lines.at(-1) === '') return;
  page.lines.push('');
}
