import { Box } from 'ink';
import type { ReactNode } from 'react';
import { formatNumber } from '../model/number.ts';
import { safeText } from '../model/safe-text.ts';
import { sparkline } from '../report/chart/sparkline.ts';
import { textWidth, truncate, widest } from '../report/text/fit-text.ts';
import { paintStatus, STATUS_STYLES } from '../report/view-model/status.ts';
import type { Problem, RunningPipe } from './apply-state.ts';
import { describeActivity, describeProblem, formatElapsed } from './describe-progress.ts';
import { describeFailure, formatAsked, formatValue } from './describe-rollout.ts';
import { Line } from './lines.tsx';
import type { WatchedCheck } from './rollout-state.ts';
import { cell, markOf, nameColumnsAt, type Theme, widestOf } from './theme.ts';

/** How many rows of each list a frame has room for. */
export interface RowPlan {
  readonly checks: number;
  readonly problems: number;
  readonly running: number;
  /** Whether empty lines set the sections apart. */
  readonly airy: boolean;
}

/** How many items each list has. */
export type ListSizes = Pick<RowPlan, 'checks' | 'problems' | 'running'>;

const MOST_CHECK_ROWS = 8;
const MOST_PROBLEM_ROWS = 4;
const MOST_RUNNING_ROWS = 16;

/** From this height on there is room for air. */
const AIRY_FROM = 12;

/** Heading and one row: a list with less is left out. */
const SMALLEST_LIST = 2;

/**
 * Shares the height among the lists. `head` rows are taken already; each list has a heading. Checks take half at most when
 * there is anything else and room to share, problems a third of what is left, and what is running gets the rest.
 */
export function planRows(height: number, head: number, sizes: ListSizes): RowPlan {
  const airy = height >= AIRY_FROM;
  const gap = airy ? 1 : 0;
  let room = Math.max(0, height - head);
  const take = (size: number, most: number): number => {
    if (room < SMALLEST_LIST + gap) return 0;
    const rows = Math.min(size, Math.max(1, most));
    if (rows > 0) room -= rows + 1 + gap;
    return rows;
  };
  const isShared = airy && sizes.problems + sizes.running > 0;
  const checks = take(sizes.checks, Math.min(MOST_CHECK_ROWS, isShared ? Math.floor(room / 2) - 1 : room - 1 - gap));
  const problems = take(sizes.problems, Math.min(MOST_PROBLEM_ROWS, Math.floor(room / 3) - 1));
  const running = take(sizes.running, Math.min(MOST_RUNNING_ROWS, room - 1 - gap));
  return { checks, problems, running, airy };
}

/** How many items stand in the rows, and whether the last row says how many are left out. A single row shows an item. */
export function shareRows(items: number, rows: number): { readonly shown: number; readonly saysMore: boolean } {
  if (items <= rows) return { shown: items, saysMore: false };
  return rows <= 1 ? { shown: rows, saysMore: false } : { shown: rows - 1, saysMore: true };
}

interface CheckListProps {
  readonly theme: Theme;
  readonly checks: readonly WatchedCheck[];
  readonly rows: number;
  readonly columns: number;
}

/** How wide each column is; 0 for one that is left out. */
interface Widths {
  readonly name: number;
  readonly value: number;
  readonly asked: number;
  readonly spark: number;
  readonly trouble: number;
}

const WORD_COLUMNS = 'no data'.length;
const LONGEST_VALUE = 12;
const SHORTEST_SPARK = 4;
const LONGEST_SPARK = 40;
const SHORTEST_TROUBLE = 12;
const GAP = 2;

/** What each check came to last, how it moved, and how often it was asked. Where not all fit, trouble comes first. */
export function CheckList({ theme, checks, rows, columns }: CheckListProps): ReactNode {
  const { style } = theme;
  const { shown, saysMore } = shareRows(checks.length, rows);
  const troubleFirst = [...checks.filter(isFailing), ...checks.filter((check) => !isFailing(check))];
  const listed = shown < checks.length ? troubleFirst.slice(0, shown) : checks;
  const widths = measure(checks, columns);
  return (
    <Box flexDirection="column">
      <Line says={null}>{`${style.bold('Checks')} ${style.dim(`(${formatNumber(checks.length)})`)}`}</Line>
      {listed.map((check) => (
        <Line key={check.name} says={describeCheckVerdict(check)}>
          {describeCheckRow(theme, check, widths)}
        </Line>
      ))}
      {saysMore && <Line says={null}>{style.dim(`  and ${formatNumber(checks.length - shown)} more`)}</Line>}
    </Box>
  );
}

function isFailing({ last }: WatchedCheck): boolean {
  return last !== null && last.verdict !== 'pass';
}

/** Mark, name and verdict always; then, as far as there is room, value, count, sparkline and what is wrong. */
function measure(checks: readonly WatchedCheck[], columns: number): Widths {
  const name = nameColumnsAt(columns, widestOf(checks));
  let room = columns - (2 + 2 + name + GAP + WORD_COLUMNS);
  const take = (wanted: number, least: number): number => {
    const width = Math.min(wanted, room - GAP);
    if (wanted === 0 || width < least) return 0;
    room -= width + GAP;
    return width;
  };
  const value = Math.min(LONGEST_VALUE, widest(checks.map(({ last }) => formatValue(last?.value ?? null))));
  const asked = widest(checks.map(formatAsked));
  const values = Math.max(...checks.map(({ values, measurements }) => measurements ?? values.length));
  const hasNumbers = checks.some((check) => check.values.some((one) => one !== null));
  const hasTrouble = checks.some((check) => describeFailure(check) !== null);
  return {
    name,
    value: take(value, Math.min(value, SHORTEST_SPARK)),
    asked: take(asked, asked),
    spark: take(hasNumbers ? Math.min(LONGEST_SPARK, values, Math.floor(room / 2)) : 0, SHORTEST_SPARK),
    trouble: take(hasTrouble ? columns : 0, SHORTEST_TROUBLE),
  };
}

