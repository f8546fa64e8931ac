import { type AcknowledgedChange, becomesUnknown, type Change } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import { cutText } from '../text/cut-text.ts';
import { sayDeclared, sayPlaceInBand } from '../view-model/change-words.ts';
import { formatFieldValue } from '../view-model/field-value.ts';
import { ORIGIN_WORDS } from '../view-model/origin-words.ts';
import { html, type Markup, NOTHING } from './markup.ts';
import { field, place } from './phrases.ts';

const LONGEST_REASON = 600;

/** What the two sides of a difference are called in each kind of report. */
const SIDES = { plan: ['Live now', 'After apply'], drift: ['Live', 'Declared'], run: ['Before', 'Asked for'] } as const;
const CAPTIONS = { plan: 'Changes', drift: 'Differences', run: 'Changes' } as const;

/** The fields of a pipe that change or differ, with both values, origin and place; nothing when none does. */
export function renderChanges(changes: readonly Change[], kind: Report['kind']): Markup {
  if (changes.length === 0) return NOTHING;
  return renderTable(
    CAPTIONS[kind],
    kind,
    changes.map((change) => renderChange(change, kind)),
  );
}

/** Known differences that are left as they are, each with why and until when; nothing when there are none. */
export function renderAcknowledged(changes: readonly AcknowledgedChange[], kind: Report['kind']): Markup {
  if (changes.length === 0) return NOTHING;
  const rows = changes.map(
    (change) =>
      html`<tr class="known"><th scope="row">${renderField(change)}<p class="reason"><bdi>${cutText(change.reason, LONGEST_REASON)}</bdi> <span class="quiet">until ${change.until}</span></p></th><td>${renderBefore(change)}</td><td>${renderDeclared(change)}</td></tr>`,
  );
  return renderTable('Acknowledged: known differences, left as they are', kind, rows, 'Declared');
}

function renderTable(caption: string, kind: Report['kind'], rows: readonly Markup[], right?: string): Markup {
  const [before, after] = SIDES[kind];
  return html`<table class="changes">
<caption>${caption}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">${before}</th><th scope="col">${right ?? after}</th></tr></thead>
<tbody>${rows}</tbody>
</table>`;
}

function renderChange(change: Change, kind: Report['kind']): Markup {
  return html`<tr><th scope="row">${renderField(change)}</th><td class="before">${renderBefore(change)}</td><td class="after">${kind === 'drift' ? renderDeclared(change) : renderAfter(change)}</td></tr>`;
}

function renderField({ path, origin, location }: Change): Markup {
  const words = origin === null ? null : ORIGIN_WORDS[origin];
  const from =
    words === null ? null : html`<span class="origin t-${words.tone}"><b>${origin}</b> ${words.short}</span> `;
  return html`<code class="field" data-find>${field(path)}</code><p class="where">${from}${place(location)}</p>`;
}

function value(text: string): Markup {
  return html`<span class="value" data-find>${text}</span>`;
}

function renderBefore({ path, before }: Change): Markup {
  return value(formatFieldValue(path, before));
}

function renderDeclared(change: Change): Markup {
  return html`${value(sayDeclared(change))}${renderUnknown(change)}`;
}

function renderAfter(change: Change): Markup {
  const { path, after } = change;
  const inBand = sayPlaceInBand(change);
  const remark = inBand === null ? null : html`<span class="remark">${inBand}</span>`;
  return html`${value(formatFieldValue(path, after))}${remark}${renderUnknown(change)}`;
}

function renderUnknown(change: Change): Markup | null {
  return becomesUnknown(change) ? html`<span class="remark">the service’s default, which is not known</span>` : null;
}
