import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import type { ApplyState } from '../apply-state.ts';
import type { Look } from '../look.ts';
import { describeRolloutEnd } from '../rollout-words.ts';
import { nameColumnsAt, widestOf, wrapWords } from '../text.ts';
import { describeCounts, describeEnd } from '../words.ts';
import { Counts } from './counts.tsx';
import { Line } from './line.tsx';
import { ProblemList } from './problem-list.tsx';

interface ApplySummaryProps {
  readonly look: Look;
  readonly state: ApplyState;
  readonly columns: number;
  /** Milliseconds of the clock that the state goes by. */
  readonly now: number;
}

/** What stays on the screen after an apply. */
export function ApplySummary({ look, state, columns, now }: ApplySummaryProps): ReactNode {
  const { problems, problemCount } = state;
  const end = describeEnd(state, now);
  const ended = describeRolloutEnd(state) ?? '';
  const rollout = wrapWords(ended, columns);
  const nameColumns = nameColumnsAt(columns, widestOf(problems));
  const list = { look, problems, columns, nameColumns, count: problemCount, rows: problems.length + 1 };
  return (
    <Box flexDirection="column">
      <Line says={end}>{look.style.bold(end)}</Line>
      {rollout.length > 0 && <Text aria-label={ended}>{rollout.join('\n')}</Text>}
      <Counts look={look} counts={state.counts} says={`${describeCounts(state.counts)}.`} />
      {problemCount > 0 && <ProblemList {...list} />}
    </Box>
  );
}
