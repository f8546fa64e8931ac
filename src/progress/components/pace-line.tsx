import type { ReactNode } from 'react';
import { truncate } from '../../report/text/truncate.ts';
import type { Look } from '../look.ts';
import { Line } from './line.tsx';

interface PaceLineProps {
  readonly look: Look;
  readonly parts: readonly string[];
  readonly columns: number;
}

/** `96/s · about 18s left · 9s so far`, quietly. */
export function PaceLine({ look, parts, columns }: PaceLineProps): ReactNode {
  const { style, glyphs } = look;
  return <Line says={null}>{style.dim(truncate(parts.join(` ${glyphs.dot} `), columns, glyphs.ellipsis))}</Line>;
}
