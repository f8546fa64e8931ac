import type { JournalStatus } from '../../model/journal.ts';
import { formatNumber } from '../../model/number.ts';
import { RUN_STATUSES, type RunSummary } from '../../model/run.ts';
import { safeText } from '../../model/text.ts';
import { formatInstant, joinParts } from '../view-model/format.ts';
import { STATUS_STYLES } from '../view-model/status.ts';
import { alignCells, fitLines } from './fit-text.ts';
import type { Style } from './style.ts';

/** One journaled run, as `runs --format json` lists it (schema/runs.schema.json). */
export interface RunListing {
  readonly id: string;
  readonly startedAt: string;
  /** null for a run that was killed or is running. */
  readonly finishedAt: string | null;
  readonly status: JournalStatus;
  /** Pipes by outcome. */
  readonly counts: Omit<RunSummary, 'total' | 'requests'>;
  /** The run that it rolled back, or null. */
  readonly rollsBack: string | null;
  /** Whether it is running now; its status is `unfinished` until it ends. */
  readonly running: boolean;
}

export interface RunsDocument {
  readonly kind: 'runs';
  readonly formatVersion: 1;
  /** Newest first. */
  readonly runs: readonly RunListing[];
}

/** One line per run, newest first: id, start, status and outcome counts. */
export function renderRuns({ runs }: RunsDocument, style: Style): string {
  if (runs.length === 0) return 'No run of this project is journaled on this machine.\n';
  const rows = runs.map((run) => [
    style.bold(safeText(run.id)),
    style.dim(formatInstant(run.startedAt) ?? safeText(run.startedAt)),
    renderStatus(run, style),
    joinParts([formatCounts(run), run.rollsBack === null ? '' : `rolls back ${safeText(run.rollsBack)}`], '; '),
  ]);
  return fitLines(`${alignCells(rows).join('\n')}\n`, style.columns);
}

function formatCounts({ counts }: RunListing): string {
  const parts = RUN_STATUSES.filter((status) => status !== 'unchanged' && counts[status] > 0).map(
    (status) => `${formatNumber(counts[status])} ${STATUS_STYLES.run[status].label}`,
  );
  return parts.length === 0 ? 'nothing to change' : parts.join(', ');
}

function renderStatus({ status, running }: RunListing, style: Style): string {
  if (running) return style.cyan('running');
  if (status === 'finished') return style.green(status);
  return status === 'failed' ? style.red(status) : style.yellow(status);
}
