import type { ReactNode } from 'react';
import { formatNumber } from '../../model/number.ts';
import type { Style } from '../../report/text/style.ts';
import { textWidth } from '../../report/text/text-width.ts';
import { truncate } from '../../report/text/truncate.ts';
import type { ApplyState } from '../apply-state.ts';
import type { Look } from '../look.ts';
import { describePosition, type WaveShare, waveShares } from '../rollout-words.ts';
import { Line } from './line.tsx';

interface WaveLineProps {
  readonly look: Look;
  readonly state: ApplyState;
  readonly columns: number;
}

/** `Wave 2 of 3 · ✓ 1 passed · ● 4 baking · ○ 12 to come`, without the words where they do not fit. */
export function WaveLine({ look, state, columns }: WaveLineProps): ReactNode {
  const { style, glyphs } = look;
  const position = describePosition(state.rollout) ?? '';
  const shares = waveShares(state);
  const says = `${[position, shares.map((share) => `${formatNumber(share.pipes)} ${share.words}`).join(', ')].filter(Boolean).join(': ')}.`;
  const separator = ` ${glyphs.dot} `;
  const long = shares.map((share) => `${markOf(look, share)} ${formatNumber(share.pipes)} ${share.words}`);
  const short = shares.map((share) => `${markOf(look, share)} ${formatNumber(share.pipes)}`);
  const parts = [long, short].find((texts) => textWidth([position, ...texts].join(separator)) <= columns);
  if (parts === undefined) return <Line says={says}>{style.bold(truncate(position, columns, glyphs.ellipsis))}</Line>;
  const painted = parts.map((text, index) => paint(style, shares[index]?.kind ?? 'later', text));
  return <Line says={says}>{[style.bold(position), ...painted].join(style.dim(separator))}</Line>;
}

function markOf({ glyphs }: Look, { kind }: WaveShare): string {
  const marks = { passed: glyphs.good, failed: glyphs.bad, now: glyphs.now, later: glyphs.later };
  return marks[kind];
}

function paint(style: Style, kind: WaveShare['kind'], text: string): string {
  const paints = { passed: style.green, failed: style.red, now: style.cyan, later: style.dim };
  return paints[kind](text);
}
