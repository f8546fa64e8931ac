import { Box } from 'ink';
import type { ReactNode } from 'react';
import { formatNumber } from '../model/number.ts';
import { safeText } from '../model/text.ts';
import { fitLines, textWidth, truncate } from '../report/text/fit-text.ts';
import { paintStatus, type Style } from '../report/text/style.ts';
import { STATUS_STYLES } from '../report/view-model/status.ts';
import { Line, useCanvas } from './canvas.tsx';
import {
  bakeLeft,
  describeApplyPace,
  describeEnd,
  describeFailing,
  describeHalt,
  describeLatestProblem,
  describePosition,
  describeReading,
  describeRemark,
  describeRolloutEnd,
  describeThrottle,
  formatBakeLeft,
  formatElapsed,
  listCounts,
  listWaveShares,
  nameWork,
  percentOf,
} from './describe.ts';
import { CheckList, ProblemList, RunningList } from './lists.tsx';
import type { ApplyState, ReadState } from './state.ts';

/** An apply in progress, with stable parts on top. `widestName`: of all pipes, in columns. */
export function ApplyFrame({
  state,
  notice,
  widestName,
}: {
  readonly state: ApplyState;
  readonly notice: string | null;
  readonly widestName: number;
}): ReactNode {
  const { style, columns, rows, now } = useCanvas();
  const { phase, checks, running } = state;
  const remark = state.remark === null ? describeLatestProblem(state) : describeRemark(state.remark);
  const messages = [describeThrottle(state, now), notice ?? describeHalt(state) ?? remark];
  const counts = fitCounts(state, style, columns);
  const waves = fitWaves(state, style, columns);
  const bars = phase.name === 'baking' ? 2 : 1;
  const fixed = bars + waves.length + 1 + counts.split('\n').length;
  const messageLines = fitMessages([...messages, ...describeFailing(state)], columns, rows - fixed);
  const head = fixed + messageLines.length;
  const room = planRows(rows, head, { checks: checks.length, running: running.size });
  return (
    <Box flexDirection="column">
      <PhaseBars state={state} />
      <Message lines={messageLines} />
      {waves.length > 0 && <Line wraps>{waves.join('\n')}</Line>}
      <PaceLine parts={[...describeApplyPace(state, now), `${formatElapsed(now - state.startedAt)} so far`]} />
      <Line wraps>{counts}</Line>
      <CheckList checks={checks} rows={room.checks} gap={room.gap} />
      <RunningList running={running} rows={room.running} gap={room.gap} widestName={widestName} />
    </Box>
  );
}

/** What stays on the screen after an apply whose report is written elsewhere. */
export function ApplySummary({ state }: { readonly state: ApplyState }): ReactNode {
  const { style, columns, now } = useCanvas();
  const end = describeEnd(state, now);
  const rollout = describeRolloutEnd(state);
  return (
    <Box flexDirection="column">
      <Line>{style.bold(end)}</Line>
      {rollout !== null && <Line wraps>{fitLines(rollout, columns)}</Line>}
      <Line wraps>{fitCounts(state, style, columns)}</Line>
      <ProblemList problems={state.problems} />
    </Box>
  );
}

/** The pipes of a configuration being read. */
export function ReadFrame({ state, notice }: { readonly state: ReadState; readonly notice: string | null }): ReactNode {
  const { columns, rows, now } = useCanvas();
  return (
    <Box flexDirection="column">
      <ProgressBar title="Reading pipes" done={state.done} total={state.total} />
      <Message lines={fitMessages([notice ?? describeThrottle(state, now)], columns, rows - 2)} />
      <PaceLine parts={describeReading(state, now)} />
    </Box>
  );
}

/** What stays on the screen after a reading. */
export function ReadSummary({ end }: { readonly end: string }): ReactNode {
  return <Line>{useCanvas().style.dim(end)}</Line>;
}

const MAX_CHECK_ROWS = 8;
const MAX_RUNNING_ROWS = 16;

/** From this height on, empty lines separate the lists. */
const AIRY_FROM = 12;

/** Heading and one row. A shorter list is omitted. */
const MIN_LIST = 2;

type ListSizes = Readonly<Record<'checks' | 'running', number>>;

/** The rows of each list below `head` rows: at most half for checks, the rest for running pipes. */
function planRows(height: number, head: number, sizes: ListSizes): ListSizes & { readonly gap: number } {
  const gap = height >= AIRY_FROM ? 1 : 0;
  let room = Math.max(0, height - head);
  const take = (size: number, most: number): number => {
    if (room < MIN_LIST + gap) return 0;
    const rows = Math.min(size, Math.max(1, most));
    if (rows > 0) room -= rows + 1 + gap;
    return rows;
  };
  const isShared = gap > 0 && sizes.running > 0;
  const checks = take(sizes.checks, Math.min(MAX_CHECK_ROWS, isShared ? Math.floor(room / 2) - 1 : room - 1 - gap));
  const running = take(sizes.running, Math.min(MAX_RUNNING_ROWS, room - 1 - gap));
  return { checks, running, gap };
}

