import type { Verdict } from '../../model/check.ts';
import type { ReportGlyphs } from '../chart/sparkline.ts';
import type { Style } from '../text/style.ts';
import type { Tone } from './status-look.ts';

/** How a verdict is shown. The mark and the word say the same, and neither needs a colour. */
export interface CheckLook {
  readonly mark: string;
  /** Where a terminal can be trusted with ASCII only. */
  readonly asciiMark: string;
  readonly word: string;
  readonly tone: Tone;
}

const LOOKS: Readonly<Record<Verdict, CheckLook>> = {
  pass: { mark: '✓', asciiMark: '+', word: 'pass', tone: 'good' },
  fail: { mark: '✗', asciiMark: 'x', word: 'fail', tone: 'bad' },
  'no-data': { mark: '?', asciiMark: '?', word: 'no data', tone: 'warn' },
  error: { mark: '!', asciiMark: '!', word: 'error', tone: 'bad' },
};

export function lookOfVerdict(verdict: Verdict): CheckLook {
  return LOOKS[verdict];
}

/** The mark of a look and the blank behind it; nothing where only words are wanted, since the word says the same. */
export function markOf(
  look: Pick<CheckLook, 'mark' | 'asciiMark'>,
  glyphs: ReportGlyphs,
  paint: (mark: string) => string,
): string {
  if (glyphs === 'words') return '';
  return `${paint(glyphs === 'ascii' ? look.asciiMark : look.mark)} `;
}

/** The colour of a verdict: never the only sign of it. */
export function paintVerdict(style: Style, verdict: Verdict, text: string): string {
  switch (verdict) {
    case 'pass':
      return style.green(text);
    case 'no-data':
      return style.yellow(text);
    case 'fail':
    case 'error':
      return style.red(text);
  }
}
