import { CARD_STYLE } from './style-cards.ts';
import { FIGURE_STYLE } from './style-figures.ts';
import { FRAME_STYLE } from './style-frame.ts';
import { PALETTE } from './style-palette.ts';
import { ROLLOUT_STYLE } from './style-rollout.ts';

/** The whole style sheet of a report, as it stands in the page. */
export const REPORT_STYLE: string = [PALETTE, FRAME_STYLE, FIGURE_STYLE, CARD_STYLE, ROLLOUT_STYLE].join('\n');
