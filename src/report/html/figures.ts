import { type Condition, formatCondition } from '../../model/check.ts';
import { count, formatMeasured, formatNumber } from '../../model/number.ts';
import { listWords } from '../../model/text.ts';
import type { BlockOf } from '../block.ts';
import { scaleSeries } from '../chart/sparkline.ts';
import { html, type Markup, NOTHING } from './markup.ts';

/** Percent. One failed pipe of ten thousand must be visible. */
const NARROWEST = 0.6;

type StatusCounts = BlockOf<'verdict'>['counts'];

/** One part for each status. `label` has the numbers. */
function renderBar(counts: StatusCounts, total: number, label: string): Markup {
  const shown = counts.map(({ style: { variant }, pipes }) => {
    return { variant, width: Math.max(NARROWEST, (pipes / total) * 100) };
  });
  const scale = Math.min(1, 100 / shown.reduce((sum, { width }) => sum + width, 0));
  let x = 0;
  const rects = shown.map(({ variant, width }) => {
    const rect = html`<rect class="f-${variant}" x="${toPercent(x)}" y="0" width="${toPercent(width * scale)}" height="100%"/>`;
    x += width * scale;
    return rect;
  });
  return html`<svg class="bar" role="img" aria-label="${label}" width="100%" height="100%">${rects}</svg>`;
}

function toPercent(value: number): string {
  return `${Math.round(value * 1000) / 1000}%`;
}

/** The pipes by status, with a bar unless all have the same status. */
export function renderFleetBar(counts: StatusCounts): Markup {
  const total = counts.reduce((sum, { pipes }) => sum + pipes, 0);
  if (total === 0) return NOTHING;
  const words = counts.map(({ style, pipes }) => `${formatNumber(pipes)} ${style.label}`);
  const bar =
    counts.length < 2
      ? null
      : html`<div class="bar-of-fleet">${renderBar(counts, total, `Of ${count(total, 'pipe')}: ${listWords(words)}.`)}</div>\n`;
  return html`<figure class="fleet">
${bar}<figcaption><ul class="counts">${counts.map(
    ({ style, pipes }) =>
      html`<li class="t-${style.variant}"><span class="sign" aria-hidden="true">${style.symbol}</span><b>${formatNumber(pipes)}</b> ${style.label}</li>`,
  )}</ul></figcaption>
</figure>`;
}

/** Pixels of the drawing, without an edge for the stroke. */
const WIDTH = 190;
const HEIGHT = 40;
const EDGE = 3;

/**
 * A series as a line with its last value marked, and the limit of its condition as a dashed line, with the failing side
 * shaded; empty for fewer than two values.
 */
export function renderSparkline(values: readonly (number | null)[], pass: Condition | null): Markup {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return NOTHING;
  const scaled = scaleSeries(values, pass?.value ?? null);
  const step = WIDTH / (values.length - 1);
  const toY = (height: number): number => round(EDGE + (1 - height) * HEIGHT);
  const points = scaled.heights.map((height, index) =>
    height === null ? null : { x: round(EDGE + index * step), y: toY(height) },
  );
  const path = points.map((point, index) => {
    if (point === null) return '';
    // A value between two gaps is a line of length 0, which round ends show as a dot.
    const isStart = index === 0 || points[index - 1] === null;
    return isStart ? `M${point.x} ${point.y}h0` : `L${point.x} ${point.y}`;
  });
  const last = points.findLast((point) => point !== null);
  const dot = last && html`<circle cx="${last.x}" cy="${last.y}" r="2.6"/>`;
  const [width, height] = [WIDTH + 2 * EDGE, HEIGHT + 2 * EDGE];
  const limit = pass === null || scaled.limit === null ? null : renderLimit(pass, toY(scaled.limit), width, height);
  const label = `${describe(known, values.length)}${pass === null ? '' : `; must be ${formatCondition(pass)}`}`;
  return html`<svg class="spark" role="img" aria-label="${label}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${limit}<path class="values" d="${path.join('')}"/>${dot ?? null}</svg>`;
}

function renderLimit({ comparator }: Condition, y: number, width: number, height: number): Markup {
  const [from, to] = comparator.startsWith('<') ? [0, y] : comparator.startsWith('>') ? [y, height] : [y, y];
  return html`<rect class="beyond" x="0" y="${from}" width="${width}" height="${round(to - from)}"/><path class="limit" d="M0 ${y}H${width}"/>`;
}

/** `10 values from 3,100 to 12,400, the last one 12,400; 2 measurements without a value`. */
function describe(known: readonly number[], measurements: number): string {
  const [lowest, highest, last] = [Math.min(...known), Math.max(...known), known.at(-1) ?? 0].map(formatMeasured);
  const gaps = measurements - known.length;
  const without = gaps === 0 ? '' : `; ${count(gaps, 'measurement')} without a value`;
  return `${count(known.length, 'value')} from ${lowest} to ${highest}, the last one ${last}${without}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
