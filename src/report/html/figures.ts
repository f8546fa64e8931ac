import type { FieldPath } from '../../model/field.ts';
import { listWords } from '../../model/list-words.ts';
import { formatMeasured, formatNumber } from '../../model/number.ts';
import { type Change, isRefusedAsWhole, ORIGINS, type Origin } from '../../model/plan.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import type { RequestOutcome, RequestRecord, Run } from '../../model/run.ts';
import { scaleSeries } from '../chart/sparkline.ts';
import { formatDifference, ORIGIN_STYLES, originsIn } from '../view-model/change.ts';
import {
  type CapacityMove,
  count,
  countAttempts,
  countedPipes,
  countUnknownSizes,
  listCapacityMoves,
  sortRequests,
} from '../view-model/count.ts';
import { countStatuses, type Tone } from '../view-model/status.ts';
import { field, html, type Markup, NOTHING, name } from './markup.ts';

/** One part of a bar: as long as its amount is of the whole. */
interface BarPart {
  readonly tone: Tone;
  readonly amount: number;
}

/** Narrower parts would not be seen at all, and one failed pipe of ten thousand must be. */
const NARROWEST = 0.6;

/**
 * A bar of parts, one after the other, as long as they are of `whole`. It has no words: the numbers stand beside it in the
 * text, or `label` says them.
 */
function renderBar(parts: readonly BarPart[], whole: number, label: string | null): Markup {
  const shown = parts.filter(({ amount }) => amount > 0);
  const widths = shown.map(({ amount }) => Math.max(NARROWEST, (amount / whole) * 100));
  const total = widths.reduce((sum, width) => sum + width, 0);
  const scale = total > 100 ? 100 / total : 1;
  let x = 0;
  const rects = shown.map(({ tone }, index) => {
    const width = (widths[index] ?? 0) * scale;
    const rect = html`<rect class="f-${tone}" x="${toPercent(x)}" y="0" width="${toPercent(width)}" height="100%"/>`;
    x += width;
    return rect;
  });
  const role = label === null ? html`aria-hidden="true"` : html`role="img" aria-label="${label}"`;
  return html`<svg class="bar" ${role} width="100%" height="100%">${rects}</svg>`;
}

/** From one amount to another on a track that is `whole` long. The numbers stand beside it in the text. */
function renderTrack(before: number, after: number, whole: number): Markup {
  const at = (amount: number): string => toPercent(3 + (amount / whole) * 94);
  const tone = after > before ? 'act' : 'warn';
  return html`<svg class="move" aria-hidden="true" width="100%" height="16"><line class="track" x1="3%" x2="97%" y1="8" y2="8"/><line class="s-${tone}" x1="${at(before)}" x2="${at(after)}" y1="8" y2="8"/><circle class="from" cx="${at(before)}" cy="8" r="4"/><circle class="f-${tone}" cx="${at(after)}" cy="8" r="5.5"/></svg>`;
}

function toPercent(value: number): string {
  return `${Math.round(value * 1000) / 1000}%`;
}

/** The pipes of the report by status: the numbers, under one bar for all of them unless they are all alike. */
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

/** What all pipes together may use, before and after; nothing for a run, which does not weigh it, or when none moves. */
export function renderCapacity(report: Report): Markup {
  if (report.kind === 'run') return NOTHING;
  const moves = listCapacityMoves(report.capacity);
  const unknown = countUnknownSizes(report);
  if (unknown === 0 && moves.every(({ difference }) => difference === null)) return NOTHING;
  const [before, after] = titlesOf(report);
  return html`<figure class="capacity">
<table>
<caption>Capacity of the pipes that could be read</caption>
<thead><tr><th scope="col">Quantity</th><th scope="col" class="num">${before}</th><th scope="col" class="num">${after}</th><th scope="col" class="num">Difference</th></tr></thead>
<tbody>${moves.map(renderQuantity)}</tbody>
</table>
${unknown === 0 ? null : html`<figcaption class="quiet">Without ${count(unknown, 'pipe')} that the service gives its default size.</figcaption>`}
</figure>`;
}

function titlesOf(report: Exclude<Report, { readonly kind: 'run' }>): readonly [string, string] {
  if (report.kind === 'drift') return ['Live', 'Declared'];
  return ['Now', isRefusedAsWhole(report) ? 'If applied' : 'After apply'];
}

function renderQuantity(move: CapacityMove): Markup {
  const { title, from, to, before, after, difference } = move;
  const whole = Math.max(from, to);
  const bars =
    difference === null
      ? NOTHING
      : html`<div class="pair"><div>${renderBar([{ tone: 'calm', amount: from }], whole, null)}</div><div>${renderBar([{ tone: 'act', amount: to }], whole, null)}</div></div>`;
  return html`<tr><th scope="row">${title}${bars}</th><td class="num">${before}</td><td class="num">${after}</td><td class="num">${renderDifference(move)}</td></tr>`;
}

