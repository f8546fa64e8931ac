import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { formatNumber } from '../model/number.ts';
import type { ApplyState } from './apply-state.ts';
import {
  describeApplyPace,
  describeCounts,
  describeEnd,
  describeReadPace,
  describeRemark,
  formatElapsed,
} from './describe-progress.ts';
import { describeHalt, describePosition, describeRolloutEnd } from './describe-rollout.ts';
import {
  Counts,
  countRows,
  Line,
  Message,
  messageLines,
  PaceLine,
  PhaseBars,
  ProgressBar,
  WaveLine,
} from './lines.tsx';
import { CheckList, ProblemList, planRows, RunningList } from './lists.tsx';
import type { FrameSize } from './live-picture.ts';
import type { ReadState } from './pace.ts';
import { nameColumnsAt, type Theme, widestOf, wrapWords } from './theme.ts';

interface ApplyFrameProps {
  readonly theme: Theme;
  readonly state: ApplyState;
  readonly notice: string | null;
  /** Columns of the longest name in the plan, so that the columns stay where they are. */
  readonly widestName: number;
  readonly size: FrameSize;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Title with bar, and pace. */
const FIXED_ROWS = 2;

/** An apply under way. What stands still is on top, what moves is below it, so that the eye finds things again. */
export function ApplyFrame({ theme, state, notice, widestName, size, now }: ApplyFrameProps): ReactNode {
  const { columns, rows } = size;
  const { rollout } = state;
  const running = [...state.running.values()];
  const message = notice ?? describeHalt(state) ?? describeRemark(state.remark);
  const messages = messageLines(theme, message, columns);
  const hasWaves = describePosition(rollout) !== null;
  const rolloutRows = (hasWaves ? 1 : 0) + (rollout.phase.name === 'baking' ? 1 : 0);
  const head = FIXED_ROWS + rolloutRows + countRows(state.counts, columns) + messages.length;
  const sizes = { checks: rollout.checks.length, problems: state.problemCount, running: running.length };
  const plan = planRows(rows, head, sizes);
  const gap = plan.airy ? 1 : 0;
  const pace = [...describeApplyPace(state, now), `${formatElapsed(now - state.startedAt)} so far`];
  const list = { theme, columns, nameColumns: nameColumnsAt(columns, widestName) };
  return (
    <Box flexDirection="column">
      <Box flexDirection="column" aria-hidden={state.finishedAt !== null}>
        <PhaseBars theme={theme} state={state} columns={columns} now={now} />
      </Box>
      {messages.length > 0 && <Message theme={theme} lines={messages} says={message ?? ''} />}
      {hasWaves && <WaveLine theme={theme} state={state} columns={columns} />}
      <PaceLine theme={theme} parts={pace} columns={columns} />
      <Counts theme={theme} counts={state.counts} says={null} />
      {plan.checks > 0 && (
        <Box marginTop={gap}>
          <CheckList theme={theme} columns={columns} checks={rollout.checks} rows={plan.checks} />
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

interface ApplySummaryProps {
  readonly theme: Theme;
  readonly state: ApplyState;
  readonly columns: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What stays on the screen after an apply. */
export function ApplySummary({ theme, state, columns, now }: ApplySummaryProps): ReactNode {
  const { problems, problemCount } = state;
  const end = describeEnd(state, now);
  const ended = describeRolloutEnd(state) ?? '';
  const rollout = wrapWords(ended, columns);
  const nameColumns = nameColumnsAt(columns, widestOf(problems));
  const list = { theme, problems, columns, nameColumns, count: problemCount, rows: problems.length + 1 };
  return (
    <Box flexDirection="column">
      <Line says={end}>{theme.style.bold(end)}</Line>
      {rollout.length > 0 && <Text aria-label={ended}>{rollout.join('\n')}</Text>}
      <Counts theme={theme} counts={state.counts} says={`${describeCounts(state.counts)}.`} />
      {problemCount > 0 && <ProblemList {...list} />}
    </Box>
  );
}

interface ReadFrameProps {
  readonly theme: Theme;
  readonly state: ReadState;
  readonly notice: string | null;
  readonly size: FrameSize;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** A fleet being read. */
export function ReadFrame({ theme, state, notice, size, now }: ReadFrameProps): ReactNode {
  const { columns } = size;
  const { done, total, failed } = state;
  const messages = messageLines(theme, notice, columns);
  const unreadable = failed > 0 ? [`${formatNumber(failed)} could not be read`] : [];
  return (
    <Box flexDirection="column">
      <ProgressBar theme={theme} title="Reading pipes" done={done} total={total} columns={columns} />
      {messages.length > 0 && <Message theme={theme} lines={messages} says={notice ?? ''} />}
      <PaceLine theme={theme} parts={[...describeReadPace(state, now), ...unreadable]} columns={columns} />
    </Box>
  );
}

interface ReadSummaryProps {
  readonly theme: Theme;
  /** How the reading ended. */
  readonly end: string;
}

/** What stays on the screen after a reading. */
export function ReadSummary({ theme, end }: ReadSummaryProps): ReactNode {
  return <Line says={end}>{theme.style.dim(end)}</Line>;
}
