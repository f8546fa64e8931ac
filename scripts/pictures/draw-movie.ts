import type { Row } from './cells.ts';
import { baselineOf, drawRow, drawWindow, type Picture, STYLE } from './draw-svg.ts';

export interface Movie extends Omit<Picture, 'rows'> {
  /** The height of the terminal. */
  readonly rows: number;
  /** What stood on the terminal, one after another. */
  readonly frames: readonly (readonly Row[])[];
}

/** A frame stays as long as its new text takes to read. */
const MS_PER_CHARACTER = 14;
const SHORTEST_MS = 700;
const LONGEST_MS = 4_000;
const LAST_MS = 8_000;

/**
 * A terminal at work, as an SVG that CSS moves. A reader who asked for less motion sees the last frame, and so does one whose
 * program does not know CSS.
 */
export function drawMovie({ rows, frames, ...facts }: Movie): string {
  const isShown = (frame: readonly Row[], index: number): boolean =>
    index === 0 || index === frames.length - 1 || findNew(frame, frames[index - 1] ?? []).length > 0;
  const shown = frames.filter(isShown);
  const durations = shown.map((frame, index) => {
    if (index === shown.length - 1) return LAST_MS;
    const characters = findNew(frame, shown[index - 1] ?? []).reduce((sum, text) => sum + text.length, 0);
    return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, characters * MS_PER_CHARACTER));
  });
  const { drawn, used } = shareRows(shown);
  const style = [STYLE, renderMotion(durations)].join('\n');
  return drawWindow({ ...facts, height: rows, style }, [
    '<defs>',
    ...drawn,
    '</defs>',
    ...used.map((uses, index) => `<g class="frame" id="f${index}">${uses.join('')}</g>`),
  ]);
}

/** The texts of the rows that the frame before does not have. */
function findNew(frame: readonly Row[], before: readonly Row[]): readonly string[] {
  const known = new Set(before.map(textOf));
  return frame.map(textOf).filter((text) => text !== '' && !known.has(text));
}

function textOf(row: Row): string {
  return row.map(({ text }) => text).join(' ');
}

/** Each row once, however many frames have it and wherever. */
function shareRows(frames: readonly (readonly Row[])[]) {
  const ids = new Map<string, string>();
  const drawn: string[] = [];
  const used = frames.map((frame) =>
    frame.flatMap((row, index) => {
      if (row.length === 0) return [];
      const key = drawRow(row, '');
      const id = ids.get(key) ?? `r${ids.size}`;
      if (!ids.has(key)) drawn.push(drawRow(row, `id="${id}"`));
      ids.set(key, id);
      return [`<use href="#${id}" y="${baselineOf(index)}"/>`];
    }),
  );
  return { drawn, used };
}

function renderMotion(durations: readonly number[]): string {
  const total = durations.reduce((sum, duration) => sum + duration, 0);
  const percent = (ms: number): string => `${Math.round((ms / total) * 10_000) / 100}%`;
  let start = 0;
  const rules = durations.map((duration, index) => {
    const [from, to] = [start, start + duration];
    start = to;
    const steps = [
      ...(from === 0 ? [] : ['0% { visibility: hidden; }']),
      `${percent(from)} { visibility: visible; }`,
      to === total ? '100% { visibility: visible; }' : `${percent(to)}, 100% { visibility: hidden; }`,
    ];
    return `@keyframes k${index} { ${steps.join(' ')} } #f${index} { animation: k${index} ${total}ms step-end infinite; }`;
  });
  return [
    '.frame { visibility: hidden; }',
    `#f${durations.length - 1} { visibility: visible; }`,
    `@media (prefers-reduced-motion: no-preference) {\n${rules.join('\n')}\n}`,
  ].join('\n');
}
