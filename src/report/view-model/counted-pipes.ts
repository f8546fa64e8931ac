import type { Report, ReportPipe } from '../../model/report.ts';

/**
 * The pipes whose changes count: those to update in a plan, those that drifted, and in a run those that it set out to
 * update, whatever became of them. A refused pipe shows its changes, and nobody was going to make them.
 */
export function countedPipes({ kind, pipes }: Report): readonly ReportPipe[] {
  const all: readonly ReportPipe[] = pipes;
  switch (kind) {
    case 'plan':
      return all.filter(({ status }) => status === 'update');
    case 'drift':
      return all.filter(({ status }) => status === 'drifted');
    case 'run':
      return all.filter(({ status }) => status !== 'refused' && status !== 'unchanged');
  }
}
