import { Box, renderToString, Text } from 'ink';
import { createElement } from 'react';
import type { Glyphs, Style } from '../report/text/style.ts';

/** What lines are drawn with, and the room for them. */
export interface Canvas {
  readonly style: Style;
  readonly glyphs: Glyphs;
  /** Monotonic milliseconds. */
  readonly now: number;
  readonly columns: number;
  readonly rows: number;
}

/** Returns lines, which may be painted. */
export type DrawLines = (canvas: Canvas) => readonly string[];

/** Non-ASCII characters and their replacements. */
const UNICODE = '━─…·▲✓✗‹●○▁▂▃▄▅▆▇█';
const ASCII = '#-~|!+x<*o_.-~=+*#';
const NOT_ASCII = new RegExp(`[${UNICODE}]`, 'g');

/** The lines as a terminal gets them. What is too wide is cut; rows that do not fit are omitted. */
export function renderLines(draw: DrawLines, canvas: Canvas): readonly string[] {
  const { columns, rows, glyphs } = canvas;
  const lines = draw(canvas).slice(0, rows);
  if (lines.length === 0) return [];
  const boxes = lines.map((line) => createElement(Text, { wrap: 'truncate-end' }, line === '' ? ' ' : line));
  const text = renderToString(createElement(Box, { flexDirection: 'column' }, ...boxes), { columns });
  const shown = glyphs === 'unicode' ? text : text.replace(NOT_ASCII, (one) => ASCII.charAt(UNICODE.indexOf(one)));
  return shown.split('\n');
}
