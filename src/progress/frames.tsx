import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { formatNumber } from '../model/number.ts';
import { safeText } from '../model/safe-text.ts';
import { formatDuration } from '../model/units.ts';
import { textWidth, truncate } from '../report/text/fit-text.ts';
import { paintStatus, STATUS_STYLES } from '../report/view-model/status.ts';
import type { ApplyState } from './apply-state.ts';
import {
  type Count,
  countsToShow,
  describeApplyPace,
  describeCounts,
  describeEnd,
  describeProgress,
  describeReadPace,
  describeRemark,
  formatElapsed,
  percentOf,
} from './describe-progress.ts';
import {
  bakeLeft,
  describeHalt,
  describePosition,
  describeRolloutEnd,
  formatBakeLeft,
  type WaveShare,
  waveShares,
} from './describe-rollout.ts';
import { CheckList, Line, ProblemList, planRows, RunningList } from './lists.tsx';
import type { FrameSize } from './live-picture.ts';
import type { ReadState } from './pace.ts';
import { nameColumnsAt, type Theme, widestOf, wrapWords } from './theme.ts';

interface FrameProps {
  readonly theme: Theme;
  readonly notice: string | null;
  readonly size: FrameSize;
  /** Milliseconds of the clock that the state goes by. */
  readonly now: number;
}

/** Title with bar, and pace. */
const FIXED_ROWS = 2;

