import type { ReactNode } from 'react';
import { textWidth } from '../../report/text/text-width.ts';
import type { Look } from '../look.ts';
import { Line } from './line.tsx';

interface BarProps {
  readonly look: Look;
  readonly title: string;
  /** 0 to 1. */
  readonly share: number;
  /** What stands behind the bar: the share in words. */
  readonly label: string;
  readonly columns: number;
  /** The same as a sentence. */
  readonly says: string;
}

const LONGEST_BAR = 50;
const SHORTEST_BAR = 4;

/** `Applying ━━━━━━━───────  812/2000  40%`, in one line. */
export function Bar({ look, title, share, label, columns, says }: BarProps): ReactNode {
  const { style, glyphs } = look;
  const room = columns - textWidth(title) - textWidth(label) - 3;
  const length = Math.min(LONGEST_BAR, room);
  if (length < SHORTEST_BAR) return <Line says={says}>{`${style.bold(title)} ${label}`}</Line>;
  const filled = Math.floor(Math.min(1, Math.max(0, share)) * length);
  const bar = style.green(glyphs.filled.repeat(filled)) + style.dim(glyphs.rest.repeat(length - filled));
  return <Line says={says}>{`${style.bold(title)} ${bar}  ${label}`}</Line>;
}
