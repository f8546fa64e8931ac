import { formatMeasured, formatNumber } from '../../model/number.ts';
import { isRefusedAsWhole } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import type { RequestOutcome, RequestRecord } from '../../model/run.ts';
import { listWords } from '../../model/text.ts';
import { scaleSeries } from '../chart/sparkline.ts';
import { type CapacityMove, count, countAttempts, countUnknownSizes, listCapacityMoves } from '../view-model/count.ts';
import { countStatuses, type Tone } from '../view-model/status.ts';
import { html, type Markup, NOTHING, renderTable } from './markup.ts';

/** Percent. One failed pipe of ten thousand must be visible. */
const NARROWEST = 0.6;

/** Adjacent parts, scaled to `whole`. The text beside the bar, or `label`, has the numbers. */
function renderBar(
  parts: readonly { readonly tone: Tone; readonly amount: number }[],
  whole: number,
  label: string | null = null,
): Markup {
  const shown = parts
    .filter(({ amount }) => amount > 0)
    .map(({ tone, amount }) => ({ tone, width: Math.max(NARROWEST, (amount / whole) * 100) }));
  const scale = Math.min(1, 100 / shown.reduce((sum, { width }) => sum + width, 0));
  let x = 0;
  const rects = shown.map(({ tone, width }) => {
    const rect = html`<rect class="f-${tone}" x="${toPercent(x)}" y="0" width="${toPercent(width * scale)}" height="100%"/>`;
    x += width * scale;
    return rect;
  });
  const role = label === null ? html`aria-hidden="true"` : html`role="img" aria-label="${label}"`;
  return html`<svg class="bar" ${role} width="100%" height="100%">${rects}</svg>`;
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
  const parts = counts.map(({ style, pipes }) => ({ tone: style.tone, amount: pipes }));
  const bar =
    counts.length < 2
      ? null
      : html`<div class="fleet-bar">${renderBar(parts, total, `Of ${count(total, 'pipe')}: ${listWords(words)}.`)}</div>\n`;
  return html`<figure class="fleet">
${bar}<figcaption><ul class="counts">${counts.map(
    ({ style, pipes }) =>
      html`<li class="t-${style.tone}"><span class="sign" aria-hidden="true">${style.symbol}</span><b>${formatNumber(pipes)}</b> ${style.label}</li>`,
  )}</ul></figcaption>
</figure>`;
}

/** The total capacity before and after; empty for a run, which has no totals, or when nothing changes. */
export function renderCapacity(report: Report): Markup {
  if (report.kind === 'run') return NOTHING;
  const moves = listCapacityMoves(report.capacity);
  const unknown = countUnknownSizes(report);
  if (unknown === 0 && moves.every(({ difference }) => difference === null)) return NOTHING;
  const planned = ['Now', isRefusedAsWhole(report) ? 'If applied' : 'After apply'];
  const [before = '', after = ''] = report.kind === 'drift' ? ['Live', 'Declared'] : planned;
  const heads = ['Quantity', `#${before}`, `#${after}`, '#Difference'];
  return html`<figure class="capacity">
${renderTable(null, 'Capacity of the pipes that could be read', heads, moves.map(renderQuantity))}
${unknown === 0 ? null : html`<figcaption class="quiet">Without ${count(unknown, 'pipe')} that the service gives its default size.</figcaption>`}
</figure>`;
}

function renderQuantity(move: CapacityMove): Markup {
  const { title, from, to, before, after, difference } = move;
  const whole = Math.max(from, to);
  const [now, then] = [
    renderBar([{ tone: 'calm', amount: from }], whole),
    renderBar([{ tone: 'act', amount: to }], whole),
  ];
  const bars = difference && html`<div class="pair"><div>${now}</div><div>${then}</div></div>`;
  return html`<tr><th scope="row">${title}${bars}</th><td class="num">${before}</td><td class="num">${after}</td><td class="num">${renderDifference(move)}</td></tr>`;
}

/** `+10 (+27%)` */
function renderDifference({ from, to, difference }: CapacityMove): Markup {
  if (difference === null) return html`<span class="quiet">none</span>`;
  const percent = formatNumber(Math.round((Math.abs(to - from) / from) * 100));
  const share = from === 0 ? null : html` <span class="quiet">(${difference.charAt(0)}${percent}%)</span>`;
  return html`<b>${difference}</b>${share}`;
}

export const OUTCOMES: Readonly<Record<RequestOutcome, { readonly label: string; readonly tone: Tone }>> = {
  accepted: { label: 'accepted', tone: 'good' },
  found: { label: 'answer lost, values found by a read', tone: 'good' },
  rejected: { label: 'rejected', tone: 'bad' },
  unknown: { label: 'answer lost, effect unknown', tone: 'warn' },
  'not-sent': { label: 'not sent', tone: 'calm' },
};

/** The outcomes of the requests of a run; empty when all are the same. */
export function renderRequestFigure(caption: string, records: readonly RequestRecord[]): Markup {
  const rows = Object.entries(OUTCOMES).flatMap(([outcome, { label, tone }]) => {
    const amount = records.filter((record) => record.outcome === outcome).length;
    const bar = renderBar([{ tone, amount }], records.length);
    return amount === 0
      ? []
      : [
          html`<tr><th scope="row">${label}</th><td><div class="with-bar"><span class="num">${formatNumber(amount)}</span><div>${bar}</div></div></td></tr>`,
        ];
  });
  if (rows.length < 2) return NOTHING;
  return html`<figure class="ranking">
${renderTable(null, caption, ['Outcome', 'Requests'], rows)}
<figcaption class="quiet">${count(records.length, 'request')}, sent ${count(countAttempts(records), 'time')} in all.</figcaption>
</figure>`;
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
  const points = scaleSeries(values).map((height, index) =>
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
