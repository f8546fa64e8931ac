import type { RunListing, RunsDocument } from '../../model/journal.ts';
import { formatNumber } from '../../model/number.ts';
import { shortCommit } from '../../model/plan.ts';
import { RUN_STATUSES } from '../../model/run.ts';
import { safeText } from '../../model/text.ts';
import { formatInstant, formatTook } from '../view-model/format.ts';
import { stylesOfRun } from '../view-model/status.ts';
import { alignCells, fitLines, widest } from './fit-text.ts';
import type { Style } from './style.ts';

/**
 * A header and a line per run, newest first; two lines each where the columns leave the result no room. A column without values is
 * left out.
 */
export function renderRuns({ runs }: RunsDocument, style: Style): string {
  if (runs.length === 0) return 'No run of this project is journaled on this machine.\n';
  const isKnown = (key: 'environment' | 'commit' | 'author' | 'rollsBack') => runs.some((run) => run[key] !== null);
  const header = [
    'RUN',
    'STARTED (UTC)',
    isKnown('environment') ? 'ENVIRONMENT' : '',
    isKnown('commit') ? 'COMMIT' : '',
    isKnown('author') ? 'AUTHOR' : '',
    isKnown('rollsBack') ? 'ROLLS BACK' : '',
    'STATUS',
    'TOOK',
    'RESULT',
  ];
  const rows = [header.map(style.dim), ...runs.map((run) => renderRun(run, style))];
  const { columns } = style;
  const isWide = columns === null || widest(alignCells(rows.map((row) => row.slice(0, -1)))) + RESULT_WIDTH <= columns;
  if (isWide) return fitLines(`${alignCells(rows).join('\n')}\n`, columns);
  const first = alignCells(rows.map(([id = '', ...others]) => [id, ...others.slice(-ENDING)]));
  const second = alignCells(rows.map(([, ...middle]) => middle.slice(0, -ENDING)));
  return fitLines(`${first.map((line, at) => `${line}\n  ${second[at]}`).join('\n')}\n`, columns);
}

/** Status, time and result. */
const ENDING = 3;

/** Of most results; a longer one goes on in the next line. */
const RESULT_WIDTH = 19;

function renderRun(run: RunListing, style: Style): readonly string[] {
  const { id, startedAt, durationMs, environment, commit, author, rollsBack } = run;
  const took = durationMs === null ? '–' : formatTook(durationMs);
  return [
    style.bold(safeText(id)),
    style.dim(formatInstant(startedAt)?.replace(/ UTC$/, '') ?? safeText(startedAt)),
    safeText(environment ?? ''),
    safeText(shortCommit(commit ?? '')),
    safeText(author ?? ''),
    safeText(rollsBack ?? ''),
    renderStatus(run, style),
    took,
    formatCounts(run),
  ];
}

function formatCounts({ counts, rollsBack }: RunListing): string {
  const styles = stylesOfRun(rollsBack !== null);
  const parts = RUN_STATUSES.filter((status) => status !== 'unchanged' && counts[status] > 0).map(
    (status) => `${formatNumber(counts[status])} ${styles[status].label}`,
  );
  return parts.length === 0 ? 'nothing to change' : parts.join(', ');
}

function renderStatus({ status, running }: RunListing, style: Style): string {
  if (running) return style.cyan('running');
  if (status === 'finished') return style.green(status);
  return status === 'failed' ? style.red(status) : style.yellow(status);
}
