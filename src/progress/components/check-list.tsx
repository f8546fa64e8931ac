import { Box } from 'ink';
import type { ReactNode } from 'react';
import { formatNumber } from '../../model/number.ts';
import { safeText } from '../../model/safe-text.ts';
import { sparkline } from '../../report/chart/sparkline.ts';
import { widest } from '../../report/text/pad.ts';
import { textWidth } from '../../report/text/text-width.ts';
import { truncate } from '../../report/text/truncate.ts';
import { lookOfVerdict, paintVerdict } from '../../report/view-model/check-look.ts';
import { shareRows } from '../frame-plan.ts';
import type { Look } from '../look.ts';
import type { WatchedCheck } from '../rollout-state.ts';
import { describeTrouble, formatAsked, formatValue } from '../rollout-words.ts';
import { cell, nameColumnsAt, widestOf } from '../text.ts';
import { Line } from './line.tsx';

interface CheckListProps {
  readonly look: Look;
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
export function CheckList({ look, checks, rows, columns }: CheckListProps): ReactNode {
  const { style } = look;
  const { shown, saysMore } = shareRows(checks.length, rows);
  const troubleFirst = [...checks.filter(isInTrouble), ...checks.filter((check) => !isInTrouble(check))];
  const listed = shown < checks.length ? troubleFirst.slice(0, shown) : checks;
  const widths = measure(checks, columns);
  return (
    <Box flexDirection="column">
      <Line says={null}>{`${style.bold('Checks')} ${style.dim(`(${formatNumber(checks.length)})`)}`}</Line>
      {listed.map((check) => (
        <Line key={check.name} says={sayCheck(check)}>
          {describe(look, check, widths)}
        </Line>
      ))}
      {saysMore && <Line says={null}>{style.dim(`  and ${formatNumber(checks.length - shown)} more`)}</Line>}
    </Box>
  );
}

function isInTrouble({ last }: WatchedCheck): boolean {
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
  const hasTrouble = checks.some((check) => describeTrouble(check) !== null);
  return {
    name,
    value: take(value, Math.min(value, SHORTEST_SPARK)),
    asked: take(asked, asked),
    spark: take(hasNumbers ? Math.min(LONGEST_SPARK, values, Math.floor(room / 2)) : 0, SHORTEST_SPARK),
    trouble: take(hasTrouble ? columns : 0, SHORTEST_TROUBLE),
  };
}

function describe(look: Look, check: WatchedCheck, widths: Widths): string {
  const { style, glyphs, characters } = look;
  const { last } = check;
  const verdict = last === null ? null : lookOfVerdict(last.verdict);
  const mark = verdict === null ? glyphs.dot : characters === 'ascii' ? verdict.asciiMark : verdict.mark;
  const word = (verdict?.word ?? 'waiting').padEnd(WORD_COLUMNS);
  const paint = (text: string): string => (last === null ? style.dim(text) : paintVerdict(style, last.verdict, text));
  const name = cell(safeText(check.name), widths.name, glyphs.ellipsis);
  const cells = [
    padStart(truncate(formatValue(last?.value ?? null), widths.value, glyphs.ellipsis), widths.value),
    padStart(formatAsked(check), widths.asked),
    style.cyan(sparkline(check.values.slice(-widths.spark), characters).padEnd(widths.spark)),
    style.dim(truncate(describeTrouble(check) ?? '', widths.trouble, glyphs.ellipsis)),
  ];
  const kept = [widths.value, widths.asked, widths.spark, widths.trouble].flatMap((width, index) =>
    width === 0 ? [] : [cells[index] ?? ''],
  );
  return [`  ${paint(mark)} ${name}`, paint(word), ...kept].join(' '.repeat(GAP));
}

/** Without its value, which moves with every measurement; nothing until it was asked. */
function sayCheck({ name, last }: WatchedCheck): string | null {
  return last === null ? null : `Check ${safeText(name)}: ${lookOfVerdict(last.verdict).word}.`;
}

function padStart(text: string, columns: number): string {
  return ' '.repeat(Math.max(0, columns - textWidth(text))) + text;
}
