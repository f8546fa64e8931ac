import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { formatNumber } from '../model/number.ts';
import { safeText } from '../model/safe-text.ts';
import { formatDuration } from '../model/units.ts';
import { textWidth, truncate } from '../report/text/fit-text.ts';
import type { Style } from '../report/text/style.ts';
import { paintStatus, STATUS_STYLES } from '../report/view-model/status.ts';
import type { ApplyState } from './apply-state.ts';
import { type Count, countsToShow, describeProgress, percentOf } from './describe-progress.ts';
import { bakeLeft, describePosition, formatBakeLeft, type WaveShare, waveShares } from './describe-rollout.ts';
import { type Theme, wrapWords } from './theme.ts';

interface LineProps {
  readonly children: string;
  /** The line as a sentence for a screen reader: no marks, no columns. null: nothing that is worth hearing. */
  readonly says: string | null;
}

/** One line of a frame. Its text is fitted already, so that nothing ever wraps. */
export function Line({ children, says }: LineProps): ReactNode {
  return (
    <Text wrap="truncate-end" aria-hidden={says === null} aria-label={says ?? ''}>
      {children === '' ? ' ' : children}
    </Text>
  );
}

interface BarProps {
  readonly theme: Theme;
  readonly title: string;
  /** 0 to 1. */
  readonly share: number;
  /** What stands behind the bar: the share in words. */
  readonly label: string;
  readonly columns: number;
  /** The same as a sentence. */
  readonly says: string;
}

const LONGEST_BAR = 50;
const SHORTEST_BAR = 4;

/** `Applying ━━━━━━━───────  812/2000  40%`, in one line. */
export function Bar({ theme, title, share, label, columns, says }: BarProps): ReactNode {
  const { style, glyphs } = theme;
  const room = columns - textWidth(title) - textWidth(label) - 3;
  const length = Math.min(LONGEST_BAR, room);
  if (length < SHORTEST_BAR) return <Line says={says}>{`${style.bold(title)} ${label}`}</Line>;
  const filled = Math.floor(Math.min(1, Math.max(0, share)) * length);
  const bar = style.green(glyphs.filled.repeat(filled)) + style.dim(glyphs.rest.repeat(length - filled));
  return <Line says={says}>{`${style.bold(title)} ${bar}  ${label}`}</Line>;
}

interface ProgressBarProps {
  readonly theme: Theme;
  readonly title: string;
  readonly done: number;
  readonly total: number;
  readonly columns: number;
}

/** A bar of things that are counted. */
export function ProgressBar({ done, total, ...rest }: ProgressBarProps): ReactNode {
  const share = total === 0 ? 1 : done / total;
  return (
    <Bar {...rest} share={share} label={progressLabel(done, total)} says={describeProgress(rest.title, done, total)} />
  );
}

/** ` 812/2,000   40%`: as wide at the beginning as at the end. */
export function progressLabel(done: number, total: number): string {
  const [part, whole] = [formatNumber(done), formatNumber(total)];
  return `${part.padStart(whole.length)}/${whole}  ${String(percentOf(done, total)).padStart(3)}%`;
}

