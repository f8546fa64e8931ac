import { formatNumber } from '../../model/number.ts';
import { isRefusedAsWhole } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import { type CapacityMove, countUnknownSizes, listCapacityMoves } from '../view-model/capacity-moves.ts';
import { count } from '../view-model/count.ts';
import { renderBar } from './bars.ts';
import { html, type Markup, NOTHING } from './markup.ts';

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
<tbody>${moves.map(renderMove)}</tbody>
</table>
${unknown === 0 ? null : html`<figcaption class="quiet">Without ${count(unknown, 'pipe')} that the service gives its default size.</figcaption>`}
</figure>`;
}

function titlesOf(report: Exclude<Report, { readonly kind: 'run' }>): readonly [string, string] {
  if (report.kind === 'drift') return ['Live', 'Declared'];
  return ['Now', isRefusedAsWhole(report) ? 'If applied' : 'After apply'];
}

function renderMove(move: CapacityMove): Markup {
  const { title, from, to, before, after, difference } = move;
  const whole = Math.max(from, to);
  const bars =
    difference === null
      ? NOTHING
      : html`<div class="pair"><div>${renderBar([{ tone: 'calm', amount: from }], whole, null)}</div><div>${renderBar([{ tone: 'act', amount: to }], whole, null)}</div></div>`;
  return html`<tr><th scope="row">${title}${bars}</th><td class="num">${before}</td><td class="num">${after}</td><td class="num">${tellDifference(move)}</td></tr>`;
}

/** `+10 (+27%)`, or a word for no difference. */
function tellDifference({ from, to, difference }: CapacityMove): Markup {
  if (difference === null) return html`<span class="quiet">none</span>`;
  const sign = difference.direction === 'up' ? '+' : '−';
  const percent = Math.round((Math.abs(to - from) / from) * 100);
  const share = from === 0 ? null : html` <span class="quiet">(${sign}${formatNumber(percent)}%)</span>`;
  return html`<b>${sign}${difference.amount}</b>${share}`;
}
