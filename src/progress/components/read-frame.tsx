import { Box } from 'ink';
import type { ReactNode } from 'react';
import { formatNumber } from '../../model/number.ts';
import type { Look } from '../look.ts';
import type { ReadState } from '../read-state.ts';
import type { FrameSize } from '../screen.ts';
import { describeReadPace } from '../words.ts';
import { Message, messageLines } from './message.tsx';
import { PaceLine } from './pace-line.tsx';
import { ProgressBar } from './progress-bar.tsx';

interface ReadFrameProps {
  readonly look: Look;
  readonly state: ReadState;
  readonly notice: string | null;
  readonly size: FrameSize;
  /** Milliseconds of the clock that the state goes by. */
  readonly now: number;
}

/** A fleet being read. */
export function ReadFrame({ look, state, notice, size, now }: ReadFrameProps): ReactNode {
  const { columns } = size;
  const { done, total, failed } = state;
  const messages = messageLines(look, notice, columns);
  const unreadable = failed > 0 ? [`${formatNumber(failed)} could not be read`] : [];
  return (
    <Box flexDirection="column">
      <ProgressBar look={look} title="Reading pipes" done={done} total={total} columns={columns} />
      {messages.length > 0 && <Message look={look} lines={messages} says={notice ?? ''} />}
      <PaceLine look={look} parts={[...describeReadPace(state, now), ...unreadable]} columns={columns} />
    </Box>
  );
}
