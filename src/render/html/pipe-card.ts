import type { Report, ReportPipe } from '../../model/report.ts';
import { count } from '../count.ts';
import { cutText } from '../cut-text.ts';
import { formatFieldValue } from '../field-value.ts';
import { originsOf } from '../origin-words.ts';
import type { StatusLook } from '../status-look.ts';
import { renderAcknowledged, renderChanges } from './change-table.ts';
import { html, type Markup } from './markup.ts';
import { badge, fact, findable, name, place } from './phrases.ts';
import { renderProblems } from './problems.ts';
import { renderRequests } from './request-list.ts';

/** How many changes the closed card tells, and how much of a sentence. */
const GLIMPSES = 2;
const LONGEST_GLIMPSE = 120;

/** One pipe with everything that the report says of it, folded under its name. */
export function renderPipeCard(
  pipe: ReportPipe,
  look: StatusLook,
  kind: Report['kind'],
  fold: 'open' | 'closed',
): Markup {
  const { service, serviceId, id, liveName, source, state, location } = pipe;
  return html`<details class="pipe t-${look.tone}" data-pipe="${look.status}" data-origins="${originsOf(pipe).join(' ')}"${fold === 'open' ? html` open` : null}>
<summary><h4>${badge(look.tone, look.symbol, look.words)} <span class="name"><span class="quiet">${findable(service)}/</span>${findable(pipe.name)}</span></h4><p class="glimpse">${renderGlimpse(pipe)}</p></summary>
<div class="body">
<dl class="facts small">${[
    fact('Live name', liveName === null || liveName === pipe.name ? null : findable(liveName)),
    fact('Kind', source === null ? null : name(source)),
    fact('State', state === null ? null : name(state)),
    fact('Pipe', html`<code>${findable(id)}</code>`),
    fact('Service', html`<code>${findable(serviceId)}</code>`),
    fact('Declared at', place(location)),
  ]}</dl>
${renderProblems(pipe.diagnostics)}${renderChanges(pipe.changes, kind)}${renderAcknowledged(pipe.acknowledged, kind)}${renderRequests(pipe)}
</div>
</details>
`;
}

/** What a closed card says: the first changes, else the first problem. */
function renderGlimpse({ changes, acknowledged, diagnostics }: ReportPipe): Markup {
  const [problem] = diagnostics;
  if (changes.length === 0) {
    const words =
      problem?.summary ?? (acknowledged.length > 0 ? `${count(acknowledged.length, 'difference')} acknowledged` : '');
    return html`<bdi>${cutText(words, LONGEST_GLIMPSE)}</bdi>`;
  }
  const parts = changes.slice(0, GLIMPSES).map(({ path, before, after }) => {
    const key = cutText(path.slice(path.indexOf('.') + 1), LONGEST_GLIMPSE);
    return html`<span><code>${key}</code> ${formatFieldValue(path, before)} → <b>${formatFieldValue(path, after)}</b></span> `;
  });
  const more = changes.length - GLIMPSES;
  return html`${parts}${more > 0 ? html`<span class="quiet">and ${more} more</span>` : null}`;
}
