import { groupBy } from '../model/group-by.ts';
import { count, formatNumber } from '../model/number.ts';
import { safeText } from '../model/text.ts';
import { fitLines, textWidth, truncate } from '../report/text/fit-text.ts';
import { paintStatus } from '../report/text/style.ts';
import { describeRateLimit } from '../report/view-model/rate-limit.ts';
import { isHalt } from '../report/view-model/rollout.ts';
import { STATUS_STYLES } from '../report/view-model/status.ts';
import type { Canvas } from './canvas.ts';
import { drawCheckList, drawProblemList, drawRunningList, isFailing } from './lists.ts';
import { type ApplyState, isRunning, listProblems, listRows, type ReadState } from './state.ts';
import {
  describeCheck,
  describeEnd,
  describeRemark,
  describeRolloutEnd,
  describeWaveEnd,
  formatElapsed,
  listCounts,
  measureBake,
  percentOf,
  type Stage,
  stageOfApply,
  stageOfRead,
} from './words.ts';

type Lines = readonly string[];

/** The pipes of a configuration being read. */
export function drawRead(state: ReadState, notice: string | null, canvas: Canvas): Lines {
  const stage = stageOfRead(state, canvas.now);
  const warnings = drawWarnings([notice ?? describeThrottle(state, canvas.now)], canvas.rows - 2, canvas);
  return [drawProgressBar(stage, canvas), ...warnings, drawPace(stage.pace, canvas)];
}

/** An apply in progress, with stable parts on top. `widestName`: of all pipes, in columns. */
export function drawApply(state: ApplyState, notice: string | null, widestName: number, canvas: Canvas): Lines {
  const { rows, now } = canvas;
  const stage = stageOfApply(state, now);
  const bars = drawBars(state, stage, canvas);
  const facts = [
    ...drawWaves(state, canvas),
    // An interrupt leaves pipes out, so that the time left is not known.
    drawPace([...(notice === null ? stage.pace : []), `${formatElapsed(now - state.startedAt)} so far`], canvas),
    ...drawCounts(state, canvas),
  ];
  const warnings = drawWarnings(listWarnings(state, notice, now), rows - bars.length - facts.length, canvas);
  const head = [...bars, ...warnings, ...facts];
  const room = rows - head.length;
  // Running pipes get about half of the room for lists, if there are any.
  const checkList = drawCheckList(
    state.checks,
    listRows(state, isRunning).length > 0 ? Math.floor(room / 2) + 1 : room,
    canvas,
  );
  return [...head, ...checkList, ...drawRunningList(state, widestName, room - checkList.length, canvas)];
}

/** What stays on the screen after an apply whose report is written elsewhere. */
export function drawApplyEnd(state: ApplyState, canvas: Canvas): Lines {
  const { style, columns, now } = canvas;
  const rollout = describeRolloutEnd(state);
  return [
    style.bold(describeEnd(state, now)),
    ...(rollout === null ? [] : splitLines(rollout, columns)),
    ...drawCounts(state, canvas),
    ...drawProblemList(state, canvas),
  ];
}

function splitLines(text: string, columns: number): Lines {
  return fitLines(text, columns).split('\n');
}

const LONGEST_BAR = 50;
const SHORTEST_BAR = 4;

/** `Applying ━━━━━━━───────  3m40s left`. `share`: 0 to 1. */
function drawBar(title: string, share: number, label: string, { style, columns }: Canvas): string {
  const length = Math.min(LONGEST_BAR, columns - textWidth(title) - textWidth(label) - 3);
  if (length < SHORTEST_BAR) return `${style.bold(title)} ${label}`;
  const filled = Math.floor(Math.min(1, Math.max(0, share)) * length);
  const bar = style.green('━'.repeat(filled)) + style.dim('─'.repeat(length - filled));
  return `${style.bold(title)} ${bar}  ${label}`;
}

function drawProgressBar(stage: Stage, canvas: Canvas): string {
  const { title, done, total } = stage;
  return drawBar(title, total === 0 ? 1 : done / total, formatProgress(stage), canvas);
}

/** ` 812/2,000   40%`, with a constant width. */
function formatProgress({ done, total }: Stage): string {
  const [part, whole] = [formatNumber(done), formatNumber(total)];
  return `${part.padStart(whole.length)}/${whole}  ${String(percentOf(done, total)).padStart(3)}%`;
}

/** The progress and, below it, the bake. Both bars begin and end in the same columns. */
function drawBars({ phase }: ApplyState, stage: Stage, canvas: Canvas): Lines {
  const progress = drawProgressBar(stage, canvas);
  if (phase.name !== 'baking') return [progress];
  const { share, left } = measureBake(phase, canvas.now);
  const title = 'Baking'.padEnd(stage.title.length);
  return [progress, drawBar(title, share, left.padStart(formatProgress(stage).length), canvas)];
}

