import type { Report } from '../../model/report.ts';
import { count, listWords } from '../count.ts';
import { countStatuses } from '../status-look.ts';
import { renderBar } from './bars.ts';
import { html, type Markup, NOTHING } from './markup.ts';
import { number } from './phrases.ts';

/** The pipes of the report by status: one bar for all of them, and the numbers under it. */
export function renderFleetBar(report: Report): Markup {
  const counts = countStatuses(report);
  const total = counts.reduce((sum, { pipes }) => sum + pipes, 0);
  if (total === 0) return NOTHING;
  const words = counts.map(({ look, pipes }) => `${number(pipes)} ${look.words}`);
  const parts = counts.map(({ look, pipes }) => ({ tone: look.tone, amount: pipes }));
  return html`<figure class="fleet">
<div class="fleet-bar">${renderBar(parts, total, `Of ${count(total, 'pipe')}: ${listWords(words)}.`)}</div>
<figcaption><ul class="counts">${counts.map(
    ({ look, pipes }) =>
      html`<li class="t-${look.tone}"><span class="sign" aria-hidden="true">${look.symbol}</span><b>${number(pipes)}</b> ${look.words}</li>`,
  )}</ul></figcaption>
</figure>`;
}
