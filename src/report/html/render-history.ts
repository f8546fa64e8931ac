import type { HistoryReport } from '../../model/drift-history.ts';
import type { FieldPath } from '../../model/field/field.ts';
import { formatAge } from '../../model/field/units.ts';
import { count, formatNumber } from '../../model/number.ts';
import {
  DRIFT_ENDS,
  type DriftEnd,
  describeHistory,
  describePeriod,
  type HistoryWords,
  type PipeRow,
} from '../view-model/history.ts';
import { buildTimeline, type Timeline, type TimelineMark } from '../view-model/timeline.ts';
import HISTORY_STYLE from './history.css?raw';
import HISTORY_SCRIPT from './history-script.js?raw';
import { fact, html, type Markup, NOTHING, name, renderRest } from './markup.ts';
import { renderPage } from './page.ts';
import REPORT_STYLE from './report.css?raw';

/** Pipes with a row. */
const MAX_ROWS = 1_000;

/** Drifts of a pipe that are listed as text. */
const MAX_PERIODS = 5;

const MAX_FIELDS = 100;

/** Fields that are named for one drift. */
const MAX_NAMED = 4;

/**
 * The history as one self-contained HTML page: the numbers, and a timeline with a row for each pipe that drifted. The script
 * adds the search and what a pointer finds. Equal reports give equal bytes.
 */
export function renderHistoryHtml(report: HistoryReport): string {
  const words = describeHistory(report);
  const where = words.environments === '' ? '' : `, ${words.environments}`;
  const timeline = buildTimeline(report, MAX_ROWS);
  const places = new Map(report.fields.slice(0, MAX_FIELDS).map(({ path }, index) => [path, index]));
  return renderPage({
    title: html`Drift history${where}: ${words.headline}`,
    skip: html`<a class="skip" href="#pipes">Skip to the pipes</a>`,
    main: html`${renderSummary(words)}
${renderTimeline(timeline, words.pipes, places)}
${renderFields(report)}`,
    footer: NOTHING,
    style: `${REPORT_STYLE}\n${HISTORY_STYLE}`,
    script: HISTORY_SCRIPT,
  });
}

function renderSummary({ headline, variant, span, environments, facts }: HistoryWords): Markup {
  return html`<section class="verdict t-${variant}" aria-labelledby="verdict">
<p class="kind">Drift history${environments === '' ? null : html` · ${name(environments)}`}</p>
<h1 id="verdict">${headline}</h1>
${span === '' ? null : html`<p>${span}</p>`}
<dl class="facts">${facts.map(({ term, text }) => fact(term, text))}</dl>
</section>`;
}

type FieldPlaces = ReadonlyMap<FieldPath, number>;

function renderTimeline(timeline: Timeline | null, pipes: readonly PipeRow[], places: FieldPlaces): Markup {
  const heading = html`<h2 id="pipes" tabindex="-1">Pipes that drifted</h2>`;
  if (timeline === null || pipes.length === 0) {
    return html`<section aria-labelledby="pipes">${heading}<p class="quiet">No pipe drifted.</p></section>`;
  }
  const rows = timeline.rows.flatMap((marks, index) => {
    const pipe = pipes[index];
    return pipe === undefined ? [] : [renderRow(pipe, marks, timeline, places)];
  });
  const { fromMs, unitMs, length, joinedMs } = timeline;
  return html`<section aria-labelledby="pipes">
<div class="bar">${heading}<div id="controls" class="controls" hidden><input id="search" type="search" placeholder="Search pipes" aria-label="Search pipes" autocomplete="off" spellcheck="false"><p id="matches" role="status"></p></div></div>
${renderLegend(joinedMs)}
<div class="lanes" id="lanes" data-from="${fromMs}" data-unit="${unitMs}" data-length="${length}">
${renderCourse(timeline)}
${rows}</div>
${renderRest(pipes.length - rows.length, 'pipe', 'p')}<p id="no-match" class="quiet" hidden>No pipe matches.</p>
<p id="tip" hidden></p>
</section>`;
}

const ENDS = Object.keys(DRIFT_ENDS) as readonly DriftEnd[];

function renderLegend(joinedMs: number): Markup {
  const keys = ENDS.map((end) => {
    const { variant, words } = DRIFT_ENDS[end];
    return html`<li><svg aria-hidden="true" class="key" viewBox="0 0 1 1" preserveAspectRatio="none"><path class="f-${variant}" d="M0 0h1v1h-1z"/></svg> ${words}</li>`;
  });
  const joined =
    joinedMs === 0
      ? null
      : html`<li>Drifts of a pipe that begin in the same ${formatAge(joinedMs)} are drawn as one, as long as all of them.</li>`;
  return html`<ul class="legend">${keys}${joined}</ul>`;
}

