import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { formatNumber } from '../../model/number.ts';
import { paintStatus, statusWords } from '../../report/view-model/run-status.ts';
import type { ApplyState } from '../apply-state.ts';
import type { Look } from '../look.ts';
import { type Count, countsToShow } from '../words.ts';

const GAP = 3;

interface CountsProps {
  readonly look: Look;
  readonly counts: ApplyState['counts'];
  /** For a screen reader; null while they move. */
  readonly says: string | null;
}

/** `812 applied   3 failed   1 unknown`; wraps between the outcomes where they do not fit. */
export function Counts({ look, counts, says }: CountsProps): ReactNode {
  return (
    <Box flexWrap="wrap" columnGap={GAP} aria-hidden={says === null} aria-label={says ?? ''}>
      {countsToShow(counts).map(({ status, count }) => {
        const text = wordOf({ status, count });
        return <Text key={status}>{count === 0 ? look.style.dim(text) : paintStatus(look.style, status, text)}</Text>;
      })}
    </Box>
  );
}

/** How many rows the counts take at a width. */
export function countRows(counts: ApplyState['counts'], columns: number): number {
  let rows = 1;
  let used = 0;
  for (const count of countsToShow(counts)) {
    const width = wordOf(count).length;
    const next = used === 0 ? width : used + GAP + width;
    if (next <= columns) used = next;
    else {
      rows += 1;
      used = width;
    }
  }
  return rows;
}

function wordOf({ status, count }: Count): string {
  return `${formatNumber(count)} ${statusWords(status)}`;
}
