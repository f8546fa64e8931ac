import type { DriftPeriod, HistoryReport } from '../../model/drift-history.ts';
import type { FieldPath } from '../../model/field/field.ts';
import { count, formatNumber } from '../../model/number.ts';
import type { Block, Fact, Line, Span } from '../block.ts';
import { DRIFT_ENDS, describeHistory, describePeriod, type HistoryWords, type PipeRow } from '../view-model/history.ts';
import type { Medium } from '../view-model/medium.ts';
import { countMore } from '../view-model/problem.ts';
import { toSection } from '../view-model/span.ts';
import { buildTimeline } from '../view-model/timeline.ts';

/** The most pipes and fields that each medium shows; the JSON document has all. */
const MOST: Readonly<Record<Medium, Readonly<Record<'pipes' | 'fields', number>>>> = {
  terminal: { pipes: 10, fields: 10 },
  comment: { pipes: 20, fields: 20 },
  page: { pipes: 1_000, fields: 100 },
};

/** The share in sync and the repairs, then the pipes and the fields that drift most. */
export function composeHistory(report: HistoryReport, medium: Medium): readonly Block[] {
  const words = describeHistory(report);
  const { headline, variant, environments } = words;
  const color = variant === 'good' ? 'green' : variant === 'warn' ? 'yellow' : 'bold';
  return [
    {
      kind: 'verdict',
      name: 'Drift history',
      environment: environments || null,
      verdict: { variant, color, headline, detail: null },
      line: `${headline}.`,
      counts: [],
    },
    { kind: 'facts', facts: listFacts(words, medium), isAbout: false },
    ...composePipes(report, words.pipes, medium),
    ...composeFields(report, medium),
  ];
}

/** A title names the environments; a terminal has none. */
function listFacts({ span, environments, facts }: HistoryWords, medium: Medium): readonly Fact[] {
  const isNamed = medium === 'terminal' && environments !== '';
  return [
    ...(span === '' ? [] : [{ label: 'Span', value: [span] }]),
    ...(isNamed ? [{ label: 'Environments', value: [code(environments)] }] : []),
    ...facts.map(({ term, text }) => ({ label: term, value: [text] })),
  ];
}

function composePipes(report: HistoryReport, pipes: readonly PipeRow[], medium: Medium): readonly Block[] {
  if (pipes.length === 0) return [];
  const shown = pipes.slice(0, MOST[medium].pipes);
  const more = nameRest(pipes.length - shown.length, 'pipe');
  const blocks = medium === 'page' ? composeTimeline(report, shown, more) : [composeTable(shown, more, medium)];
  const filter: Block = { kind: 'filter', pipes: shown.length, statuses: [], origins: [] };
  return [...(medium === 'page' ? [filter] : []), ...toSection('pipes', 'Pipes that drifted', blocks)];
}

function composeTable(pipes: readonly PipeRow[], more: string, medium: Medium): Block {
  const rows = pipes.map(({ name, environment, drifts, timeDrifted, latest, end }) => {
    const names: readonly Line[] = [[code(name)], environment === '' ? [] : [code(environment)]];
    const { label } = DRIFT_ENDS[end];
    const repaired: Span = end === 'open' ? { kind: 'strong', line: [label] } : label;
    return arrange(names, [[formatNumber(drifts)], [timeDrifted], [latest], [repaired]], medium);
  });
  const head = arrange(['Pipe', 'Environment'], ['Drifts', 'Drifted for', 'Latest (UTC)', 'Repaired'], medium);
  return { kind: 'table', head, rows, more };
}

/** The names come last in a terminal: a long one moves no number. */
function arrange<T>(names: readonly T[], numbers: readonly T[], medium: Medium): readonly T[] {
  return medium === 'terminal' ? [...numbers, ...names] : [...names, ...numbers];
}

/** Drifts of a pipe that are listed as text. */
const MAX_PERIODS = 5;

function composeTimeline(report: HistoryReport, pipes: readonly PipeRow[], more: string): readonly Block[] {
  const timeline = buildTimeline(report, pipes.length);
  if (timeline === null) return [];
  const rows = pipes.map((row) => ({ ...row, periods: listLatest(row.pipe.periods) }));
  const fields = report.fields.slice(0, MOST.page.fields).map(({ path }) => path);
  return [{ kind: 'timeline', timeline, pipes: rows, fields, more }];
}

function listLatest(periods: readonly DriftPeriod[]): readonly Line[] {
  const shown = periods.slice(-MAX_PERIODS).toReversed();
  const more = nameRest(periods.length - shown.length, 'drift');
  const lines = shown.map((period): Line => [`${describePeriod(period)}: `, ...nameFields(period.fields)]);
  return more === '' ? lines : [...lines, [{ kind: 'quiet', line: [more] }]];
}

/** Fields that are named for one drift. */
const MAX_NAMED = 4;

function nameFields(fields: readonly FieldPath[]): Line {
  const named = fields.slice(0, MAX_NAMED).flatMap((path, index) => [index === 0 ? '' : ', ', code(path)]);
  const more = fields.length - MAX_NAMED;
  return more > 0 ? [...named, ` and ${count(more, 'more field')}`] : named;
}

function composeFields({ fields }: HistoryReport, medium: Medium): readonly Block[] {
  if (fields.length === 0) return [];
  const shown = fields.slice(0, MOST[medium].fields);
  const rows = shown.map(({ path, drifts }) => arrange<Line>([[code(path)]], [[formatNumber(drifts)]], medium));
  const head = arrange(['Field'], ['Drifts'], medium);
  const table: Block = { kind: 'table', head, rows, more: nameRest(fields.length - shown.length, 'field') };
  return toSection('fields', 'Fields that drifted', [table]);
}

function code(text: string): Span {
  return { kind: 'code', text };
}

/** `and 15 more pipes; --format json has all`; empty for none. */
function nameRest(more: number, noun: string): string {
  return more <= 0 ? '' : `${countMore(more, noun)}; --format json has all`;
}