const LONGEST_BAR = 50;
const SHORTEST_BAR = 4;

interface BarProps {
  readonly title: string;
  /** 0 to 1. */
  readonly share: number;
  /** The share as text. */
  readonly label: string;
}

/** `Applying ━━━━━━━───────  812/2000  40%` */
function Bar({ title, share, label }: BarProps): ReactNode {
  const { style, columns } = useCanvas();
  const length = Math.min(LONGEST_BAR, columns - textWidth(title) - textWidth(label) - 3);
  if (length < SHORTEST_BAR) return <Line>{`${style.bold(title)} ${label}`}</Line>;
  const filled = Math.floor(Math.min(1, Math.max(0, share)) * length);
  const bar = style.green('━'.repeat(filled)) + style.dim('─'.repeat(length - filled));
  return <Line>{`${style.bold(title)} ${bar}  ${label}`}</Line>;
}

interface ProgressBarProps extends Pick<BarProps, 'title'>, Pick<ReadState, 'done' | 'total'> {}

function ProgressBar({ title, done, total }: ProgressBarProps): ReactNode {
  return <Bar title={title} share={total === 0 ? 1 : done / total} label={formatProgress(done, total)} />;
}

/** ` 812/2,000   40%`, with a constant width. */
function formatProgress(done: number, total: number): string {
  const [part, whole] = [formatNumber(done), formatNumber(total)];
  return `${part.padStart(whole.length)}/${whole}  ${String(percentOf(done, total)).padStart(3)}%`;
}

function PhaseBars({ state }: { readonly state: ApplyState }): ReactNode {
  const { now } = useCanvas();
  const { done, total, phase } = state;
  const title = nameWork(state);
  if (phase.name === 'rolling-back') {
    return <ProgressBar title={title} done={phase.total - phase.left.size} total={phase.total} />;
  }
  const applying = <ProgressBar title={title} done={done} total={total} />;
  if (phase.name !== 'baking') return applying;
  const left = bakeLeft(phase, now);
  const share = phase.bakeMs === 0 ? 1 : 1 - left / phase.bakeMs;
  // Both bars begin and end in the same columns.
  const label = formatBakeLeft(left).padStart(formatProgress(done, total).length);
  return (
    <>
      {applying}
      <Bar title={'Baking'.padEnd(title.length)} share={share} label={label} />
    </>
  );
}

/** `Wave 2 of 3:  ✓ 1 pipe passed  ● 4 pipes baking  ○ 12 pipes to come`, in one or more lines; none without a rollout. */
function fitWaves(state: ApplyState, style: Style, columns: number): readonly string[] {
  const position = describePosition(state);
  if (position === null) return [];
  const shares = listWaveShares(state).map(({ color, text }) => style[color](text));
  return fitLines([style.bold(`${position}:`), ...shares].join('  '), columns).split('\n');
}

/** `96/s · about 18s left · 9s so far` */
function PaceLine({ parts }: { readonly parts: readonly string[] }): ReactNode {
  return <Line>{useCanvas().style.dim(parts.join(' · '))}</Line>;
}

/** What the service says is shown in full where the screen has room; lists give way to it. The last line has the rest. */
function fitMessages(texts: readonly (string | null)[], columns: number, room: number): readonly string[] {
  const all = texts.flatMap((text) => (text === null ? [] : fitLines(`▲ ${safeText(text)}`, columns).split('\n')));
  const most = Math.max(1, room);
  const rest = all.slice(most - 1).join(' ');
  const lines = [...all.slice(0, most - 1), ...(rest === '' ? [] : [rest])];
  return lines.map((line) => truncate(line, columns, '…'));
}

function Message({ lines }: { readonly lines: readonly string[] }): ReactNode {
  const { style } = useCanvas();
  return lines.length > 0 && <Line wraps>{style.bold(style.yellow(lines.join('\n')))}</Line>;
}

/** `812 applied   3 failed   1 unknown`, in one or more lines. */
function fitCounts(state: ApplyState, style: Style, columns: number): string {
  const painted = listCounts(state).map(({ status, text }) =>
    state.counts[status] === 0 ? style.dim(text) : paintStatus(STATUS_STYLES.run[status], text, style),
  );
  return fitLines(painted.join('   '), columns);
}
