// Home-made because `wrap-ansi` takes 49 ms to load (Node 20), and help is ASCII without escape sequences.

export interface Item {
  readonly term: string;
  readonly description: string;
}

const WIDEST = 100;
const NARROWEST = 40;

/** On a narrower terminal, a description is below its term. */
const TWO_COLUMNS = 72;
const WIDEST_TERM = 26;

export const INDENT = '  ';

/** The width of help on a terminal of so many columns, or without a terminal. */
export function chooseWidth(columns: number | null): number {
  return Math.max(NARROWEST, Math.min(columns ?? WIDEST, WIDEST));
}

/** Wraps text at spaces. */
export function wrap(text: string, width: number, indent = ''): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    const longer = line === indent ? `${line}${word}` : `${line} ${word}`;
    if (line !== indent && longer.length > width) {
      lines.push(line);
      line = `${indent}${word}`;
    } else line = longer;
  }
  return [...lines, line].join('\n');
}

/** The width of the column of terms. Longer terms than WIDEST_TERM do not count. */
export function termColumn(items: readonly Item[]): number {
  const longest = Math.max(0, ...items.map(({ term }) => term.length).filter((length) => length <= WIDEST_TERM));
  return INDENT.length + longest + 2;
}

export function wrapItems(items: readonly Item[], width: number, column = termColumn(items)): string {
  return items
    .map(({ term, description }) => {
      const head = `${INDENT}${term}`;
      if (width < TWO_COLUMNS) return `${head}\n${wrap(description, width, INDENT.repeat(3))}`;
      const lines = wrap(description, width, ' '.repeat(column));
      return head.length + 2 > column ? `${head}\n${lines}` : head.padEnd(column) + lines.slice(column);
    })
    .join('\n');
}
