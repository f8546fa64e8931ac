import type { CheckFinding, DefinitionChange } from '../../model/check.ts';
import type { Report } from '../../model/report.ts';
import { count } from '../view-model/count.ts';
import { FINDING_HELP, listTroubled, sayDefinitionValue } from '../view-model/finding-words.ts';
import { html, type Markup, NOTHING } from './markup.ts';
import { badge, name, place, sentence } from './phrases.ts';

const MOST_FINDINGS = 50;
const LONGEST_REASON = 600;

/** The alerts whose definition is declared, those that ask for a person in full; nothing when none is declared. */
export function renderFindingSection(report: Report): Markup {
  if (report.kind === 'run' || report.checks.length === 0) return NOTHING;
  const { checks } = report;
  const telling = listTroubled(checks);
  const more = telling.length - MOST_FINDINGS;
  const same = checks.length - telling.length;
  const list =
    telling.length === 0
      ? null
      : html`<ul class="problems">${telling.slice(0, MOST_FINDINGS).map(renderFinding)}${more > 0 ? html`<li class="quiet">And ${count(more, 'more alert')}; the JSON document has all.</li>` : null}</ul>`;
  return html`<section class="sheet" aria-labelledby="alerts">
<h2 id="alerts">Alerts</h2>
${list}
${same === 0 ? null : html`<p class="quiet declared">${count(same, 'alert is', 'alerts are')} as declared.</p>`}
</section>
`;
}

function renderFinding(finding: CheckFinding): Markup {
  const { alert, status, changes, reason, location } = finding;
  const tone = status === 'error' ? 'bad' : 'warn';
  const mark = status === 'error' ? badge('bad', '!', 'could not be read') : badge('warn', '≠', 'drifted');
  const why = reason === null ? null : html`<p class="detail">${sentence(reason, LONGEST_REASON)}</p>`;
  const help =
    status === 'drifted'
      ? html`<p class="hint"><b>What to do:</b> ${sentence(FINDING_HELP, LONGEST_REASON)}</p>`
      : null;
  return html`<li class="problem t-${tone}">
<p class="summary">${mark} ${name(finding.name)}</p>
${why}${renderChanges(changes)}${help}
<p class="source">alert <code>${name(alert)}</code> ${place(location)}</p>
</li>`;
}

function renderChanges(changes: readonly DefinitionChange[]): Markup {
  if (changes.length === 0) return NOTHING;
  return html`<dl class="facts small">${changes.map(
    ({ path, before, after }) =>
      html`<div><dt><code>${path}</code></dt><dd>live <span class="value">${sayDefinitionValue(before)}</span>, declared <b class="value">${sayDefinitionValue(after)}</b></dd></div>`,
  )}</dl>`;
}
