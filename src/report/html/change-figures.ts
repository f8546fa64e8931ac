import type { FieldPath } from '../../model/field.ts';
import { formatNumber } from '../../model/number.ts';
import { type Change, ORIGINS, type Origin } from '../../model/plan.ts';
import type { Report, ReportPipe } from '../../model/report.ts';
import { sayDifference } from '../view-model/change-words.ts';
import { count } from '../view-model/count.ts';
import { countedPipes } from '../view-model/counted-pipes.ts';
import { ORIGIN_WORDS, originsIn } from '../view-model/origin-words.ts';
import { type BarPart, renderBar, renderMove } from './bars.ts';
import { html, type Markup, NOTHING } from './markup.ts';
import { field, name } from './phrases.ts';

/** Longer figures are no figures any more: the list of pipes has everything. */
const MOST_ROWS = 8;

const FIELD_CAPTIONS = {
  plan: 'Fields that change, by number of pipes',
  drift: 'Fields that differ, by number of pipes',
  run: 'Fields that were to change, by number of pipes',
} as const;

/** Which fields change most, by origin, when more than one field of more than one pipe does. */
export function renderFieldFigure(report: Report): Markup {
  const changes = countedPipes(report).flatMap((pipe) => pipe.changes);
  const fields = [...countFields(changes)].sort(([, a], [, b]) => b.total - a.total);
  const most = fields[0]?.[1].total ?? 0;
  if (fields.length < 2 || most < 2) return NOTHING;
  const rest = fields.length - MOST_ROWS;
  return html`<figure class="ranking">
<table>
<caption>${FIELD_CAPTIONS[report.kind]}</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Pipes</th></tr></thead>
<tbody>${fields
    .slice(0, MOST_ROWS)
    .map(
      ([path, { total, parts }]) =>
        html`<tr><th scope="row"><code class="field">${field(path)}</code></th><td><div class="with-bar"><span class="num">${formatNumber(total)}</span><div>${renderBar(parts, most, null)}</div></div></td></tr>`,
    )}</tbody>
</table>
<figcaption class="quiet">${rest > 0 ? `And ${count(rest, 'more field')}. ` : ''}${originsIn(changes).map(
    (origin) => html`<span class="origin t-${ORIGIN_WORDS[origin].tone}">${origin}</span> `,
  )}</figcaption>
</figure>`;
}

interface FieldCount {
  readonly total: number;
  readonly parts: readonly BarPart[];
}

function countFields(changes: readonly Change[]): ReadonlyMap<FieldPath, FieldCount> {
  const byField = new Map<FieldPath, Map<Origin | null, number>>();
  for (const { path, origin } of changes) {
    const origins = byField.get(path) ?? new Map<Origin | null, number>();
    byField.set(path, origins.set(origin, (origins.get(origin) ?? 0) + 1));
  }
  return new Map(
    [...byField].map(([path, origins]) => {
      const parts = [null, ...ORIGINS].map((origin) => ({
        tone: origin === null ? ('act' as const) : ORIGIN_WORDS[origin].tone,
        amount: origins.get(origin) ?? 0,
      }));
      return [path, { total: parts.reduce((sum, { amount }) => sum + amount, 0), parts }];
    }),
  );
}

interface ReplicaMove {
  readonly pipe: ReportPipe;
  readonly change: Change;
  readonly before: number;
  readonly after: number;
}

/** The pipes whose replicas move furthest, when more than one's do. */
export function renderReplicaFigure(report: Report): Markup {
  const moves = countedPipes(report)
    .flatMap(findReplicaMove)
    .sort((a, b) => distance(b) - distance(a));
  if (moves.length < 2) return NOTHING;
  const shown = moves.slice(0, MOST_ROWS);
  const whole = Math.max(...shown.flatMap(({ before, after }) => [before, after]));
  const isDrift = report.kind === 'drift';
  const caption = isDrift ? 'Biggest differences in replicas' : 'Biggest moves of replicas';
  return html`<figure class="ranking">
<table>
<caption>${caption}</caption>
<thead><tr><th scope="col">Pipe</th><th scope="col">Replicas</th></tr></thead>
<tbody>${shown.map(
    ({ pipe, change, before, after }) =>
      html`<tr><th scope="row">${name(pipe.name)}</th><td><div class="with-bar${isDrift ? ' stacked' : null}"><span class="num">${isDrift ? sayDifference(change) : `${formatNumber(before)} → ${formatNumber(after)}`}</span><div>${renderMove(before, after, whole)}</div></div></td></tr>`,
  )}</tbody>
</table>
${moves.length > MOST_ROWS ? html`<figcaption class="quiet">And ${count(moves.length - MOST_ROWS, 'more pipe')}.</figcaption>` : null}
</figure>`;
}

function findReplicaMove(pipe: ReportPipe): readonly ReplicaMove[] {
  const change = pipe.changes.find(({ path }) => path === 'scaling.replicas');
  if (typeof change?.before !== 'number' || typeof change.after !== 'number') return [];
  return [{ pipe, change, before: change.before, after: change.after }];
}

/** By how many times, so that 1 to 4 goes before 20 to 24. */
function distance({ before, after }: ReplicaMove): number {
  return Math.max(before, after) / Math.max(1, Math.min(before, after));
}
