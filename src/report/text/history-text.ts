import type { HistoryReport } from '../../model/drift-history.ts';
import { count, formatNumber } from '../../model/number.ts';
import { shorten } from '../view-model/format.ts';
import { DRIFT_ENDS, describeHistory, type PipeRow } from '../view-model/history.ts';
import { alignCells, fitLines } from './fit-text.ts';
import type { Style } from './style.ts';

/** The pipes and the fields that drift most; the JSON document has all. */
const MAX_SHOWN = 10;

/** The share in sync and the repairs, then the pipes and the fields that drift most. */
export function renderHistory(report: HistoryReport, style: Style): string {
  const { headline, variant, span, environments, facts, pipes } = describeHistory(report);
  const paint = variant === 'good' ? style.green : variant === 'warn' ? style.yellow : style.bold;
  const rows = [{ term: 'Span', text: span }, { term: 'Environments', text: shorten(environments) }, ...facts];
  const about = alignCells(rows.filter(({ text }) => text !== '').map(({ term, text }) => [`  ${term}`, text]));
  const blocks = [[paint(`${headline}.`), ...about], renderPipes(pipes, style), renderFields(report, style)].filter(
    (lines) => lines.length > 0,
  );
  return fitLines(`${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`, style.columns);
}

function renderPipes(pipes: readonly PipeRow[], style: Style): readonly string[] {
  if (pipes.length === 0) return [];
  // The names come last: a long one moves no number.
  const hasSeveral = pipes.some(({ environment }) => environment !== '');
  const header = ['DRIFTS', 'DRIFTED FOR', 'LATEST (UTC)', 'REPAIRED', hasSeveral ? 'ENVIRONMENT' : '', 'PIPE'];
  const rows = pipes
    .slice(0, MAX_SHOWN)
    .map(({ name, environment, drifts, timeDrifted, latest, end }) => [
      formatNumber(drifts),
      timeDrifted,
      latest,
      end === 'open' ? style.yellow(DRIFT_ENDS.open.label) : DRIFT_ENDS[end].label,
      shorten(environment),
      style.bold(shorten(name)),
    ]);
  return [...alignCells([header.map(style.dim), ...rows]), ...renderRest(pipes.length, 'pipe', style)];
}

function renderFields({ fields }: HistoryReport, style: Style): readonly string[] {
  if (fields.length === 0) return [];
  const rows = fields.slice(0, MAX_SHOWN).map(({ path, drifts }) => [formatNumber(drifts), shorten(path)]);
  return [...alignCells([['DRIFTS', 'FIELD'].map(style.dim), ...rows]), ...renderRest(fields.length, 'field', style)];
}

function renderRest(total: number, noun: string, style: Style): readonly string[] {
  const more = total - MAX_SHOWN;
  return more <= 0 ? [] : [style.dim(`and ${count(more, `more ${noun}`)}; --format json has all`)];
}
