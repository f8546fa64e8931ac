import type { FieldPath } from '../../model/field/field.ts';
import { formatAge } from '../../model/field/units.ts';
import { count, formatNumber } from '../../model/number.ts';
import type { BlockOf } from '../block.ts';
import { DRIFT_ENDS, type DriftEnd } from '../view-model/history.ts';
import type { Timeline, TimelineMark } from '../view-model/timeline.ts';
import { renderLine } from './line.ts';
import { html, type Markup, NOTHING, name } from './markup.ts';

/** Fields that are named for one mark. */
const MAX_NAMED = 4;

/** A row for each pipe with its marks, below the course of all. The script shows what a mark is when a pointer is on it. */
export function renderTimeline({ timeline, pipes, fields, more }: BlockOf<'timeline'>): Markup {
  const { fromMs, unitMs, length, joinedMs, rows } = timeline;
  const places = new Map(fields.map((path, index) => [path, index]));
  return html`${renderLegend(joinedMs)}
<div class="lanes" id="lanes" data-from="${fromMs}" data-unit="${unitMs}" data-length="${length}">
${renderCourse(timeline)}
${pipes.map((pipe, index) => renderRow(pipe, rows[index] ?? [], length, places))}</div>
${
  more &&
  html`<p class="quiet">${more}</p>
`
}<ul id="named" hidden>${fields.map((path) => html`<li>${name(path)}</li>`)}</ul><p id="tip" hidden></p>
`;
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
    const x = `${Math.round(at * 10_000) / 100}%`;
    // A label near the end would not fit.
    const shown = at > 0.92 ? null : html`<text x="${x}" y="16" dx="3">${text}</text>`;
    return html`<line x1="${x}" x2="${x}" y1="0" y2="5"/>${shown}`;
  });
  return html`<div class="head"><p>Pipes drifted in each ${slot}<br><span class="quiet">at most ${formatNumber(most)}</span></p>
<svg class="course" role="img" aria-label="${label}" viewBox="0 0 ${Math.round(slots * 1_000) / 1_000} ${most}" preserveAspectRatio="none"><path d="${bars}"/></svg>
<p class="sums">drifts, time drifted</p>
<svg class="ticks" aria-hidden="true" width="100%" height="20">${marks}</svg></div>`;
}

type FieldPlaces = ReadonlyMap<FieldPath, number>;

function renderRow(
  { name: pipe, environment, drifts, timeDrifted, end, periods }: BlockOf<'timeline'>['pipes'][number],
  marks: readonly TimelineMark[],
  length: number,
  places: FieldPlaces,
): Markup {
  const paths = ENDS.map((one) => {
    const own = marks.filter((mark) => mark.end === one);
    return own.length === 0 ? NOTHING : renderMarks(own, one, places);
  });
  const open = end === 'open' ? html` <b class="t-bad">open</b>` : null;
  return html`<details class="lane" data-status="${end}"><summary><span class="name">${name(pipe)}${environment === '' ? null : html` <span class="quiet">${name(environment)}</span>`}</span><svg aria-hidden="true" viewBox="0 0 ${length} 1" preserveAspectRatio="none">${paths}</svg><span class="sums">${count(drifts, 'drift')}, ${timeDrifted}${open}</span></summary><ul>${periods.map((line) => html`<li>${renderLine(line)}</li>`)}</ul></details>
`;
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
