import type { RunStatus } from '../model/run.ts';
import { createStyle, type Style } from '../report/text/style.ts';
import type { Colour, Glyphs } from './choose-view.ts';

interface GlyphSet {
  readonly filled: string;
  readonly rest: string;
  readonly ellipsis: string;
  readonly dot: string;
  readonly alert: string;
  readonly good: string;
  readonly bad: string;
  readonly doubt: string;
  readonly now: string;
  readonly later: string;
}

const GLYPHS: Readonly<Record<Glyphs, GlyphSet>> = {
  unicode: {
    filled: '━',
    rest: '─',
    ellipsis: '…',
    dot: '·',
    alert: '▲',
    good: '✓',
    bad: '✗',
    doubt: '?',
    now: '●',
    later: '○',
  },
  ascii: {
    filled: '#',
    rest: '-',
    ellipsis: '...',
    dot: '|',
    alert: '!',
    good: '+',
    bad: 'x',
    doubt: '?',
    now: '*',
    later: 'o',
  },
};

/** How everything looks: the colours and the characters. */
export interface Look {
  readonly style: Style;
  readonly glyphs: GlyphSet;
  /** Which characters the glyphs are of. */
  readonly characters: Glyphs;
}

export function createLook(colour: Colour, glyphs: Glyphs): Look {
  return { style: createStyle(colour), glyphs: GLYPHS[glyphs], characters: glyphs };
}

/** One character before the name of a pipe that came out wrong. */
export function markOf(look: Look, status: RunStatus): string {
  return status === 'unknown' || status === 'stale' ? look.glyphs.doubt : look.glyphs.bad;
}