/** What the service says is shown in full where the screen has room; lists give way to it. The last line has the rest. */
function drawWarnings(texts: readonly (string | null)[], room: number, { style, columns }: Canvas): Lines {
  const all = texts.flatMap((text) => (text === null ? [] : splitLines(`▲ ${safeText(text)}`, columns)));
  const most = Math.max(1, room);
  const lines = all.length > most ? [...all.slice(0, most - 1), all.slice(most - 1).join(' ')] : all;
  return lines.map((line) => style.bold(style.yellow(truncate(line, columns, '…'))));
}

function listWarnings(state: ApplyState, notice: string | null, now: number): readonly (string | null)[] {
  const problem = state.remark === null ? describeLatestProblem(state) : describeRemark(state.remark);
  return [describeThrottle(state, now), notice ?? describeHalt(state) ?? problem, ...describeFailing(state)];
}

/** A limit that still holds requests back is reported again within this time after a wait. */
const THROTTLE_KEPT_MS = 11_000;

/** `rate limit about 1/s (learned), waiting 7 s`, with the remaining wait; null when no request waits. */
function describeThrottle({ throttle }: Pick<ApplyState, 'throttle'>, now: number): string | null {
  if (throttle === null) return null;
  const waitMs = throttle.at + throttle.waitMs - now;
  return waitMs < -THROTTLE_KEPT_MS ? null : describeRateLimit({ ...throttle, waitMs });
}

/** `Wave 2 failed: orders-lag failed`: why no further wave starts, or null. */
function describeHalt({ waves }: ApplyState): string | null {
  const { wave = 0, verdict = null, reason = null } = waves.find(isHalt) ?? {};
  if (verdict === null) return null;
  return `${describeWaveEnd({ wave, verdict })}${reason === null ? '' : `: ${reason}`}`;
}

/** `orders failed: The service refused the settings`; null for no problem. */
function describeLatestProblem(state: ApplyState): string | null {
  const { name, status = null, reason } = listProblems(state).at(-1) ?? {};
  if (status === null) return null;
  return `${name} ${STATUS_STYLES.run[status].label}${reason == null ? '' : `: ${reason}`}`;
}

/** Why checks do not pass: the first check of each reason, and so many reasons. */
const MAX_REASONS = 3;

function describeFailing({ checks }: ApplyState): Lines {
  const byReason = groupBy(checks.filter(isFailing), ({ last }) => last?.reason);
  return [...byReason.values()].slice(0, MAX_REASONS).flatMap((alike) => alike.slice(0, 1).map(describeCheck));
}

/** `Wave 2 of 3:  ✓ 1 pipe passed  ● 4 pipes baking  ○ 12 pipes to come`, in one or more lines; none without a rollout. */
function drawWaves({ waves, waveCount, phase, total }: ApplyState, { style, columns }: Canvas): Lines {
  if (waveCount === 0 && phase.name !== 'checking') return [];
  const position = waveCount === 0 ? 'Checking before the first wave' : `Wave ${waves.at(-1)?.wave} of ${waveCount}`;
  const sum = (chosen: typeof waves): number => chosen.reduce((pipes, wave) => pipes + wave.pipes, 0);
  const of = (verdict: (typeof waves)[number]['verdict']): number =>
    sum(waves.filter((wave) => wave.verdict === verdict));
  const shares = [
    { symbol: '✓', color: 'green', pipes: of('passed'), label: 'passed' },
    { symbol: '✗', color: 'red', pipes: of('failed'), label: 'not passed' },
    { symbol: '✗', color: 'red', pipes: of('interrupted'), label: 'interrupted' },
    { symbol: '●', color: 'cyan', pipes: of(null), label: phase.name === 'baking' ? 'baking' : 'updating' },
    { symbol: '○', color: 'dim', pipes: total - sum(waves), label: waves.some(isHalt) ? 'untouched' : 'to come' },
  ] as const;
  const painted = shares
    .filter(({ pipes }) => pipes > 0)
    .map(({ symbol, color, pipes, label }) => style[color](`${symbol} ${count(pipes, 'pipe')} ${label}`));
  return splitLines([style.bold(`${position}:`), ...painted].join('  '), columns);
}

/** `96/s · about 18s left · 9s so far` */
function drawPace(parts: Lines, { style }: Canvas): string {
  return style.dim(parts.join(' · '));
}

/** `812 applied   3 failed   1 unknown`, in one or more lines. */
function drawCounts(state: ApplyState, { style, columns }: Canvas): Lines {
  const painted = listCounts(state).map(({ status, text }) =>
    state.counts[status] === 0 ? style.dim(text) : paintStatus(STATUS_STYLES.run[status], text, style),
  );
  return splitLines(painted.join('   '), columns);
}
