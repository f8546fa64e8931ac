import type { CheckFinding } from '../../model/check.ts';
import type { Report } from '../../model/report.ts';
import { FINDING_HELP, sayDefinitionChange } from '../view-model/finding-words.ts';
import type { Annotation } from './command.ts';

/** The alerts that are not as declared or could not be read. What stopped a run is among its problems. */
export function annotateFindings(report: Report): readonly Annotation[] {
  if (report.kind === 'run') return [];
  const { kind, checks } = report;
  return checks.filter(({ status }) => status !== 'in-sync').map((finding) => annotateFinding(kind, finding));
}

/** What a plan could not read of an alert stops nothing; what a drift report could not read is not known to be in sync. */
function annotateFinding(kind: 'plan' | 'drift', finding: CheckFinding): Annotation {
  const { name, alert, status, changes, reason, location } = finding;
  const frame = { title: `check ${name}`, place: location };
  if (status === 'error') {
    const lines = [`Alert ${alert} could not be read.`, ...(reason === null ? [] : [reason])];
    return { ...frame, level: kind === 'drift' ? 'error' : 'warning', lines };
  }
  const rows = changes.map((change) => `${change.path}: ${sayDefinitionChange(change)}`);
  return { ...frame, level: 'warning', lines: [...rows, `Help: ${FINDING_HELP}`] };
}
