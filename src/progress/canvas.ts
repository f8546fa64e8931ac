import { Box, renderToString, Text } from 'ink';
import { createElement } from 'react';
import type { Glyphs, Style } from '../report/text/style.ts';
import type { FrameSize } from './screen.ts';

/** What lines are drawn with, and the room for them. */
export interface Canvas extends FrameSize {
  readonly style: Style;
  readonly glyphs: Glyphs;
  /** Monotonic milliseconds. */
  readonly now: number;
}

/** Non-ASCII characters and their replacements. */
const UNICODE = '━─…·▲✓✗‹●○▁▂▃▄▅▆▇█';
const ASCII = '#-~|!+x<*o_.-~=+*#';
const NOT_ASCII = new RegExp(`[${UNICODE}]`, 'g');

/** Lines, which may be painted, as text. What is too wide is cut. */
export function renderLines(lines: readonly string[], { columns, glyphs }: Canvas): string {
  if (lines.length === 0) return '';
  const rows = lines.map((line) => createElement(Text, { wrap: 'truncate-end' }, line === '' ? ' ' : line));
  const text = renderToString(createElement(Box, { flexDirection: 'column' }, ...rows), { columns });
  if (glyphs === 'unicode') return text;
  return text.replace(NOT_ASCII, (character) => ASCII.charAt(UNICODE.indexOf(character)));
}
