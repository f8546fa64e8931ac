import { type ColorMode, chooseColor } from '../../progress/choose-view.ts';
import { createStyle, type Style } from '../../report/text/style.ts';
import type { Context } from '../options/context.ts';
import type { GlobalOptions } from '../options/global-options.ts';

type ColorOption = Pick<GlobalOptions, 'color'>;

/** Color for one stream: --no-color, then NO_COLOR and FORCE_COLOR, then whether it is a terminal. */
export function streamColor(stream: NodeJS.WriteStream, options: ColorOption, context: Context): ColorMode {
  return options.color === 'off' ? 'off' : chooseColor(stream.isTTY === true, context.environment);
}

/** Color as above, and lines no wider than the terminal, where the stream is one. */
export function streamStyle(stream: NodeJS.WriteStream, options: ColorOption, context: Context): Style {
  return createStyle(streamColor(stream, options, context), streamColumns(stream));
}

/** How wide a terminal is; null for a stream that is none, and for a terminal that does not say. */
export function streamColumns(stream: NodeJS.WriteStream): number | null {
  return stream.isTTY === true && stream.columns > 0 ? stream.columns : null;
}

/** Whether a person can be asked: what is typed is read from stdin, and the question is shown on stderr. */
export function canAsk({ stdin, stderr }: Pick<Context, 'stdin' | 'stderr'>): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}
