import { FLEET_STYLE } from './fleet.ts';
import { FRAME_STYLE } from './frame.ts';
import { PALETTE } from './palette.ts';
import { PIPE_STYLE } from './pipe.ts';

/** The whole style sheet of the console. */
export const CONSOLE_STYLE: string = [PALETTE, FRAME_STYLE, FLEET_STYLE, PIPE_STYLE].join('\n');
