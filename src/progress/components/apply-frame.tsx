import { Box } from 'ink';
import type { ReactNode } from 'react';
import type { ApplyState } from '../apply-state.ts';
import { planRows } from '../frame-plan.ts';
import type { Look } from '../look.ts';
import { describeHalt, describePosition } from '../rollout-words.ts';
import type { FrameSize } from '../screen.ts';
import { nameColumnsAt } from '../text.ts';
import { describeApplyPace, describeRemark, formatElapsed } from '../words.ts';
import { CheckList } from './check-list.tsx';
import { Counts, countRows } from './counts.tsx';
import { Message, messageLines } from './message.tsx';
import { PaceLine } from './pace-line.tsx';
import { PhaseBars } from './phase-bars.tsx';
import { ProblemList } from './problem-list.tsx';
import { RunningList } from './running-list.tsx';
import { WaveLine } from './wave-line.tsx';

interface ApplyFrameProps {
  readonly look: Look;
  readonly state: ApplyState;
  readonly notice: string | null;
  /** Columns of the longest name in the plan, so that the columns stay where they are. */
  readonly widestName: number;
  readonly size: FrameSize;
  /** Milliseconds of the clock that the state goes by. */
  readonly now: number;
}

/** Title with bar, and pace. */
const FIXED_ROWS = 2;

/** An apply under way. What stands still is on top, what moves is below it, so that the eye finds things again. */
export function ApplyFrame({ look, state, notice, widestName, size, now }: ApplyFrameProps): ReactNode {
  const { columns, rows } = size;
  const { rollout } = state;
  const running = [...state.running.values()];
  const message = notice ?? describeHalt(state) ?? describeRemark(state.remark);
  const messages = messageLines(look, message, columns);
  const hasWaves = describePosition(rollout) !== null;
  const rolloutRows = (hasWaves ? 1 : 0) + (rollout.phase.name === 'baking' ? 1 : 0);
  const head = FIXED_ROWS + rolloutRows + countRows(state.counts, columns) + messages.length;
  const sizes = { checks: rollout.checks.length, problems: state.problemCount, running: running.length };
  const plan = planRows(rows, head, sizes);
  const gap = plan.airy ? 1 : 0;
  const pace = [...describeApplyPace(state, now), `${formatElapsed(now - state.startedAt)} so far`];
  const list = { look, columns, nameColumns: nameColumnsAt(columns, widestName) };
  return (
    <Box flexDirection="column">
      <Box flexDirection="column" aria-hidden={state.finishedAt !== null}>
        <PhaseBars look={look} state={state} columns={columns} now={now} />
      </Box>
      {messages.length > 0 && <Message look={look} lines={messages} says={message ?? ''} />}
      {hasWaves && <WaveLine look={look} state={state} columns={columns} />}
      <PaceLine look={look} parts={pace} columns={columns} />
      <Counts look={look} counts={state.counts} says={null} />
      {plan.checks > 0 && (
        <Box marginTop={gap}>
          <CheckList look={look} columns={columns} checks={rollout.checks} rows={plan.checks} />
        </Box>
      )}
      {plan.problems > 0 && (
        <Box marginTop={gap}>
          <ProblemList {...list} problems={state.problems} count={state.problemCount} rows={plan.problems} />
        </Box>
      )}
      {plan.running > 0 && (
        <Box marginTop={gap}>
          <RunningList {...list} running={running} now={now} rows={plan.running} />
        </Box>
      )}
    </Box>
  );
}
