import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { formatNumber } from '../model/number.ts';
import { safeText } from '../model/safe-text.ts';
import { sparkline } from '../report/chart/sparkline.ts';
import { textWidth, truncate, widest } from '../report/text/fit-text.ts';
import { paintStatus, STATUS_STYLES } from '../report/view-model/status.ts';
import type { Problem, RunningPipe } from './apply-state.ts';
import { describeActivity, describeProblem, formatElapsed } from './describe-progress.ts';
import { describeFailure, formatAsked, formatValue } from './describe-rollout.ts';
import type { WatchedCheck } from './rollout-state.ts';
import { cell, nameColumnsAt, type Theme, widestOf } from './theme.ts';

/** How many rows of each list a frame has room for. */
interface RowPlan {
  readonly checks: number;
  readonly problems: number;
  readonly running: number;
  /** Whether empty lines set the sections apart. */
  readonly airy: boolean;
}

/** How many items each list has. */
type ListSizes = Pick<RowPlan, 'checks' | 'problems' | 'running'>;

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

/** How many items the rows show, and whether the last row counts the others. A single row shows an item. */
function shareRows(items: number, rows: number): { readonly shown: number; readonly saysMore: boolean } {
  if (items <= rows) return { shown: items, saysMore: false };
  return rows <= 1 ? { shown: rows, saysMore: false } : { shown: rows - 1, saysMore: true };
}

/** One line of a frame, fitted already, so that it never wraps. `says`: the same for a screen reader; null to skip the line. */
export function Line({ children, says }: { readonly children: string; readonly says: string | null }): ReactNode {
  return (
    <Text wrap="truncate-end" aria-hidden={says === null} aria-label={says ?? ''}>
      {children === '' ? ' ' : children}
    </Text>
  );
}

interface ListItem {
  readonly name: string;
  readonly text: string;
  /** For a screen reader; null for an item that is not worth hearing. */
  readonly says: string | null;
}

/** A heading with the number of all items, the items that are shown, and how many more there are. */
function List({
  theme: { style },
  title,
  count,
  items,
  saysMore,
  indent = '  ',
}: {
  readonly theme: Theme;
  readonly title: string;
  readonly count: number;
  readonly items: readonly ListItem[];
  readonly saysMore: boolean;
  readonly indent?: string;
}): ReactNode {
  return (
    <Box flexDirection="column">
      <Line says={null}>{`${style.bold(title)} ${style.dim(`(${formatNumber(count)})`)}`}</Line>
      {items.map(({ name, text, says }) => (
        <Line key={name} says={says}>
          {text}
        </Line>
      ))}
      {saysMore && <Line says={null}>{style.dim(`${indent}and ${formatNumber(count - items.length)} more`)}</Line>}
    </Box>
  );
}

interface ListProps {
  readonly theme: Theme;
  readonly rows: number;
  readonly columns: number;
}

/** How wide each column is; 0 for one that is left out. */
interface CheckWidths {
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

/** The last result of each check, how it moved, and how often it was asked. Where not all fit, failing checks come first. */
export function CheckList({
  theme,
  checks,
  rows,
  columns,
}: ListProps & { readonly checks: readonly WatchedCheck[] }): ReactNode {
  const { shown, saysMore } = shareRows(checks.length, rows);
  const failingFirst = [...checks.filter(isFailing), ...checks.filter((check) => !isFailing(check))];
  const listed = shown < checks.length ? failingFirst.slice(0, shown) : checks;
  const widths = measure(checks, columns);
  const items = listed.map((check) => ({
    name: check.name,
    text: describeCheckRow(theme, check, widths),
    says: describeCheckVerdict(check),
  }));
  return <List theme={theme} title="Checks" count={checks.length} items={items} saysMore={saysMore} />;
}

function isFailing({ last }: WatchedCheck): boolean {
  return last !== null && last.verdict !== 'pass';
}

/** Mark, name and verdict always; then, as far as there is room, value, count, sparkline and what is wrong. */
function measure(checks: readonly WatchedCheck[], columns: number): CheckWidths {
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

function describeCheckRow(theme: Theme, check: WatchedCheck, widths: CheckWidths): string {
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

interface PipeListProps extends ListProps {
  readonly nameColumns: number;
}

const STATUS_COLUMNS = 'unknown'.length;

/** The latest pipes that failed, each with its status and why. `problems`: the latest ones, oldest first; `count`: of all. */
export function ProblemList({
  theme,
  problems,
  count,
  rows,
  columns,
  nameColumns,
}: PipeListProps & { readonly problems: readonly Problem[]; readonly count: number }): ReactNode {
  const { shown, saysMore } = shareRows(count, rows);
  const { style, glyphs } = theme;
  const room = columns - (2 + 2 + nameColumns + 2 + STATUS_COLUMNS + 2);
  const items = problems.slice(-shown).map((problem) => {
    const status = STATUS_STYLES.run[problem.status];
    const isOpen = problem.status === 'unknown' || problem.status === 'stale';
    const cells = [
      `  ${paintStatus(status, isOpen ? glyphs.doubt : glyphs.bad, style)} ${cell(safeText(problem.name), nameColumns, glyphs.ellipsis)}`,
      paintStatus(status, status.label.padEnd(STATUS_COLUMNS), style),
      style.dim(truncate(safeText(problem.reason ?? ''), room, glyphs.ellipsis)),
    ];
    return { name: problem.name, text: cells.join('  '), says: describeProblem(problem) };
  });
  return <List theme={theme} title="Problems" count={count} items={items} saysMore={saysMore} />;
}

const LONGEST_ACTIVITY = 'no answer, reading again'.length;
const TIME_COLUMNS = 6;

/** What each pipe is doing now, and since when, oldest first. `now`: milliseconds of the clock that the state goes by. */
export function RunningList({
  theme,
  running,
  now,
  rows,
  columns,
  nameColumns,
}: PipeListProps & { readonly running: readonly RunningPipe[]; readonly now: number }): ReactNode {
  const { style, glyphs } = theme;
  const { shown, saysMore } = shareRows(running.length, rows);
  const activityColumns = Math.min(LONGEST_ACTIVITY, columns - (4 + nameColumns + 2 + TIME_COLUMNS + 1));
  const items = running.slice(0, shown).map((pipe) => {
    const name = cell(safeText(pipe.name), nameColumns, glyphs.ellipsis);
    const activity = cell(describeActivity(pipe), activityColumns, glyphs.ellipsis);
    const time = formatElapsed(now - pipe.startedAt).padStart(TIME_COLUMNS);
    return { name: pipe.name, text: `    ${name}  ${style.dim(activity)} ${time}`, says: null };
  });
  return (
    <Box aria-hidden>
      <List theme={theme} title="Running" count={running.length} items={items} saysMore={saysMore} indent="    " />
    </Box>
  );
}
