import { listWords } from '../../model/list-words.ts';
import { formatNumber } from '../../model/number.ts';
import type { Report } from '../../model/report.ts';
import { count } from '../view-model/count.ts';
import { countStatuses } from '../view-model/status-look.ts';
import { renderBar } from './bars.ts';
import { html, type Markup, NOTHING } from './markup.ts';

/** The pipes of the report by status: the numbers, under one bar for all of them unless they are all alike. */
export function renderFleetBar(report: Report): Markup {
  const counts = countStatuses(report);
  const total = counts.reduce((sum, { pipes }) => sum + pipes, 0);
  if (total === 0) return NOTHING;
  const words = counts.map(({ look, pipes }) => `${formatNumber(pipes)} ${look.words}`);
  const parts = counts.map(({ look, pipes }) => ({ tone: look.tone, amount: pipes }));
  const bar =
    counts.length < 2
      ? null
      : html`<div class="fleet-bar">${renderBar(parts, total, `Of ${count(total, 'pipe')}: ${listWords(words)}.`)}</div>\n`;
  return html`<figure class="fleet">
${bar}<figcaption><ul class="counts">${counts.map(
    ({ look, pipes }) =>
      html`<li class="t-${look.tone}"><span class="sign" aria-hidden="true">${look.symbol}</span><b>${formatNumber(pipes)}</b> ${look.words}</li>`,
  )}</ul></figcaption>
</figure>`;
}
