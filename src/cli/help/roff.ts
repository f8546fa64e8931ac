const AS_THEY_ARE: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  '"': '\\(dq',
};

/**
 * Text as roff shows it, to be pasted as it is: groff would make typographic signs of hyphens and quotes. What begins a line is
 * no request.
 */
export function roffText(text: string): string {
  return text
    .replace(/[\\\-'`^~"]/g, (sign) => AS_THEY_ARE[sign] ?? sign)
    .replace(/[^\n -~]/gu, (sign) => `\\[u${sign.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`)
    .replace(/^\./gm, '\\&.');
}

/** `code` between backticks in bold. */
export function roffSentence(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? roffBold(part) : roffText(part)))
    .join('');
}

export function roffBold(text: string): string {
  return `\\fB${roffText(text)}\\fR`;
}

/** `-c, --config <file>`: what is typed in bold, and what it stands for in italics. */
export function roffFlags(flags: string): string {
  return flags
    .split(/(<[^>]+>|\[[^\]]+\])/)
    .map((part) => {
      if (part.startsWith('<')) return `\\fI${roffText(part.slice(1, -1))}\\fR`;
      if (part.startsWith('[')) return `[\\fI${roffText(part.slice(1, -1))}\\fR]`;
      return part.replace(/[^, ]+/g, roffBold);
    })
    .join('');
}

/** A heading begins a paragraph itself. */
export function roffSection(title: string, ...blocks: readonly string[]): string {
  return `.SH ${title}\n${blocks.join('\n').replace(/^\.PP\n/, '')}`;
}

export function roffParagraph(text: string): string {
  return `.PP\n${roffSentence(text)}`;
}

/** A tagged paragraph. */
export function roffItem(term: string, meaning: string): string {
  return `.TP\n${term}\n${meaning}`;
}

/** Lines that stand as they are. */
export function roffExample(lines: readonly string[]): string {
  return `.PP\n.RS 4\n.nf\n${lines.map(roffText).join('\n')}\n.fi\n.RE`;
}
