import { isAlias, isCollection, isMap, isScalar, isSeq, type Node, parseDocument } from 'yaml';

/** Where something is written: offsets into the text, the end not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One value of a document, with its place. A map has each key once. */
export type Written = Span &
  (
    | { readonly kind: 'scalar'; readonly value: string | number | boolean | null }
    | { readonly kind: 'list'; readonly items: readonly Written[] }
    | { readonly kind: 'map'; readonly entries: readonly WrittenEntry[] }
  );

export interface WrittenEntry {
  readonly key: Span & { readonly text: string };
  readonly value: Written;
}

export type WrittenMap = Extract<Written, { kind: 'map' }>;

/** Takes one mistake: what is wrong, where, and what was probably meant. */
export type Report = (at: Span, summary: string, hint?: string) => void;

const DEEPEST = 50;

/** Reads YAML 1.2, and so JSON. Undefined when the text is no document; then its first mistake was reported. */
export function readDocument(text: string, report: Report): Written | undefined {
  const tooDeep = findDeepNesting(text);
  if (tooDeep !== undefined) {
    report({ start: tooDeep, end: tooDeep + 1 }, `The file nests more than ${DEEPEST} levels.`);
    return undefined;
  }
  // Keys that stand twice are found below: the library compares each with all the others.
  const options = { version: '1.2', schema: 'core', merge: false, prettyErrors: false, uniqueKeys: false } as const;
  const document = parseDocument(text, options);
  const [error] = [...document.errors, ...document.warnings];
  if (error !== undefined) {
    report({ start: error.pos[0], end: error.pos[1] }, `The file is not YAML or JSON: ${error.message}.`);
    return undefined;
  }
  const anchored = new Map<string, Written>();

  function convert(node: unknown, around: Span): Written {
    const written = node as Node | null;
    const span = spanOf(written, around);
    if (isAlias(written)) return resolve(written.source, span);
    const converted: Written = { ...convertContent(written, span), ...span };
    // In the order of the text: an alias means the last value of that name before it.
    if ((isScalar(written) || isCollection(written)) && written.anchor !== undefined) {
      anchored.set(written.anchor, converted);
    }
    return converted;
  }

  // The value itself, not a copy: however often it is named, it is there once.
  function resolve(name: string, span: Span): Written {
    const named = anchored.get(name);
    if (named === undefined) report(span, `*${name} stands for nothing, or for itself.`);
    return named ?? { kind: 'scalar', value: null, ...span };
  }

  function convertContent(written: Node | null, span: Span) {
    if (isSeq(written)) return { kind: 'list', items: written.items.map((item) => convert(item, span)) } as const;
    if (!isMap(written)) return { kind: 'scalar', value: isScalar(written) ? toScalar(written.value) : null } as const;
    const seen = new Set<string>();
    const entries = written.items.map(({ key, value }) => {
      const keySpan = spanOf(key as Node | null, span);
      const text = keyText(key);
      if (seen.has(text)) report(keySpan, `${JSON.stringify(text)} stands here twice.`);
      seen.add(text);
      return { key: { text, ...keySpan }, value: convert(value, keySpan) };
    });
    return { kind: 'map', entries } as const;
  }

  return convert(document.contents, { start: 0, end: 0 });
}

function spanOf(node: Node | null, around: Span): Span {
  const range = node?.range;
  return range === undefined || range === null ? around : { start: range[0], end: Math.max(range[0], range[1]) };
}

function keyText(key: unknown): string {
  return isScalar(key) ? String(key.value) : '';
}

function toScalar(value: unknown): string | number | boolean | null {
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? value : String(value);
}

// The library composes by recursion; brackets, indents and the marks of lists and keys are all that nests.
function findDeepNesting(text: string): number | undefined {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '[' || character === '{') depth += 1;
    else if ((character === ']' || character === '}') && depth > 0) depth -= 1;
    if (depth > DEEPEST) return index;
  }
  return DEEP_LINE.exec(text)?.index;
}

const DEEP_LINE = new RegExp(`^(?: {${DEEPEST * 8},}|(?:[-?:] *){${DEEPEST},})`, 'm');