/** `+10 (+27%)`, or a word for no difference. */
function renderDifference({ from, to, difference }: CapacityMove): Markup {
  if (difference === null) return html`<span class="quiet">none</span>`;
  const sign = difference.direction === 'up' ? '+' : '−';
  const percent = Math.round((Math.abs(to - from) / from) * 100);
  const share = from === 0 ? null : html` <span class="quiet">(${sign}${formatNumber(percent)}%)</span>`;
  return html`<b>${sign}${difference.amount}</b>${share}`;
}

/** Longer figures are no figures any more: the list of pipes has everything. */
const MOST_ROWS = 8;

const FIELD_CAPTIONS = {
  plan: 'Fields that change, by number of pipes',
  drift: 'Fields that differ, by number of pipes',
  run: 'Fields that were to change, by number of pipes',
} as const;

/** Which fields change most, by origin, when more than one field of more than one pipe does. */
export function renderFieldFigure(report: Report): Markup {
  const changes = countedPipes(report).flatMap((pipe) => pipe.changes);
  const fields = [...countFields(changes)].sort(([, a], [, b]) => b.total - a.total);
  const most = fields[0]?.[1].total ?? 0;
  if (fields.length < 2 || most < 2) return NOTHING;
  const rest = fields.length - MOST_ROWS;
  return html`<figure class="ranking">
<table>
<caption>${FIELD_CAPTIONS[report.kind]}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Pipes</th></tr></thead>
<tbody>${fields
    .slice(0, MOST_ROWS)
    .map(
      ([path, { total, parts }]) =>
        html`<tr><th scope="row"><code class="field">${field(path)}</code></th><td><div class="with-bar"><span class="num">${formatNumber(total)}</span><div>${renderBar(parts, most, null)}</div></div></td></tr>`,
    )}</tbody>
</table>
<figcaption class="quiet">${rest > 0 ? `And ${count(rest, 'more field')}. ` : ''}${originsIn(changes).map(
    (origin) => html`<span class="origin t-${ORIGIN_STYLES[origin].tone}">${origin}</span> `,
  )}</figcaption>
</figure>`;
}

interface FieldCount {
  readonly total: number;
  readonly parts: readonly BarPart[];
}

function countFields(changes: readonly Change[]): ReadonlyMap<FieldPath, FieldCount> {
  const byField = new Map<FieldPath, Map<Origin | null, number>>();
  for (const { path, origin } of changes) {
    const origins = byField.get(path) ?? new Map<Origin | null, number>();
    byField.set(path, origins.set(origin, (origins.get(origin) ?? 0) + 1));
  }
  return new Map(
    [...byField].map(([path, origins]) => {
      const parts = [null, ...ORIGINS].map((origin) => ({
        tone: origin === null ? ('act' as const) : ORIGIN_STYLES[origin].tone,
        amount: origins.get(origin) ?? 0,
      }));
      return [path, { total: parts.reduce((sum, { amount }) => sum + amount, 0), parts }];
    }),
  );
}

interface ReplicaMove {
  readonly pipe: ReportPipe;
  readonly change: Change;
  readonly before: number;
  readonly after: number;
}

/** The pipes whose replicas move furthest, when more than one's do. */
export function renderReplicaFigure(report: Report): Markup {
  const moves = countedPipes(report)
    .flatMap(findReplicaMove)
    .sort((a, b) => distance(b) - distance(a));
  if (moves.length < 2) return NOTHING;
  const shown = moves.slice(0, MOST_ROWS);
  const whole = Math.max(...shown.flatMap(({ before, after }) => [before, after]));
  const isDrift = report.kind === 'drift';
  const caption = isDrift ? 'Biggest differences in replicas' : 'Biggest moves of replicas';
  return html`<figure class="ranking">
<table>
<caption>${caption}</caption>
<thead><tr><th scope="col">Pipe</th><th scope="col">Replicas</th></tr></thead>
<tbody>${shown.map(
    ({ pipe, change, before, after }) =>
      html`<tr><th scope="row">${name(pipe.name)}</th><td><div class="with-bar${isDrift ? ' stacked' : null}"><span class="num">${isDrift ? formatDifference(change) : `${formatNumber(before)} → ${formatNumber(after)}`}</span><div>${renderTrack(before, after, whole)}</div></div></td></tr>`,
  )}</tbody>
</table>
${moves.length > MOST_ROWS ? html`<figcaption class="quiet">And ${count(moves.length - MOST_ROWS, 'more pipe')}.</figcaption>` : null}
</figure>`;
}

