import type { RequestOutcome, Run } from '../../model/run.ts';
import { count } from '../count.ts';
import { formatNumber } from '../number.ts';
import type { Tone } from '../status-look.ts';
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

/** What became of the planned requests of a run: one bar, and the numbers. Nothing when all fared alike. */
export function renderRequestFigure(run: Run): Markup {
  const records = run.pipes.flatMap(({ requests }) => requests);
  const counts = (Object.keys(OUTCOMES) as RequestOutcome[])
    .map((outcome) => ({ outcome, amount: records.filter((record) => record.outcome === outcome).length }))
    .filter(({ amount }) => amount > 0);
  if (counts.length < 2) return NOTHING;
  return html`<figure class="ranking">
<table>
<caption>Planned update requests</caption>
<thead><tr><th scope="col">Outcome</th><th scope="col">Requests</th></tr></thead>
<tbody>${counts.map(
    ({ outcome, amount }) =>
      html`<tr><th scope="row">${OUTCOMES[outcome].words}</th><td><div class="with-bar"><span class="num">${formatNumber(amount)}</span><div>${renderBar([{ tone: OUTCOMES[outcome].tone, amount }], records.length, null)}</div></div></td></tr>`,
  )}</tbody>
</table>
<figcaption class="quiet">${count(records.length, 'request')}, sent ${count(run.summary.requests, 'time')} in all.</figcaption>
</figure>`;
}
