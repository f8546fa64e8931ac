import type { Change } from '../../model/plan.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import { sayDifference, shortFieldName } from '../view-model/change-words.ts';
import { count } from '../view-model/count.ts';
import { formatFieldValue } from '../view-model/field-value.ts';
import { originsIn } from '../view-model/origin-words.ts';
import { sayRecommendation } from '../view-model/recommendation-words.ts';
import type { StatusLook } from '../view-model/status-look.ts';
import { renderAcknowledged, renderChanges } from './change-table.ts';
import { html, type Markup } from './markup.ts';
import { badge, fact, field, findable, name, place, sentence } from './phrases.ts';
import { renderProblems } from './problems.ts';
import { renderRequests } from './request-list.ts';

/** How many changes the closed card tells, and how much of a sentence. */
const GLIMPSES = 2;
const LONGEST_GLIMPSE = 120;

const LONGEST_ARITHMETIC = 600;

/** One pipe with everything that the report says of it, folded under its name. */
export function renderPipeCard(
  pipe: ReportPipe,
  look: StatusLook,
  { kind, api }: Pick<Report, 'kind' | 'api'>,
  fold: 'open' | 'closed',
): Markup {
  const { service, serviceId, id, liveName, source, state, requestId, location } = pipe;
  return html`<details class="pipe t-${look.tone}" data-pipe="${look.status}" data-origins="${originsIn(pipe.changes).join(' ')}"${fold === 'open' ? html` open` : null}>
<summary><h4>${badge(look.tone, look.symbol, look.words)} <span class="name"><span class="quiet">${findable(service)}/</span>${findable(pipe.name)}</span></h4><p class="glimpse">${renderGlimpse(pipe, kind)}</p></summary>
<div class="body">
<dl class="facts small">${[
    fact('Live name', liveName === null || liveName === pipe.name ? null : findable(liveName)),
    fact('Kind', source === null ? null : name(source)),
    fact('State', state === null ? null : name(state)),
    fact('Pipe', html`<code>${findable(id)}</code>`),
    fact('Failed request', requestId === null ? null : html`<code>${name(requestId)}</code>`),
    fact('Service', html`<code>${findable(serviceId)}</code>`),
    fact('Declared at', place(location)),
  ]}</dl>
${renderProblems(pipe.diagnostics)}${renderChanges(pipe.changes, kind)}${renderRecommendation(pipe)}${renderAcknowledged(pipe.acknowledged, kind)}${renderRequests(pipe, api)}
</div>
</details>
`;
}

/** The arithmetic behind the replicas, when a target asked for them. */
function renderRecommendation(pipe: ReportPipe): Markup | null {
  const words = sayRecommendation(pipe, '→');
  return words === null ? null : html`<p class="arithmetic">${sentence(words, LONGEST_ARITHMETIC)}</p>`;
}

/** What a closed card says: the first changes, else the first problem. */
function renderGlimpse({ changes, acknowledged, diagnostics }: ReportPipe, kind: Report['kind']): Markup {
  const [problem] = diagnostics;
  if (changes.length === 0) {
    const words =
      problem?.summary ?? (acknowledged.length > 0 ? `${count(acknowledged.length, 'difference')} acknowledged` : '');
    return sentence(words, LONGEST_GLIMPSE);
  }
  const parts = changes.slice(0, GLIMPSES).map((change) => {
    return html`<span><code class="field">${field(shortFieldName(change))}</code> ${renderShort(change, kind)}</span> `;
  });
  const more = changes.length - GLIMPSES;
  return html`${parts}${more > 0 ? html`<span class="quiet">and ${more} more</span>` : null}`;
}

function renderShort(change: Change, kind: Report['kind']): Markup {
  if (kind === 'drift') return html`${sayDifference(change)}`;
  const { path, before, after } = change;
  return html`${formatFieldValue(path, before)} → <b>${formatFieldValue(path, after)}</b>`;
}