/** How many pipes drifted in each slot, above the times of the lanes. */
function renderCourse({ course, slots, slot, ticks }: Timeline): Markup {
  const most = course.reduce((highest, value) => Math.max(highest, value), 0);
  const bars = course.map((value, index) => (value === 0 ? '' : `M${index} ${most}v-${value}h1v${value}z`)).join('');
  const label = `Pipes that drifted in each ${slot}: at most ${formatNumber(most)}.`;
  const marks = ticks.map(({ at, label: text }) => {
    const x = percent(at);
    // A label near the end would not fit.
    const shown = at > 0.92 ? null : html`<text x="${x}" y="16" dx="3">${text}</text>`;
    return html`<line x1="${x}" x2="${x}" y1="0" y2="5"/>${shown}`;
  });
  return html`<div class="head"><p>Pipes drifted in each ${slot}<br><span class="quiet">at most ${formatNumber(most)}</span></p>
<svg class="course" role="img" aria-label="${label}" viewBox="0 0 ${Math.round(slots * 1_000) / 1_000} ${most}" preserveAspectRatio="none"><path d="${bars}"/></svg>
<p class="sums">drifts, time drifted</p>
<svg class="ticks" aria-hidden="true" width="100%" height="20">${marks}</svg></div>`;
}

function renderRow(
  { name: pipe, environment, drifts, timeDrifted, end, pipe: { periods } }: PipeRow,
  marks: readonly TimelineMark[],
  { length }: Timeline,
  places: FieldPlaces,
): Markup {
  const paths = ENDS.flatMap((one) => {
    const own = marks.filter((mark) => mark.end === one);
    return own.length === 0 ? [] : [renderMarks(own, one, places)];
  });
  const open = end === 'open' ? html` <b class="t-bad">open</b>` : null;
  const listed = periods.slice(-MAX_PERIODS).toReversed();
  return html`<details class="lane"><summary><span class="who">${name(pipe)}${environment === '' ? null : html` <span class="quiet">${name(environment)}</span>`}</span><svg aria-hidden="true" viewBox="0 0 ${length} 1" preserveAspectRatio="none">${paths}</svg><span class="sums">${count(drifts, 'drift')}, ${timeDrifted}${open}</span></summary><ul>${listed.map(
    (period) => html`<li>${describePeriod(period)}: ${renderNames(period.fields)}</li>`,
  )}${renderRest(periods.length - listed.length, 'drift', 'li')}</ul></details>
`;
}

function renderNames(fields: readonly FieldPath[]): Markup {
  const more = fields.length - MAX_NAMED;
  const named = fields
    .slice(0, MAX_NAMED)
    .map((path, index) => html`${index === 0 ? null : ', '}<code>${name(path)}</code>`);
  return html`${named}${more > 0 ? ` and ${count(more, 'more field')}` : null}`;
}

/**
 * `data-about` has a word for each mark: `2` and `3.0` are fields by their place in the list, `3.0+5` has 5 more, `7x2` joins
 * 7 drifts.
 */
function renderMarks(marks: readonly TimelineMark[], end: DriftEnd, places: FieldPlaces): Markup {
  const path = marks.map(({ start, length }) => `M${start} 0h${length}v1h-${length}z`).join('');
  const about = marks.map(({ drifts, fields }) => {
    const known = fields.flatMap((field) => places.get(field) ?? []).slice(0, MAX_NAMED);
    const more = fields.length - known.length;
    return `${drifts === 1 ? '' : `${drifts}x`}${known.join('.')}${more > 0 ? `+${more}` : ''}`;
  });
  return html`<path class="f-${DRIFT_ENDS[end].variant}" data-words="${DRIFT_ENDS[end].words}" data-about="${about.join(' ')}" d="${path}"/>`;
}

function renderFields({ fields }: HistoryReport): Markup {
  if (fields.length === 0) return NOTHING;
  const most = fields[0]?.drifts ?? 1;
  const rows = fields
    .slice(0, MAX_FIELDS)
    .map(
      ({ path, drifts }) =>
        html`<tr><th scope="row"><code>${name(path)}</code></th><td>${formatNumber(drifts)}</td><td aria-hidden="true"><svg width="100%" height="10"><rect class="f-calm" width="${percent(drifts / most)}" height="100%"/></svg></td></tr>`,
    );
  return html`<section aria-labelledby="fields">
<h2 id="fields">Fields that drifted</h2>
<table class="ranks"><thead><tr><th scope="col">Field</th><th scope="col">Drifts</th><td></td></tr></thead><tbody>${rows}</tbody></table>
${renderRest(fields.length - rows.length, 'field', 'p')}</section>`;
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`;
}
