import { groupBy } from '../../model/group-by.ts';
import type { RunListing, RunsDocument } from '../../model/journal.ts';
import { formatNumber } from '../../model/number.ts';
import { shortCommit } from '../../model/plan.ts';
import { RUN_STATUSES } from '../../model/run.ts';
import type { Block, Line } from '../block.ts';
import { formatInstant, formatTook } from '../view-model/format.ts';
import { quote, strong } from '../view-model/span.ts';
import { STATUS_STYLES, stylesOfRun } from '../view-model/status.ts';

/** A row per run, newest first. */
export function composeRuns({ runs }: RunsDocument): readonly Block[] {
  if (runs.length === 0) return [{ kind: 'paragraph', line: ['No run of this project is journaled on this machine.'] }];
  const shorten = createShortener(runs);
  return [
    {
      kind: 'table',
      head: ['Run', STARTED, 'Environment', 'Commit', 'Author', 'Status', 'Took', 'Result'],
      rows: runs.map((run) => describeRun(run, shorten)),
      // The name of a run also says when it started.
      optional: [STARTED, 'Took', 'Author', 'Commit', 'Environment'],
    },
  ];
}

const STARTED = 'Started (UTC)';

/** `20261120T100300` of `20261120T100300Z-000005`, which every command accepts, unless another run started in that second. */
function createShortener(runs: readonly RunListing[]): (id: string) => string {
  const stemOf = (id: string): string => id.slice(0, '20261120T100300'.length);
  const twins = groupBy(runs, ({ id }) => stemOf(id));
  return (id) => ((twins.get(stemOf(id))?.length ?? 0) > 1 ? id : stemOf(id));
}

function describeRun(run: RunListing, shorten: (id: string) => string): readonly Line[] {
  const { id, startedAt, durationMs, environment, commit, author, status, running, rollsBack } = run;
  const style = STATUS_STYLES.journal[running ? 'running' : status];
  return [
    strong(shorten(id)),
    quote(formatInstant(startedAt)?.slice(0, '2026-11-20 10:03'.length) ?? startedAt),
    quote(environment),
    quote(commit && shortCommit(commit)),
    quote(author),
    [{ kind: 'painted', style, text: style.label }],
    [durationMs === null ? '–' : formatTook(durationMs)],
    [formatCounts(run), ...(rollsBack === null ? [] : [' (run ', ...quote(shorten(rollsBack)), ')'])],
  ];
}

function formatCounts({ counts, rollsBack }: RunListing): string {
  const styles = stylesOfRun(rollsBack !== null);
  const parts = RUN_STATUSES.filter((status) => status !== 'unchanged' && counts[status] > 0).map(
    (status) => `${formatNumber(counts[status])} ${styles[status].label}`,
  );
  return parts.length === 0 ? 'nothing to change' : parts.join(', ');
}