function findReplicaMove(pipe: ReportPipe): readonly ReplicaMove[] {
  const change = pipe.changes.find(({ path }) => path === 'scaling.replicas');
  if (typeof change?.before !== 'number' || typeof change.after !== 'number') return [];
  return [{ pipe, change, before: change.before, after: change.after }];
}

/** By how many times, so that 1 to 4 goes before 20 to 24. */
function distance({ before, after }: ReplicaMove): number {
  return Math.max(before, after) / Math.max(1, Math.min(before, after));
}

interface OutcomeLook {
  readonly words: string;
  readonly tone: Tone;
}

export const OUTCOMES: Readonly<Record<RequestOutcome, OutcomeLook>> = {
  accepted: { words: 'accepted', tone: 'good' },
  found: { words: 'answer lost, values found by a read', tone: 'good' },
  rejected: { words: 'rejected', tone: 'bad' },
  unknown: { words: 'answer lost, effect unknown', tone: 'warn' },
  'not-sent': { words: 'not sent', tone: 'calm' },
};

/** The outcomes of the requests of a run, with bars; empty where all have the same outcome. */
export function renderRequestFigures(run: Run): readonly Markup[] {
  const { update, rollback } = sortRequests(run);
  return [
    renderRequestFigure('Planned update requests', update),
    renderRequestFigure('Requests to roll back', rollback),
  ];
}

function renderRequestFigure(caption: string, records: readonly RequestRecord[]): Markup {
  const counts = (Object.keys(OUTCOMES) as RequestOutcome[])
    .map((outcome) => ({ outcome, amount: records.filter((record) => record.outcome === outcome).length }))
    .filter(({ amount }) => amount > 0);
  if (counts.length < 2) return NOTHING;
  return html`<figure class="ranking">
<table>
<caption>${caption}</caption>
<thead><tr><th scope="col">Outcome</th><th scope="col">Requests</th></tr></thead>
<tbody>${counts.map(
    ({ outcome, amount }) =>
      html`<tr><th scope="row">${OUTCOMES[outcome].words}</th><td><div class="with-bar"><span class="num">${formatNumber(amount)}</span><div>${renderBar([{ tone: OUTCOMES[outcome].tone, amount }], records.length, null)}</div></div></td></tr>`,
  )}</tbody>
</table>
<figcaption class="quiet">${count(records.length, 'request')}, sent ${count(countAttempts(records), 'time')} in all.</figcaption>
</figure>`;
}

/** Width between two values and height between the lowest and the highest, in pixels, within an edge for the stroke. */
const WIDTH = 116;
const HEIGHT = 22;
const EDGE = 3;

/** A series as a line with its last value marked, and the same in words; a gap is a gap. Nothing of fewer than two values. */
export function renderSparkline(values: readonly (number | null)[]): Markup {
  const known = values.flatMap((value) => (value === null ? [] : [value]));
  if (known.length < 2) return NOTHING;
  const step = WIDTH / (values.length - 1);
  const points = scaleSeries(values).map((height, index) =>
    height === null ? null : { x: round(EDGE + index * step), y: round(EDGE + (1 - height) * HEIGHT) },
  );
  const path = points.map((point, index) => {
    if (point === null) return '';
    // A value between two gaps is a line of no length, which round ends show as a dot.
    const isStart = index === 0 || points[index - 1] === null;
    return isStart ? `M${point.x} ${point.y}h0` : `L${point.x} ${point.y}`;
  });
  const last = points.findLast((point) => point !== null);
  const dot = last === undefined || last === null ? null : html`<circle cx="${last.x}" cy="${last.y}" r="2.6"/>`;
  const [width, height] = [WIDTH + 2 * EDGE, HEIGHT + 2 * EDGE];
  return html`<svg class="spark" role="img" aria-label="${describe(values, known)}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><path d="${path.join('')}"/>${dot}</svg>`;
}

/** `10 values from 3,100 to 12,400, the last one 12,400; 2 without a value`. */
function describe(values: readonly (number | null)[], known: readonly number[]): string {
  const lowest = known.reduce((low, value) => Math.min(low, value));
  const highest = known.reduce((high, value) => Math.max(high, value));
  const range = `${count(known.length, 'value')} from ${formatMeasured(lowest)} to ${formatMeasured(highest)}`;
  const gaps = values.length - known.length;
  const without = gaps === 0 ? '' : `; ${count(gaps, 'measurement')} without a value`;
  return `${range}, the last one ${formatMeasured(known.at(-1) ?? lowest)}${without}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
