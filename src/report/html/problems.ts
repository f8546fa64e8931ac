import type { Diagnostic, Severity } from '../../model/diagnostic.ts';
import { count } from '../view-model/count.ts';
import type { Tone } from '../view-model/status-look.ts';
import { html, type Markup, NOTHING } from './markup.ts';
import { badge, place, sentence } from './phrases.ts';

/** A sentence may quote live text of any length, and a pipe may have any number of problems; a page has its limits. */
const LONGEST_LINE = 600;
const MOST_LINES = 20;
const MOST_PROBLEMS = 50;

const TONES: Readonly<Record<Severity, Tone>> = { error: 'bad', warning: 'warn', note: 'calm' };
const SIGNS: Readonly<Record<Severity, string>> = { error: '!', warning: '▲', note: 'i' };

/** Problems one under the other, each with what happened, why, what to do and where; nothing when there are none. */
export function renderProblems(diagnostics: readonly Diagnostic[]): Markup {
  if (diagnostics.length === 0) return NOTHING;
  const more = diagnostics.length - MOST_PROBLEMS;
  const rest =
    more > 0 ? html`<li class="quiet">And ${count(more, 'more problem')}; the JSON document has all.</li>` : null;
  return html`<ul class="problems">${diagnostics.slice(0, MOST_PROBLEMS).map(renderProblem)}${rest}</ul>`;
}

function renderProblem(diagnostic: Diagnostic): Markup {
  const { severity, code, summary, detail, hint, file, line, column, endLine, endColumn } = diagnostic;
  const at =
    file === null || line === null || column === null
      ? null
      : place({ file, line, column, endLine: endLine ?? line, endColumn: endColumn ?? column });
  const lines = detail?.split('\n') ?? [];
  return html`<li class="problem t-${TONES[severity]}">
<p class="summary">${badge(TONES[severity], SIGNS[severity], severity)} ${sentence(summary, LONGEST_LINE)}</p>
${lines.slice(0, MOST_LINES).map((text) => html`<p class="detail">${sentence(text, LONGEST_LINE)}</p>`)}${
  hint === null ? null : html`<p class="hint"><b>What to do:</b> ${sentence(hint, LONGEST_LINE)}</p>`
}
<p class="source"><code>${code}</code> ${at}</p>
</li>`;
}

/** The problems and notes of the report as a whole, as a section of the page; nothing when there are none. */
export function renderProblemSection(diagnostics: readonly Diagnostic[]): Markup {
  if (diagnostics.length === 0) return NOTHING;
  const isCalm = diagnostics.every(({ severity }) => severity === 'note');
  return html`<section class="sheet" aria-labelledby="problems">
<h2 id="problems">${isCalm ? 'Notes' : 'Problems of the whole'}</h2>
${renderProblems(diagnostics)}
</section>`;
}