/** An apply in progress. What rarely changes is on top, so that the eye finds it again. */
export function ApplyFrame({
  theme,
  state,
  notice,
  widestName,
  size: { columns, rows },
  now,
}: FrameProps & {
  readonly state: ApplyState;
  /** Columns of the longest name in the plan, so that the columns stay where they are. */
  readonly widestName: number;
}): ReactNode {
  const { rollout } = state;
  const running = [...state.running.values()];
  const message = notice ?? describeHalt(state) ?? describeRemark(state.remark);
  const messages = fitMessage(theme, message, columns);
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
      <Message theme={theme} lines={messages} says={message ?? ''} />
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

/** What stays on the screen after an apply. */
export function ApplySummary({
  theme,
  state,
  columns,
  now,
}: Pick<FrameProps, 'theme' | 'now'> & { readonly state: ApplyState; readonly columns: number }): ReactNode {
  const { problems, problemCount } = state;
  const end = describeEnd(state, now);
  const rollout = describeRolloutEnd(state) ?? '';
  const nameColumns = nameColumnsAt(columns, widestOf(problems));
  const list = { theme, problems, columns, nameColumns, count: problemCount, rows: problems.length + 1 };
  return (
    <Box flexDirection="column">
      <Line says={end}>{theme.style.bold(end)}</Line>
      {rollout !== '' && <Text aria-label={rollout}>{wrapWords(rollout, columns).join('\n')}</Text>}
      <Counts theme={theme} counts={state.counts} says={`${describeCounts(state.counts)}.`} />
      {problemCount > 0 && <ProblemList {...list} />}
    </Box>
  );
}

/** The pipes of a configuration being read. */
export function ReadFrame({
  theme,
  state,
  notice,
  size: { columns },
  now,
}: FrameProps & { readonly state: ReadState }): ReactNode {
  const { done, total, failed } = state;
  const unreadable = failed > 0 ? [`${formatNumber(failed)} could not be read`] : [];
  return (
    <Box flexDirection="column">
      <ProgressBar theme={theme} title="Reading pipes" done={done} total={total} columns={columns} />
      <Message theme={theme} lines={fitMessage(theme, notice, columns)} says={notice ?? ''} />
      <PaceLine theme={theme} parts={[...describeReadPace(state, now), ...unreadable]} columns={columns} />
    </Box>
  );
}

/** What stays on the screen after a reading. */
export function ReadSummary({ theme, end }: { readonly theme: Theme; readonly end: string }): ReactNode {
  return <Line says={end}>{theme.style.dim(end)}</Line>;
}

interface BarProps {
  readonly theme: Theme;
  readonly title: string;
  readonly columns: number;
}

const LONGEST_BAR = 50;
const SHORTEST_BAR = 4;

/** `Applying ━━━━━━━───────  812/2000  40%`, in one line. `share` is 0 to 1, and `label` the same in words. */
function Bar({
  theme,
  title,
  share,
  label,
  columns,
  says,
}: BarProps & { readonly share: number; readonly label: string; readonly says: string }): ReactNode {
  const { style, glyphs } = theme;
  const length = Math.min(LONGEST_BAR, columns - textWidth(title) - textWidth(label) - 3);
  if (length < SHORTEST_BAR) return <Line says={says}>{`${style.bold(title)} ${label}`}</Line>;
  const filled = Math.floor(Math.min(1, Math.max(0, share)) * length);
  const bar = style.green(glyphs.filled.repeat(filled)) + style.dim(glyphs.rest.repeat(length - filled));
  return <Line says={says}>{`${style.bold(title)} ${bar}  ${label}`}</Line>;
}

/** A bar of things that are counted. */
function ProgressBar({
  done,
  total,
  ...rest
}: BarProps & { readonly done: number; readonly total: number }): ReactNode {
  const share = total === 0 ? 1 : done / total;
  const says = describeProgress(rest.title, done, total);
  return <Bar {...rest} share={share} label={progressLabel(done, total)} says={says} />;
}

/** ` 812/2,000   40%`: as wide at the beginning as at the end. */
function progressLabel(done: number, total: number): string {
  const [part, whole] = [formatNumber(done), formatNumber(total)];
  return `${part.padStart(whole.length)}/${whole}  ${String(percentOf(done, total)).padStart(3)}%`;
}

interface StateProps {
  readonly theme: Theme;
  readonly state: ApplyState;
  readonly columns: number;
}

const TITLE = 'Applying';

/** How far the apply is, and the bake of its wave below that; a rollback has the place of both. */
function PhaseBars({ theme, state, columns, now }: StateProps & { readonly now: number }): ReactNode {
  const { done, total, rollout } = state;
  const { phase } = rollout;
  const bar = { theme, columns };
  if (phase.name === 'rolling-back') {
    return <ProgressBar {...bar} title="Rolling back" done={phase.total - phase.left.size} total={phase.total} />;
  }
  const applying = <ProgressBar {...bar} title={TITLE} done={done} total={total} />;
  if (phase.name !== 'baking') return applying;
  const left = bakeLeft(phase, now);
  const share = phase.bakeMs === 0 ? 1 : 1 - left / phase.bakeMs;
  const says = `Wave ${phase.wave} bakes for ${formatDuration(phase.bakeMs)}.`;
  // Two bars above each other begin and end in the same columns.
  const label = formatBakeLeft(left).padStart(progressLabel(done, total).length);
  return (
    <>
      {applying}
      <Bar {...bar} title={'Baking'.padEnd(TITLE.length)} share={share} label={label} says={says} />
    </>
  );
}

/** `Wave 2 of 3 · ✓ 1 passed · ● 4 baking · ○ 12 to come`, without the words where they do not fit. */
function WaveLine({ theme: { style, glyphs }, state, columns }: StateProps): ReactNode {
  const position = describePosition(state.rollout) ?? '';
  const shares = waveShares(state);
  const words = shares.map((share) => `${formatNumber(share.pipes)} ${share.words}`).join(', ');
  const says = `${[position, words].filter((part) => part !== '').join(': ')}.`;
  const separator = ` ${glyphs.dot} `;
  const marks = { passed: glyphs.good, failed: glyphs.bad, now: glyphs.now, later: glyphs.later };
  const paints = { passed: style.green, failed: style.red, now: style.cyan, later: style.dim };
  const short = ({ kind, pipes }: WaveShare): string => `${marks[kind]} ${formatNumber(pipes)}`;
  const long = (share: WaveShare): string => `${short(share)} ${share.words}`;
  const format = [long, short].find((each) => textWidth([position, ...shares.map(each)].join(separator)) <= columns);
  if (format === undefined) return <Line says={says}>{style.bold(truncate(position, columns, glyphs.ellipsis))}</Line>;
  const painted = shares.map((share) => paints[share.kind](format(share)));
  return <Line says={says}>{[style.bold(position), ...painted].join(style.dim(separator))}</Line>;
}

/** `96/s · about 18s left · 9s so far`, quietly. */
function PaceLine({
  theme: { style, glyphs },
  parts,
  columns,
}: {
  readonly theme: Theme;
  readonly parts: readonly string[];
  readonly columns: number;
}): ReactNode {
  return <Line says={null}>{style.dim(truncate(parts.join(` ${glyphs.dot} `), columns, glyphs.ellipsis))}</Line>;
}

/** A service may give a reason of any length, and the rest of the frame must stay in sight. */
const MOST_MESSAGE_LINES = 4;

/** What a person must see now: a sentence, in lines that fit. */
function fitMessage({ glyphs }: Theme, text: string | null, columns: number): readonly string[] {
  if (text === null) return [];
  const lines = wrapWords(`${glyphs.alert} ${safeText(text)}`, columns);
  if (lines.length <= MOST_MESSAGE_LINES) return lines;
  const last = truncate(lines[MOST_MESSAGE_LINES - 1] ?? '', columns - textWidth(glyphs.ellipsis), '');
  return [...lines.slice(0, MOST_MESSAGE_LINES - 1), last + glyphs.ellipsis];
}

/** `says`: the whole sentence, however long. */
function Message({
  theme: { style },
  lines,
  says,
}: {
  readonly theme: Theme;
  readonly lines: readonly string[];
  readonly says: string;
}): ReactNode {
  if (lines.length === 0) return null;
  return <Text aria-label={`Notice: ${safeText(says)}`}>{style.bold(style.yellow(lines.join('\n')))}</Text>;
}

const COUNT_GAP = 3;

/** `812 applied   3 failed   1 unknown`; wraps between the outcomes where they do not fit. `says`: null while they move. */
function Counts({
  theme: { style },
  counts,
  says,
}: {
  readonly theme: Theme;
  readonly counts: ApplyState['counts'];
  readonly says: string | null;
}): ReactNode {
  return (
    <Box flexWrap="wrap" columnGap={COUNT_GAP} aria-hidden={says === null} aria-label={says ?? ''}>
      {countsToShow(counts).map(({ status, count }) => {
        const text = formatCount({ status, count });
        return (
          <Text key={status}>
            {count === 0 ? style.dim(text) : paintStatus(STATUS_STYLES.run[status], text, style)}
          </Text>
        );
      })}
    </Box>
  );
}

/** How many rows the counts take at a width. */
function countRows(counts: ApplyState['counts'], columns: number): number {
  let rows = 1;
  let used = 0;
  for (const count of countsToShow(counts)) {
    const width = formatCount(count).length;
    const next = used === 0 ? width : used + COUNT_GAP + width;
    if (next > columns) rows += 1;
    used = next > columns ? width : next;
  }
  return rows;
}

function formatCount({ status, count }: Count): string {
  return `${formatNumber(count)} ${STATUS_STYLES.run[status].label}`;
}
