import { parse, postprocess, preprocess } from 'micromark';

/** A hidden comment for the tests, `<!-- name: text -->`. */
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

/** A part that readers see and tests cannot run; no page may have one. */
export interface Stray {
  readonly kind: 'stray';
  readonly what: string;
  readonly line: number;
}

export type Part = Comment | Block | Stray;

/** Inline code. */
export interface InlineCode {
  readonly text: string;
  readonly line: number;
}

type Events = ReturnType<typeof postprocess>;

/** The parts of a page that the tests use, from top to bottom, including lists and quotes. */
export function listParts(markdown: string): readonly Part[] {
  const parts: Part[] = [];
  let block: { language: string; text: string; line: number; fences: number } | null = null;
  for (const [step, token, context] of read(markdown)) {
    const { line } = token.start;
    if (step === 'exit') {
      if (token.type !== 'codeFenced' || block === null) continue;
      const { fences, language, text, line: start } = block;
      if (fences < 2) throw new Error(`line ${start}: what begins here does not end.`);
      // The lines of the fences have ends, too.
      parts.push({ kind: 'block', language, text: text.replace(/^\n/, ''), line: start });
      block = null;
    } else if (token.type === 'codeFenced') {
      block = { language: '', text: '', line, fences: 0 };
    } else if (block !== null) {
      if (token.type === 'codeFencedFence') block.fences += 1;
      if (/^codeFencedFence(Info|Meta)$/.test(token.type))
        block.language = `${block.language} ${context.sliceSerialize(token)}`.trim();
      if (token.type === 'codeFlowValue') block.text += context.sliceSerialize(token);
      if (token.type === 'lineEnding' || token.type === 'lineEndingBlank') block.text += '\n';
    } else if (token.type === 'codeIndented') {
      parts.push({ kind: 'stray', what: 'a block by indentation', line });
    } else if (token.type === 'htmlFlow') {
      parts.push(readHtml(context.sliceSerialize(token), line));
    } else if (token.type === 'htmlText') {
      parts.push({ kind: 'stray', what: 'HTML in a sentence', line });
    }
  }
  return parts;
}

/** Only blocks, code and HTML are needed; links and emphasis take most of the time. */
const UNASKED = ['attention', 'labelStartLink', 'labelStartImage', 'labelEnd', 'definition'];

export function read(markdown: string): Events {
  const chunks = preprocess()(markdown, 'utf8', true);
  return postprocess(
    parse({ extensions: [{ disable: { null: UNASKED } }] })
      .document()
      .write(chunks),
  );
}

function readHtml(text: string, line: number): Comment | Stray {
  const [, name, rest = ''] = /^<!--\s*([^:]*?)\s*(?::([\s\S]*))?-->\s*$/.exec(text) ?? [];
  if (name === undefined) return { kind: 'stray', what: 'HTML', line };
  return { kind: 'comment', name, text: rest.trim(), line };
}
