import { formatPercent } from '../../model/number.ts';
import type { Report } from '../../model/report.ts';
import { mayHaveWritten } from '../../model/run.ts';

/** How much of the fleet a report is about. */
export interface Touched {
  /** What is counted, as the head of a row. */
  readonly title: string;
  readonly pipes: number;
  /** `33.3%` of the whole fleet, not of what was selected; null when the fleet has no pipes or is not known. */
  readonly percent: string | null;
  /** How many of the pipes have their earlier values again. */
  readonly rolledBack: number;
}

/** The pipes that a plan would change, that drifted, or that a run has, or may have, written to. */
export function countTouched(report: Report): Touched {
  const { title, pipes } = countPipes(report);
  const fleet = report.scope?.fleet ?? 0;
  const rolledBack = report.kind === 'run' ? report.summary['rolled-back'] : 0;
  return { title, pipes, percent: fleet === 0 ? null : formatPercent(pipes, fleet), rolledBack };
}

function countPipes(report: Report): Pick<Touched, 'title' | 'pipes'> {
  switch (report.kind) {
    case 'plan':
      return { title: 'Would change', pipes: report.summary.update };
    case 'drift':
      return { title: 'Drifted', pipes: report.summary.drifted };
    case 'run':
      return { title: 'Written to', pipes: report.pipes.filter(mayHaveWritten).length };
  }
}
