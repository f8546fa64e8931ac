import { isOfPolicy } from '../../model/diagnostic-codes.ts';
import { count } from '../../model/number.ts';
import { isRefusedAsWhole } from '../../model/plan.ts';
import type { Report, ReportPipe } from '../../model/report.ts';

/** `refuses the plan (too-many-changes)`, `refuses 2 pipes (protected-pipe)`, `passed`; empty when no policy applies. */
export function summarizePolicy(report: Report): string {
  if (report.kind === 'drift') return '';
  const pipes: readonly ReportPipe[] = report.pipes;
  const refused = pipes.filter((pipe) => listRefusals(pipe).length > 0);
  const isWhole = isRefusedAsWhole(report);
  const codes = new Set([report, ...refused].flatMap(listRefusals));
  if (codes.size === 0) return report.scope?.changeLimit ? 'passed' : '';
  const what = isWhole ? `the ${report.kind}` : count(refused.length, 'pipe');
  return `refuses ${what} (${[...codes].join(', ')})`;
}

/** Only of policies: a pipe is also refused when it is not the one that the configuration means. */
function listRefusals({ diagnostics }: Pick<ReportPipe, 'diagnostics'>): readonly string[] {
  return diagnostics.filter((one) => one.severity === 'error' && isOfPolicy(one)).map(({ code }) => code);
}
