import { formatMeasured, formatNumber } from '../../model/number.ts';
import { isRefusedAsWhole } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import { listWords } from '../../model/text.ts';
import { scaleSeries } from '../chart/sparkline.ts';
import { SIDE_TITLES } from '../view-model/change.ts';
import { count, countUnknownSizes, listCapacityMoves } from '../view-model/count.ts';
import { countStatuses, type StatusCount } from '../view-model/status.ts';
import { html, type Markup, NOTHING, renderTable } from './markup.ts';

/** Percent. One failed pipe of ten thousand must be visible. */
const NARROWEST = 0.6;

/** One part for each status. `label` has the numbers. */
function renderBar(counts: readonly StatusCount[], total: number, label: string): Markup {
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
export function renderFleetBar(report: Report): Markup {
  const counts = countStatuses(report);
  const total = counts.reduce((sum, { pipes }) => sum + pipes, 0);
  if (total === 0) return NOTHING;
  const words = counts.map(({ style, pipes }) => `${formatNumber(pipes)} ${style.label}`);
  const bar =
    counts.length < 2
      ? null
      : html`<div class="fleet-bar">${renderBar(counts, total, `Of ${count(total, 'pipe')}: ${listWords(words)}.`)}</div>\n`;
  return html`<figure class="fleet">
${bar}<figcaption><ul class="counts">${counts.map(
    ({ style, pipes }) =>
      html`<li class="t-${style.variant}"><span class="sign" aria-hidden="true">${style.symbol}</span><b>${formatNumber(pipes)}</b> ${style.label}</li>`,
  )}</ul></figcaption>
</figure>`;
}

/** The total capacity before and after; empty for a run, which has no totals, or when nothing changes. */
export function renderCapacity(report: Report): Markup {
  if (report.kind === 'run') return NOTHING;
  const moves = listCapacityMoves(report.capacity);
  const unknown = countUnknownSizes(report);
  if (unknown === 0 && moves.every(({ difference }) => difference === null)) return NOTHING;
  const [before, after] = SIDE_TITLES[report.kind];
  const isRefused = report.kind === 'plan' && isRefusedAsWhole(report);
  const heads = ['Quantity', `#${before}`, `#${isRefused ? 'If applied' : after}`, '#Difference'];
  const rows = moves.map(({ title, before: from, after: to, difference }) => {
    const change = difference === null ? html`<span class="quiet">none</span>` : html`<b>${difference}</b>`;
    return html`<tr><th scope="row">${title}</th><td class="num">${from}</td><td class="num">${to}</td><td class="num">${change}</td></tr>`;
  });
  return html`<section class="sheet" aria-labelledby="capacity">
<h2 id="capacity">Capacity</h2>
${renderTable('capacity', 'Of the pipes that could be read', heads, rows)}
${unknown === 0 ? null : html`<p class="quiet">Without ${count(unknown, 'pipe')} that the service gives its default size.</p>`}
</section>`;
}

/** Pixels of the drawing, without an edge for the stroke. */
const WIDTH = 116;
const HEIGHT = 22;
const EDGE = 3;

/** A series as a line with its last value marked, and a label; empty for fewer than two values. */
export function renderSparkline(values: readonly (number | null)[]): Markup {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return NOTHING;
  const step = WIDTH / (values.length - 1);
  const points = scaleSeries(values, null).heights.map((height, index) =>
    height === null ? null : { x: round(EDGE + index * step), y: round(EDGE + (1 - height) * HEIGHT) },
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
  return html`<svg class="spark" role="img" aria-label="${describe(known, values.length)}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><path d="${path.join('')}"/>${dot ?? null}</svg>`;
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
