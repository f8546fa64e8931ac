import { stripVTControlCharacters } from 'node:util';

/** Output that differs in each run, and its placeholder on both sides. */
const VARIABLE: readonly (readonly [RegExp, string])[] = [
  [/\b\d{8}T\d{6}(\d{3})?Z-[0-9a-f]{6}\b/g, 'RUN'],
  [/\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z?\b/g, 'TIME'],
  [/\bin (\d+m )?\d+(\.\d+)?(ms|s)\b/g, 'in TIME'],
  [/\b(request id|requestId) [0-9a-f-]{36}\b/g, '$1 ID'],
  [/\bpipeform \d+\.\d+\.\d+\b/g, 'pipeform VERSION'],
  [/\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b(?!-)/g, 'COMMIT'],
];

/** Whether a page shows what was printed: `…` stands for anything, alone on a line for any lines. */
export function isShown(shown: string, printed: string): boolean {
  const lines = listLines(shown);
  const pattern = lines
    .map((line) => (line.trim() === '…' ? '(?:.*\\n)*?' : `${line.split('…').map(escapeWords).join('.*?')}\\n`))
    .join('');
  return new RegExp(`^${pattern}$`).test(`${listLines(printed).join('\n')}\n`);
}

/** Lines without colors, varying output and empty lines. */
function listLines(text: string): readonly string[] {
  const plain = VARIABLE.reduce((all, [pattern, word]) => all.replace(pattern, word), stripVTControlCharacters(text));
  return plain.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd()]));
}

function escapeWords(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
