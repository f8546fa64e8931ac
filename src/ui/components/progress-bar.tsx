import type { ReactNode } from 'react';
import stringWidth from 'string-width';
import type { Look } from '../look.ts';
import { percentOf } from '../words.ts';
import { Line } from './line.tsx';

interface ProgressBarProps {
  readonly look: Look;
  readonly title: string;
  readonly done: number;
  readonly total: number;
  readonly columns: number;
}

const LONGEST_BAR = 50;
const SHORTEST_BAR = 4;

/** `Applying ━━━━━━━───────  812/2000  40%`, in one line. */
export function ProgressBar({ look, title, done, total, columns }: ProgressBarProps): ReactNode {
  const { style, glyphs } = look;
  const count = `${String(done).padStart(String(total).length)}/${total}  ${String(percentOf(done, total)).padStart(3)}%`;
  const room = columns - stringWidth(title) - count.length - 3;
  const length = Math.min(LONGEST_BAR, room);
  if (length < SHORTEST_BAR) return <Line>{`${style.bold(title)} ${count}`}</Line>;
  const filled = total === 0 ? length : Math.floor((done * length) / total);
  const bar = style.green(glyphs.filled.repeat(filled)) + style.dim(glyphs.rest.repeat(length - filled));
  return <Line>{`${style.bold(title)} ${bar}  ${count}`}</Line>;
}
