import { formatNumber } from '../../model/number.ts';
import type { Change } from '../../model/plan.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import { formatDifference, formatFieldValue, ORIGIN_STYLES, originsIn, shortFieldName } from '../view-model/change.ts';
import { count } from '../view-model/count.ts';
import { describeRecommendation } from '../view-model/recommendation.ts';
import { countStatuses, isNotAttempted, type StatusCount, type StatusStyle } from '../view-model/status.ts';
import { fact, field, findable, html, type Markup, NOTHING, name, place, sentence, statusBadge } from './markup.ts';
import { renderAcknowledged, renderChanges, renderRequests } from './pipe-tables.ts';
import { renderProblems } from './sections.ts';

/** Up to this many pipes are shown unfolded: a reviewer wants to read them all. */
const MOST_OPEN = 12;

/** All pipes of the report by status, with the controls that narrow the list. */
export function renderPipeSection(report: Report): Markup {
  const statuses = countStatuses(report);
  return html`<section aria-labelledby="pipes">
<h2 id="pipes" tabindex="-1">Pipes</h2>
${report.pipes.length === 0 ? html`<p class="quiet">This report has no pipes.</p>` : renderControls(report, statuses)}
${renderOriginLegend(report)}
${renderGroups(report, statuses)}
<p id="no-match" class="quiet" hidden>No pipe matches.</p>
</section>`;
}

/** Hidden until the script that makes them work has run. */
function renderControls(report: Report, statuses: readonly StatusCount[]): Markup {
  const origins = originsIn(report.pipes.flatMap(({ changes }) => changes));
  return html`<div id="controls" class="controls" role="search" aria-label="Narrow the list of pipes" hidden>
<div class="search"><label for="search">Search name, id, service, field or value</label>
<input id="search" type="search" autocomplete="off" spellcheck="false"></div>
${renderChoices(
  'Status',
  'status',
  statuses.map(({ style, pipes }) => ({
    value: style.status,
    label: style.title,
    tone: style.tone,
    pipes,
  })),
)}${renderChoices(
  'Origin',
  'origin',
  origins.map((origin) => ({ value: origin, label: origin, tone: ORIGIN_STYLES[origin].tone, pipes: null })),
)}
<p class="outcome-line"><span id="matches" role="status" aria-live="polite">${count(report.pipes.length, 'pipe')}</span>
<button type="button" id="reset" hidden>Show all</button>
<button type="button" id="unfold">Open all</button>
<button type="button" id="fold">Close all</button></p>
</div>`;
}

interface FilterChoice {
  readonly value: string;
  readonly label: string;
  readonly tone: string;
  readonly pipes: number | null;
}

function renderChoices(legend: string, group: string, choices: readonly FilterChoice[]): Markup {
  if (choices.length < 2) return NOTHING;
  return html`<fieldset><legend>${legend}</legend>${choices.map(
    ({ value, label, tone, pipes }) =>
      html`<label class="chip t-${tone}"><input type="checkbox" data-filter="${group}" value="${value}"> ${label}${pipes === null ? null : html` <span class="count">${formatNumber(pipes)}</span>`}</label>`,
  )}</fieldset>`;
}

function renderOriginLegend({ base, pipes }: Report): Markup {
  const origins = originsIn(pipes.flatMap(({ changes }) => changes));
  if (base === null || origins.length === 0) return NOTHING;
  return html`<details class="legend"><summary>What the origins mean</summary><dl>${origins.map(
    (origin) =>
      html`<div><dt><span class="origin t-${ORIGIN_STYLES[origin].tone}"><b>${origin}</b> ${ORIGIN_STYLES[origin].short}</span></dt><dd>${ORIGIN_STYLES[origin].meaning}</dd></div>`,
  )}</dl></details>`;
}

function renderGroups(report: Report, statuses: readonly StatusCount[]): readonly Markup[] {
  const byStatus = new Map<string, ReportPipe[]>(statuses.map(({ style }) => [style.status, []]));
  for (const pipe of report.pipes) byStatus.get(pipe.status)?.push(pipe);
  const groups = statuses.map(({ style }) => {
    const pipes = byStatus.get(style.status) ?? [];
    return {
      style,
      cards: pipes.filter((pipe) => isCard(pipe, style)),
      names: pipes.filter((pipe) => !isCard(pipe, style)),
    };
  });
  const cards = groups.reduce((sum, group) => sum + group.cards.length, 0);
  const fold = cards <= MOST_OPEN ? 'open' : 'closed';
  return groups.map(
    ({
      style,
      cards,
      names,
    }) => html`<section class="group" data-group="${style.status}" aria-labelledby="group-${style.status}">
<h3 id="group-${style.status}">${style.title} <span class="count">${formatNumber(cards.length + names.length)}</span></h3>
${cards.map((pipe) => renderPipeCard(pipe, style, report, fold))}${renderNames(names, style)}
</section>
`,
  );
}

/** A pipe that is as it should be is a name in a list, unless something is to be said about it. */
function isCard(pipe: ReportPipe, style: StatusStyle): boolean {
  if (isNotAttempted(pipe)) return false;
  return style.listing === 'cards' || pipe.diagnostics.length + pipe.acknowledged.length + pipe.changes.length > 0;
}

function renderNames(pipes: readonly ReportPipe[], style: StatusStyle): Markup {
  if (pipes.length === 0) return NOTHING;
  return html`<details class="names"><summary>${count(pipes.length, 'pipe')} ${style.label}</summary>
<ul>${pipes.map(
    (
      pipe,
    ) => html`<li data-pipe="${style.status}"><span class="name"><span class="quiet">${findable(pipe.service)}/</span>${findable(pipe.name)}</span>${renderHold(pipe)} <code>${findable(pipe.id)}</code></li>
`,
  )}</ul></details>`;
}

/** A target that asks for what is live leaves the pipe unchanged, and the arithmetic says why. */
function renderHold(pipe: ReportPipe): Markup | null {
  const words = describeRecommendation(pipe, '→');
  return words === null ? null : html` <span class="arithmetic">${words}</span>`;
}

/** How many changes a closed card shows, and how much of a sentence. */
const GLIMPSES = 2;
const LONGEST_GLIMPSE = 120;

const LONGEST_ARITHMETIC = 600;

/** One pipe with everything that the report says of it, folded under its name. */
function renderPipeCard(
  pipe: ReportPipe,
  style: StatusStyle,
  { kind, api }: Pick<Report, 'kind' | 'api'>,
  fold: 'open' | 'closed',
): Markup {
  const { service, serviceId, id, liveName, source, state, requestId, location } = pipe;
  return html`<details class="pipe t-${style.tone}" data-pipe="${style.status}" data-origins="${originsIn(pipe.changes).join(' ')}"${fold === 'open' ? html` open` : null}>
<summary><h4>${statusBadge(style)} <span class="name"><span class="quiet">${findable(service)}/</span>${findable(pipe.name)}</span></h4><p class="glimpse">${renderGlimpse(pipe, kind)}</p></summary>
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
  const words = describeRecommendation(pipe, '→');
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
  if (kind === 'drift') return html`${formatDifference(change)}`;
  const { path, before, after } = change;
  return html`${formatFieldValue(path, before)} → <b>${formatFieldValue(path, after)}</b>`;
}
