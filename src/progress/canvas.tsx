import { renderToString, Text } from 'ink';
import { createContext, type ReactNode, useContext } from 'react';
import { createStyle, type Glyphs, type Style } from '../report/text/style.ts';
import type { FrameSize } from './screen.ts';

/** What a frame is drawn with. */
export interface Canvas extends FrameSize {
  readonly style: Style;
  readonly glyphs: Glyphs;
  /** Monotonic milliseconds. */
  readonly now: number;
}

const CanvasContext = createContext<Canvas>({
  style: createStyle('off'),
  glyphs: 'unicode',
  now: 0,
  columns: 80,
  rows: 24,
});

export function useCanvas(): Canvas {
  return useContext(CanvasContext);
}

/** Non-ASCII characters and their replacements. */
const UNICODE = '━─…·▲✓✗‹●○▁▂▃▄▅▆▇█';
const ASCII = '#-~|!+x<*o_.-~=+*#';
const NOT_ASCII = new RegExp(`[${UNICODE}]`, 'g');

/** A frame as text. */
export function drawFrame(frame: ReactNode, canvas: Canvas): string {
  const text = renderToString(<CanvasContext value={canvas}>{frame}</CanvasContext>, { columns: canvas.columns });
  if (canvas.glyphs === 'unicode') return text;
  return text.replace(NOT_ASCII, (character) => ASCII.charAt(UNICODE.indexOf(character)));
}

interface LineProps {
  readonly children: string;
  /** Whether long text wraps; it is cut otherwise. */
  readonly wraps?: boolean;
}

export function Line({ children, wraps = false }: LineProps): ReactNode {
  return <Text wrap={wraps ? 'wrap' : 'truncate-end'}>{children === '' ? ' ' : children}</Text>;
}
