import { formatNumber } from '../../model/number.ts';
import type { RequestOutcome, RequestRecord, Run } from '../../model/run.ts';
import { count } from '../view-model/count.ts';
import { countAttempts, sortRequests } from '../view-model/sent-requests.ts';
import type { Tone } from '../view-model/status-look.ts';
import { renderBar } from './bars.ts';
import { html, type Markup, NOTHING } from './markup.ts';

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

/** What became of the requests of a run: one bar each, and the numbers; none of those that all fared alike. */
export function renderRequestFigures(run: Run): readonly Markup[] {
  const { update, rollback } = sortRequests(run);
  return [renderFigure('Planned update requests', update), renderFigure('Requests to roll back', rollback)];
}

function renderFigure(caption: string, records: readonly RequestRecord[]): Markup {
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