interface PhaseBarsProps {
  readonly theme: Theme;
  readonly state: ApplyState;
  readonly columns: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

const TITLE = 'Applying';

/** How far the apply is, and the bake of its wave below that; a rollback has the place of both. */
export function PhaseBars({ theme, state, columns, now }: PhaseBarsProps): ReactNode {
  const { done, total, rollout } = state;
  const { phase } = rollout;
  if (phase.name === 'rolling-back') {
    const restored = phase.total - phase.left.size;
    return <ProgressBar theme={theme} title="Rolling back" done={restored} total={phase.total} columns={columns} />;
  }
  const applying = <ProgressBar theme={theme} title={TITLE} done={done} total={total} columns={columns} />;
  if (phase.name !== 'baking') return applying;
  const left = bakeLeft(phase, now);
  const share = phase.bakeMs === 0 ? 1 : 1 - left / phase.bakeMs;
  // Two bars above each other begin and end in the same columns.
  const label = formatBakeLeft(left).padStart(progressLabel(done, total).length);
  return (
    <>
      {applying}
      <Bar
        theme={theme}
        title={'Baking'.padEnd(TITLE.length)}
        share={share}
        label={label}
        columns={columns}
        says={`Wave ${phase.wave} bakes for ${formatDuration(phase.bakeMs)}.`}
      />
    </>
  );
}

interface WaveLineProps {
  readonly theme: Theme;
  readonly state: ApplyState;
  readonly columns: number;
}

/** `Wave 2 of 3 · ✓ 1 passed · ● 4 baking · ○ 12 to come`, without the words where they do not fit. */
export function WaveLine({ theme, state, columns }: WaveLineProps): ReactNode {
  const { style, glyphs } = theme;
  const position = describePosition(state.rollout) ?? '';
  const shares = waveShares(state);
  const says = `${[position, shares.map((share) => `${formatNumber(share.pipes)} ${share.words}`).join(', ')].filter(Boolean).join(': ')}.`;
  const separator = ` ${glyphs.dot} `;
  const long = shares.map((share) => `${markOfShare(theme, share)} ${formatNumber(share.pipes)} ${share.words}`);
  const short = shares.map((share) => `${markOfShare(theme, share)} ${formatNumber(share.pipes)}`);
  const parts = [long, short].find((texts) => textWidth([position, ...texts].join(separator)) <= columns);
  if (parts === undefined) return <Line says={says}>{style.bold(truncate(position, columns, glyphs.ellipsis))}</Line>;
  const painted = parts.map((text, index) => paintShare(style, shares[index]?.kind ?? 'later', text));
  return <Line says={says}>{[style.bold(position), ...painted].join(style.dim(separator))}</Line>;
}

function markOfShare({ glyphs }: Theme, { kind }: WaveShare): string {
  const marks = { passed: glyphs.good, failed: glyphs.bad, now: glyphs.now, later: glyphs.later };
  return marks[kind];
}

function paintShare(style: Style, kind: WaveShare['kind'], text: string): string {
  const paints = { passed: style.green, failed: style.red, now: style.cyan, later: style.dim };
  return paints[kind](text);
}

interface PaceLineProps {
  readonly theme: Theme;
  readonly parts: readonly string[];
  readonly columns: number;
}

/** `96/s · about 18s left · 9s so far`, quietly. */
export function PaceLine({ theme, parts, columns }: PaceLineProps): ReactNode {
  const { style, glyphs } = theme;
  return <Line says={null}>{style.dim(truncate(parts.join(` ${glyphs.dot} `), columns, glyphs.ellipsis))}</Line>;
}

/** A service may give a reason of any length, and the rest of the frame must stay in sight. */
const MOST_LINES = 4;

/** What a person must see now: a sentence, in lines that fit. */
export function messageLines({ glyphs }: Theme, text: string | null, columns: number): readonly string[] {
  if (text === null) return [];
  const lines = wrapWords(`${glyphs.alert} ${safeText(text)}`, columns);
  if (lines.length <= MOST_LINES) return lines;
  const last = truncate(lines[MOST_LINES - 1] ?? '', columns - textWidth(glyphs.ellipsis), '') + glyphs.ellipsis;
  return [...lines.slice(0, MOST_LINES - 1), last];
}

interface MessageProps {
  readonly theme: Theme;
  readonly lines: readonly string[];
  /** The whole of it, however long. */
  readonly says: string;
}

export function Message({ theme, lines, says }: MessageProps): ReactNode {
  return <Text aria-label={`Notice: ${safeText(says)}`}>{theme.style.bold(theme.style.yellow(lines.join('\n')))}</Text>;
}

const GAP = 3;

interface CountsProps {
  readonly theme: Theme;
  readonly counts: ApplyState['counts'];
  /** For a screen reader; null while they move. */
  readonly says: string | null;
}

/** `812 applied   3 failed   1 unknown`; wraps between the outcomes where they do not fit. */
export function Counts({ theme, counts, says }: CountsProps): ReactNode {
  return (
    <Box flexWrap="wrap" columnGap={GAP} aria-hidden={says === null} aria-label={says ?? ''}>
      {countsToShow(counts).map(({ status, count }) => {
        const text = wordOf({ status, count });
        return (
          <Text key={status}>
            {count === 0 ? theme.style.dim(text) : paintStatus(STATUS_STYLES.run[status], text, theme.style)}
          </Text>
        );
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
  return `${formatNumber(count)} ${STATUS_STYLES.run[status].label}`;
}
