import { formatNumber } from '../../src/model/number.ts';

/** Prose of the pages is wrapped here, so that they also read well as plain text. */
const COLUMNS = 120;

/** Joins blocks with one empty line between them; what is empty is left out. */
export function joinBlocks(...blocks: readonly string[]): string {
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** A page of the reference: says what it is generated from, and ends with one line break. */
export function renderPage(title: string, source: string, ...blocks: readonly string[]): string {
  const note = wrap(`This page is generated from ${source} by \`npm run generate\`.`);
  return `${joinBlocks(`# ${title}`, note, ...blocks)}\n`;
}

/** Prose in lines; what stands in code stays on one line. `indent`: before every line but the first. */
export function wrap(text: string, indent = ''): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.match(/(?:`[^`]*`|[^\s`])+/g) ?? []) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length + indent.length <= COLUMNS) line = longer;
    else {
      if (line !== '') lines.push(line);
      line = word;
    }
  }
  return [...lines, line].join(`\n${indent}`);
}

/** An item of a list, wrapped under its dash. `depth`: the number of items that it is inside of. */
export function renderItem(text: string, depth = 0): string {
  const indent = '  '.repeat(depth);
  return `${indent}- ${wrap(text, `${indent}  `)}`;
}

/** A list of names, each with its meaning. */
export function renderMeanings(rows: readonly (readonly [name: string, meaning: string])[]): string {
  return rows.map(([name, meaning]) => renderItem(`${name}: ${meaning}`)).join('\n');
}

export function renderCode(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

export function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** The anchor of a heading, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** `[api](#api)` */
export function linkTo(heading: string, text = code(heading)): string {
  return `[${text}](#${anchorOf(heading)})`;
}

/** A sentence: with a capital and a full stop. */
export function sentence(words: string): string {
  const begun = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return /[.!?:]$/.test(begun) ? begun : `${begun}.`;
}

/** JSON in lines of at most 100 columns: what fits on one line stands on one. */
export function renderJson(value: unknown): string {
  return layOut(value, 0);
}

const JSON_COLUMNS = 100;

function layOut(value: unknown, depth: number): string {
  const flat = flatten(value);
  const isLeaf = typeof value !== 'object' || value === null;
  if (isLeaf || flat.length + depth * 2 <= JSON_COLUMNS) return flat;
  const indent = '  '.repeat(depth + 1);
  const end = '  '.repeat(depth);
  if (Array.isArray(value)) return `[\n${value.map((one) => indent + layOut(one, depth + 1)).join(',\n')}\n${end}]`;
  const members = Object.entries(value).map(
    ([key, one]) => `${indent}${JSON.stringify(key)}: ${layOut(one, depth + 1)}`,
  );
  return `{\n${members.join(',\n')}\n${end}}`;
}

function flatten(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map(flatten).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${flatten(one)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** `500 to 60,000`; an edge that is not there is left out. */
export function formatRange(minimum: number | null, maximum: number | null): string {
  if (minimum !== null && maximum !== null) return `${formatNumber(minimum)} to ${formatNumber(maximum)}`;
  if (minimum !== null) return `${formatNumber(minimum)} or more`;
  return maximum === null ? '' : `at most ${formatNumber(maximum)}`;
}
