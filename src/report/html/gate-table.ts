import type { GateRecord } from '../../model/rollout.ts';
import { lookOfVerdict } from '../view-model/check-look.ts';
import { count } from '../view-model/count.ts';
import { sayCounts, sayMoment, sayValue, sortGates } from '../view-model/rollout-words.ts';
import { html, type Markup, NOTHING } from './markup.ts';
import { badge, name, sentence } from './phrases.ts';
import { renderSparkline } from './sparkline-figure.ts';

/** Checks of pipes guard each pipe on its own: a fleet may have thousands. */
const MOST_GATES = 100;
const LONGEST_REASON = 400;

/** What each check came to, closed gates first; nothing when no check guarded. */
export function renderGates(gates: readonly GateRecord[]): Markup {
  if (gates.length === 0) return NOTHING;
  const shown = sortGates(gates).slice(0, MOST_GATES);
  const more = gates.length - shown.length;
  return html`<table class="gates">
<caption>Health checks</caption>
<thead><tr><th scope="col">Check</th><th scope="col">Verdict</th><th scope="col">Measured</th></tr></thead>
<tbody>${shown.map(renderGate)}</tbody>
</table>
${more > 0 ? html`<p class="quiet">And ${count(more, 'more check')}; the JSON document has all.</p>` : null}`;
}

function renderGate(gate: GateRecord): Markup {
  const { tone, mark, word } = lookOfVerdict(gate.last.verdict);
  const value = sayValue(gate.last);
  const shown = value === null ? null : html` <span class="value">${name(value)}</span>`;
  const closed = gate.gate === 'closed' ? html`<span class="remark">did not let updates go on</span>` : null;
  return html`<tr class="t-${tone}"><th scope="row"><b>${name(gate.name)}</b><span class="remark">${name(sayMoment(gate))}</span></th><td>${badge(tone, mark, word)}${shown}${closed}</td><td>${renderSparkline(gate.values)}<span class="remark">${sayCounts(gate.counts)}</span><p class="why">${sentence(gate.last.reason, LONGEST_REASON)}</p></td></tr>
`;
}
