/** A hidden comment, `<!-- name: text -->`: what the tests are told and readers are not. */
export interface Comment {
  readonly kind: 'comment';
  readonly name: string;
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

/** A fenced block, without its fences and its indentation; the text ends with a line break. */
export interface Block {
  readonly kind: 'block';
  readonly language: string;
  readonly text: string;
  readonly line: number;
}

/** What of a page the tests act on, from top to bottom. */
export function listParts(markdown: string): readonly (Comment | Block)[] {
  const parts: (Comment | Block)[] = [];
  const lines = markdown.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const fence = /^( *)```(.*)$/.exec(line);
    const isComment = line.startsWith('<!--');
    if (fence === null && !isComment) continue;
    const ends = fence === null ? (text: string) => text.endsWith('-->') : (text: string) => text.trim() === '```';
    const from = fence === null ? at : at + 1;
    const last = lines.findIndex((text, index) => index >= from && ends(text));
    if (last === -1) throw new Error(`line ${at + 1}: what begins here does not end.`);
    parts.push(
      fence === null
        ? readComment(lines.slice(at, last + 1).join('\n'), at + 1)
        : readBlock(fence, lines.slice(from, last), at + 1),
    );
    at = last;
  }
  return parts;
}

function readComment(text: string, line: number): Comment {
  const [, name = '', rest = ''] = /^<!--\s*([^:]*?)\s*(?::([\s\S]*))?-->$/.exec(text) ?? [];
  return { kind: 'comment', name, text: rest.trim(), line };
}

function readBlock([, indent = '', language = '']: RegExpExecArray, lines: readonly string[], line: number): Block {
  const text = lines.map((one) => `${one.startsWith(indent) ? one.slice(indent.length) : one}\n`).join('');
  return { kind: 'block', language: language.trim(), text, line };
}
