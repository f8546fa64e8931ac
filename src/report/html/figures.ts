import { groupBy } from '../../model/group-by.ts';
import { formatMeasured, formatNumber } from '../../model/number.ts';
import { isRefusedAsWhole, ORIGINS } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import type { RequestOutcome, RequestRecord } from '../../model/run.ts';
import { listWords } from '../../model/text.ts';
import { scaleSeries } from '../chart/sparkline.ts';
import { formatChange, ORIGIN_STYLES, originsIn } from '../view-model/change.ts';
import {
  type CapacityMove,
  count,
  countAttempts,
  countedPipes,
  countUnknownSizes,
  listCapacityMoves,
} from '../view-model/count.ts';
import { countStatuses, type Tone } from '../view-model/status.ts';
import { field, html, type Markup, NOTHING, name, renderTable } from './markup.ts';

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

/** A move between two amounts, scaled to `whole`. The text beside it has the numbers. */
function renderTrack(before: number, after: number, whole: number): Markup {
  const at = (amount: number): string => toPercent(3 + (amount / whole) * 94);
  const tone = after > before ? 'act' : 'warn';
  return html`<svg class="move" aria-hidden="true" width="100%" height="16"><line class="track" x1="3%" x2="97%" y1="8" y2="8"/><line class="s-${tone}" x1="${at(before)}" x2="${at(after)}" y1="8" y2="8"/><circle class="from" cx="${at(before)}" cy="8" r="4"/><circle class="f-${tone}" cx="${at(after)}" cy="8" r="5.5"/></svg>`;
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

const MOST_ROWS = 8;

/** A table with a bar in each row; empty for fewer than two rows. */
function renderRanking(
  caption: string,
  heads: readonly [string, string],
  rows: readonly Markup[],
  note: Markup | null,
): Markup {
  if (rows.length < 2) return NOTHING;
  return html`<figure class="ranking">
${renderTable(null, caption, heads, rows)}
${note === null ? null : html`<figcaption class="quiet">${note}</figcaption>`}
</figure>`;
}

/** `stacked`: the number has several words and goes above the bar. */
function renderRank(title: Markup | string, number: string, bar: Markup, layout: 'stacked' | null = null): Markup {
  return html`<tr><th scope="row">${title}</th><td><div class="with-bar${layout && ` ${layout}`}"><span class="num">${number}</span><div>${bar}</div></div></td></tr>`;
}

const FIELD_CAPTIONS = {
  plan: 'Fields that change, by number of pipes',
  drift: 'Fields that differ, by number of pipes',
  run: 'Fields that were to change, by number of pipes',
} as const;

/** The fields that change most, by origin; empty unless several pipes share a field. */
export function renderFieldFigure(report: Report): Markup {
  const changes = countedPipes(report).flatMap((pipe) => pipe.changes);
  const fields = [...groupBy(changes, ({ path }) => path)].sort(([, one], [, other]) => other.length - one.length);
  const most = fields[0]?.[1].length ?? 0;
  if (most < 2) return NOTHING;
  const rows = fields.slice(0, MOST_ROWS).map(([path, alike]) => {
    const parts = [null, ...ORIGINS].map((origin) => ({
      tone: origin === null ? ('act' as const) : ORIGIN_STYLES[origin].tone,
      amount: alike.filter((change) => change.origin === origin).length,
    }));
    const title = html`<code class="field">${field(path)}</code>`;
    return renderRank(title, formatNumber(alike.length), renderBar(parts, most));
  });
  const rest = fields.length - MOST_ROWS;
  const origins = originsIn(changes).map(
    (origin) => html`<span class="origin t-${ORIGIN_STYLES[origin].tone}">${origin}</span> `,
  );
  const note = html`${rest > 0 ? `And ${count(rest, 'more field')}. ` : ''}${origins}`;
  return renderRanking(FIELD_CAPTIONS[report.kind], ['Field', 'Pipes'], rows, note);
}

export function renderReplicaFigure(report: Report): Markup {
  const moves = countedPipes(report)
    .flatMap(({ name: pipe, changes }) => {
      const change = changes.find(({ path }) => path === 'scaling.replicas');
      if (typeof change?.before !== 'number' || typeof change.after !== 'number') return [];
      const { before, after } = change;
      // Sorted by factor: 1 to 4 comes before 20 to 24.
      const factor = Math.max(before, after) / Math.max(1, Math.min(before, after));
      return [{ pipe, change, before, after, factor }];
    })
    .sort((one, other) => other.factor - one.factor);
  const shown = moves.slice(0, MOST_ROWS);
  const whole = Math.max(...shown.flatMap(({ before, after }) => [before, after]));
  const isDrift = report.kind === 'drift';
  const rows = shown.map(({ pipe, change, before, after }) => {
    const words = formatChange(report.kind, change, '→');
    return renderRank(name(pipe), words, renderTrack(before, after, whole), isDrift ? 'stacked' : null);
  });
  const rest = moves.length - shown.length;
  const note = rest > 0 ? html`And ${count(rest, 'more pipe')}.` : null;
  const caption = isDrift ? 'Biggest differences in replicas' : 'Biggest moves of replicas';
  return renderRanking(caption, ['Pipe', 'Replicas'], rows, note);
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
    return amount === 0 ? [] : [renderRank(label, formatNumber(amount), bar)];
  });
  const note = html`${count(records.length, 'request')}, sent ${count(countAttempts(records), 'time')} in all.`;
  return renderRanking(caption, ['Outcome', 'Requests'], rows, note);
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
