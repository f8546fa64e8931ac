export interface Item {
  readonly term: string;
  readonly description: string;
}

/** Lines longer than this are hard to read, however wide the terminal is. */
const WIDEST = 100;
const NARROWEST = 40;

/** On a narrower terminal, the meaning of a term is below it. */
const TWO_COLUMNS = 72;
const WIDEST_TERM = 26;

const INDENT = '  ';

/** How wide help is laid out on a terminal of so many columns, or where there is none. */
export function chooseWidth(columns: number | null): number {
  return Math.max(NARROWEST, Math.min(columns ?? WIDEST, WIDEST));
}

/** Text in lines of at most so many columns; a word is never broken. */
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

/** How wide the column of terms is, so that lists below one another are aligned: a few long terms do not count. */
export function termColumn(items: readonly Item[]): number {
  const longest = Math.max(0, ...items.map(({ term }) => term.length).filter((length) => length <= WIDEST_TERM));
  return INDENT.length + longest + 2;
}

/** A line for each item, its meaning beside it or, on a narrow terminal, below it. */
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

/** A word of a shell, with its quotes, or an option with what seems to be its value. */
const SHELL_PART = /(?:--?[\w-]+ (?![-<>|]))?(?:[^\s'"]|'[^']*'|"[^"]*")+/g;

/** A command line that can be pasted: where it is too long, a backslash ends the line. Parts stay whole. */
export function wrapCommand(line: string, width: number, indent = INDENT): string {
  const further = `${indent}${INDENT.repeat(2)}`;
  // Two columns are for the backslash.
  const room = width - 2;
  const parts = (line.match(SHELL_PART) ?? []).flatMap((part) =>
    further.length + part.length <= room ? part : part.split(/(?<=^--?[\w-]+) /),
  );
  const lines: string[] = [];
  let last = indent;
  for (const part of parts) {
    const longer = last === indent ? `${last}${part}` : `${last} ${part}`;
    if (last === indent || longer.length <= room) last = longer;
    else {
      lines.push(`${last} \\`);
      last = `${further}${part}`;
    }
  }
  return [...lines, last].join('\n');
}
