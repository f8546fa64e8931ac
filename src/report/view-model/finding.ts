import type { CheckFinding, DefinitionChange } from '../../model/check.ts';
import { formatNumber } from '../../model/number.ts';
import { cutText } from '../text/fit-text.ts';
import { type Counted, countWords } from './count.ts';

/** The service names the values of a definition, at any length. */
const LONGEST_VALUE = 80;

/** What a person does about a definition that is not as declared: there is no operation that writes one. */
export const FINDING_HELP =
  'Pipeform only reads alerts: change the alert in the service, or declare under `definition` what it is.';

/** How many alerts have each status. */
type FindingCounts = Readonly<Record<CheckFinding['status'], number>>;

export function countFindings(findings: readonly CheckFinding[]): FindingCounts {
  const number = (status: CheckFinding['status']): number =>
    findings.filter((finding) => finding.status === status).length;
  return { drifted: number('drifted'), error: number('error'), 'in-sync': number('in-sync') };
}

/** Those that ask for a person: the alerts that could not be read, then those that are not as declared. */
export function listOpenFindings(findings: readonly CheckFinding[]): readonly CheckFinding[] {
  const having = (status: CheckFinding['status']) => findings.filter((finding) => finding.status === status);
  return [...having('error'), ...having('drifted')];
}

/** `1 alert drifted and 2 could not be read`; empty when all are in sync. */
export function summarizeOpenFindings(counts: FindingCounts): string {
  return countWords('alert', countOpen(counts));
}

/** `1 alert drifted and 3 in sync`; empty when no definition is declared. */
export function summarizeFindings(counts: FindingCounts): string {
  return countWords('alert', [...countOpen(counts), { number: counts['in-sync'], words: 'in sync' }]);
}

/** `live 5000, declared 10000`: as `formatDifference` has it of a pipe's field. Text of the service in it is as it came. */
export function formatDefinitionChange({ before, after }: DefinitionChange): string {
  return `live ${formatDefinitionValue(before)}, declared ${formatDefinitionValue(after)}`;
}

export function formatDefinitionValue(value: DefinitionChange['before']): string {
  if (value === null) return 'not shown';
  return Number.isInteger(value) ? formatNumber(Number(value)) : cutText(`${value}`, LONGEST_VALUE);
}

function countOpen({ drifted, error }: FindingCounts): readonly Counted[] {
  return [
    { number: drifted, words: 'drifted' },
    { number: error, words: 'could not be read' },
  ];
}
