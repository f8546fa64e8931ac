import type { ReactNode } from 'react';
import type { Look } from '../look.ts';
import { Line } from './line.tsx';

interface ReadSummaryProps {
  readonly look: Look;
  /** How the reading ended. */
  readonly end: string;
}

/** What stays on the screen after a reading. */
export function ReadSummary({ look, end }: ReadSummaryProps): ReactNode {
  return <Line says={end}>{look.style.dim(end)}</Line>;
}
