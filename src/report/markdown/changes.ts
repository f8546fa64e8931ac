import type { AcknowledgedChange, Change } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import { sayDeclared, sayPlaceInBand } from '../view-model/change-words.ts';
import { count } from '../view-model/count.ts';
import { formatFieldValue } from '../view-model/field-value.ts';
import { markCode, markProse } from './text.ts';

const MOST_ROWS = 40;

/** How the two sides of a change are headed: a run's "before" is history. */
const SIDES: Readonly<Record<Report['kind'], readonly [string, string]>> = {
  plan: ['Live', 'After'],
  drift: ['Live', 'Declared'],
  run: ['Before', 'Asked for'],
};

export function renderChanges(kind: Report['kind'], changes: readonly Change[]): string {
  const isAttributed = changes.some(({ origin }) => origin !== null);
  const origin = (text: string): readonly string[] => (isAttributed ? [text] : []);
  return renderTable(
    ['Field', ...SIDES[kind], ...origin('Origin'), 'Where'],
    changes,
    (change) => [...sides(kind, change), ...origin(markOrigin(change.origin)), placeOf(change)],
    'change',
  );
}

export function renderAcknowledged(changes: readonly AcknowledgedChange[]): string {
  return renderTable(
    ['Acknowledged', 'Live', 'Declared', 'Until', 'Reason', 'Where'],
    changes,
    (change) => [...sides('drift', change), markCode(change.until), markProse(change.reason), placeOf(change)],
    'acknowledged difference',
  );
}

/** What moved behind git's back stands out. */
function markOrigin(origin: Change['origin']): string {
  return origin === 'drift' || origin === 'conflict' ? `**${origin}**` : (origin ?? '');
}

function sides(kind: Report['kind'], change: Change): readonly [string, string, string] {
  const { path, before, after } = change;
  const inBand = sayPlaceInBand(change);
  const value = `${markCode(formatFieldValue(path, after))}${inBand === null ? '' : ` ${inBand}`}`;
  const right = kind === 'drift' ? markCode(sayDeclared(change)) : value;
  return [markCode(path), markCode(formatFieldValue(path, before)), right];
}

function placeOf({ location }: Change): string {
  return markCode(`${location.file}:${location.line}`);
}

function renderTable<Row>(
  head: readonly string[],
  rows: readonly Row[],
  cells: (row: Row) => readonly string[],
  noun: string,
): string {
  const lines = [head, head.map(() => ':--'), ...rows.slice(0, MOST_ROWS).map(cells)].map(
    (row) => `| ${row.join(' | ')} |`,
  );
  const more = rows.length - MOST_ROWS;
  return more > 0 ? `${lines.join('\n')}\n\nand ${count(more, `more ${noun}`)}` : lines.join('\n');
}
