import { becomesUnknown, type Capacity, type CapacityTotals, isRefusedAsWhole, type Plan } from '../../model/plan.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import { count } from '../count.ts';
import { renderBar } from './bars.ts';
import { html, type Markup, NOTHING } from './markup.ts';
import { number } from './phrases.ts';

const QUANTITIES: readonly { readonly key: keyof CapacityTotals; readonly title: string; readonly unit: string }[] = [
  { key: 'replicas', title: 'Replicas', unit: '' },
  { key: 'cpuMillicores', title: 'CPU', unit: 'm' },
  { key: 'memoryGb', title: 'Memory', unit: ' GB' },
];

/** What all pipes together may use, before and after; nothing for a run, which does not weigh it, or when none is known. */
export function renderCapacity(report: Report): Markup {
  if (report.kind === 'run' || isEmpty(report.capacity)) return NOTHING;
  const [before, after] = report.kind === 'drift' ? ['Live', 'Declared'] : ['Now', afterTitle(report)];
  return html`<figure class="capacity">
<table>
<caption>Capacity of the pipes that could be read</caption>
<thead><tr><th scope="col">Quantity</th><th scope="col" class="num">${before}</th><th scope="col" class="num">${after}</th><th scope="col" class="num">Difference</th></tr></thead>
<tbody>${QUANTITIES.map((quantity) => renderQuantity(report.capacity, quantity))}</tbody>
</table>
${renderUnknown(report.pipes)}
</figure>`;
}

function renderQuantity({ before, after }: Capacity, { key, title, unit }: (typeof QUANTITIES)[number]): Markup {
  const [from, to] = [before[key], after[key]];
  const whole = Math.max(from, to);
  const bars =
    whole === 0
      ? NOTHING
      : html`<div class="pair"><div>${renderBar([{ tone: 'calm', amount: from }], whole, null)}</div><div>${renderBar([{ tone: 'act', amount: to }], whole, null)}</div></div>`;
  return html`<tr><th scope="row">${title}${bars}</th><td class="num">${number(from)}${unit}</td><td class="num">${number(to)}${unit}</td><td class="num">${tellDifference(from, to, unit)}</td></tr>`;
}

/** `+10 (+27%)`, or a word for no difference. */
function tellDifference(from: number, to: number, unit: string): Markup {
  if (from === to) return html`<span class="quiet">none</span>`;
  const sign = to > from ? '+' : '−';
  const share =
    from === 0
      ? null
      : html` <span class="quiet">(${sign}${((Math.abs(to - from) / from) * 100).toLocaleString('en-US', { maximumFractionDigits: 0 })}%)</span>`;
  return html`<b>${sign}${number(Math.abs(to - from))}${unit}</b>${share}`;
}

function renderUnknown(pipes: readonly ReportPipe[]): Markup {
  const unknown = pipes.filter(
    ({ status, changes }) => (status === 'update' || status === 'drifted') && changes.some(becomesUnknown),
  ).length;
  if (unknown === 0) return NOTHING;
  return html`<figcaption class="quiet">Without ${count(unknown, 'pipe')} that the service gives its default size.</figcaption>`;
}

function afterTitle(plan: Plan): string {
  return isRefusedAsWhole(plan) ? 'If applied' : 'After apply';
}

function isEmpty({ before, after }: Capacity): boolean {
  return QUANTITIES.every(({ key }) => before[key] === 0 && after[key] === 0);
}