function describeCheckRow(theme: Theme, check: WatchedCheck, widths: Widths): string {
  const { style, glyphs, characters } = theme;
  const { last } = check;
  const verdict = last === null ? null : STATUS_STYLES.check[last.verdict];
  const mark = verdict === null ? glyphs.dot : characters === 'ascii' ? verdict.asciiSymbol : verdict.symbol;
  const word = (verdict?.label ?? 'waiting').padEnd(WORD_COLUMNS);
  const paint = (text: string): string => (verdict === null ? style.dim(text) : paintStatus(verdict, text, style));
  const name = cell(safeText(check.name), widths.name, glyphs.ellipsis);
  const cells = [
    padStart(truncate(formatValue(last?.value ?? null), widths.value, glyphs.ellipsis), widths.value),
    padStart(formatAsked(check), widths.asked),
    style.cyan(sparkline(check.values.slice(-widths.spark), characters).padEnd(widths.spark)),
    style.dim(truncate(describeFailure(check) ?? '', widths.trouble, glyphs.ellipsis)),
  ];
  const kept = [widths.value, widths.asked, widths.spark, widths.trouble].flatMap((width, index) =>
    width === 0 ? [] : [cells[index] ?? ''],
  );
  return [`  ${paint(mark)} ${name}`, paint(word), ...kept].join(' '.repeat(GAP));
}

/** Without its value, which moves with every measurement; nothing until it was asked. */
function describeCheckVerdict({ name, last }: WatchedCheck): string | null {
  return last === null ? null : `Check ${safeText(name)}: ${STATUS_STYLES.check[last.verdict].label}.`;
}

function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - textWidth(text))) + text;
}

interface ProblemListProps {
  readonly theme: Theme;
  /** The latest ones, oldest first. */
  readonly problems: readonly Problem[];
  /** How many there are in all. */
  readonly count: number;
  readonly rows: number;
  readonly columns: number;
  readonly nameColumns: number;
}

const STATUS_COLUMNS = 'unknown'.length;

/** The latest pipes that came out wrong, each with what became of it and why. */
export function ProblemList({ theme, problems, count, rows, columns, nameColumns }: ProblemListProps): ReactNode {
  const { shown, saysMore } = shareRows(count, rows);
  const latest = problems.slice(-shown);
  return (
    <Box flexDirection="column">
      <Line says={null}>{`${theme.style.bold('Problems')} ${theme.style.dim(`(${formatNumber(count)})`)}`}</Line>
      {latest.map((problem) => (
        <Line key={problem.name} says={describeProblem(problem)}>
          {describeProblemRow(theme, problem, columns, nameColumns)}
        </Line>
      ))}
      {saysMore && <Line says={null}>{theme.style.dim(`  and ${formatNumber(count - latest.length)} more`)}</Line>}
    </Box>
  );
}

function describeProblemRow(theme: Theme, problem: Problem, columns: number, nameColumns: number): string {
  const { ellipsis } = theme.glyphs;
  const name = cell(safeText(problem.name), nameColumns, ellipsis);
  const status = STATUS_STYLES.run[problem.status].label.padEnd(STATUS_COLUMNS);
  const room = columns - (2 + 2 + nameColumns + 2 + STATUS_COLUMNS + 2);
  const reason = truncate(safeText(problem.reason ?? ''), room, ellipsis);
  const mark = paintStatus(STATUS_STYLES.run[problem.status], markOf(theme, problem.status), theme.style);
  return `  ${mark} ${name}  ${paintStatus(STATUS_STYLES.run[problem.status], status, theme.style)}  ${theme.style.dim(reason)}`;
}

interface RunningListProps {
  readonly theme: Theme;
  /** Oldest first, so that what hangs stays in sight. */
  readonly running: readonly RunningPipe[];
  /** Epoch milliseconds. */
  readonly now: number;
  readonly rows: number;
  readonly columns: number;
  readonly nameColumns: number;
}

const LONGEST_ACTIVITY = 'no answer, reading again'.length;
const TIME_COLUMNS = 6;

/** What each pipe is doing now, and since when. */
export function RunningList({ theme, running, now, rows, columns, nameColumns }: RunningListProps): ReactNode {
  const { style, glyphs } = theme;
  const { shown, saysMore } = shareRows(running.length, rows);
  const activityColumns = Math.min(LONGEST_ACTIVITY, columns - (4 + nameColumns + 2 + TIME_COLUMNS + 1));
  return (
    <Box flexDirection="column" aria-hidden>
      <Line says={null}>{`${style.bold('Running')} ${style.dim(`(${formatNumber(running.length)})`)}`}</Line>
      {running.slice(0, shown).map((pipe) => {
        const name = cell(safeText(pipe.name), nameColumns, glyphs.ellipsis);
        const activity = cell(describeActivity(pipe), activityColumns, glyphs.ellipsis);
        const time = formatElapsed(now - pipe.startedAt).padStart(TIME_COLUMNS);
        return <Line key={pipe.name} says={null}>{`    ${name}  ${style.dim(activity)} ${time}`}</Line>;
      })}
      {saysMore && <Line says={null}>{style.dim(`    and ${formatNumber(running.length - shown)} more`)}</Line>}
    </Box>
  );
}
