import type { CheckFinding, DefinitionChange } from '../../model/check.ts';
import { formatNumber } from '../../model/number.ts';
import { countWords, cutText, LONGEST_NAME } from './format.ts';
import { STATUS_STYLES } from './status.ts';

/** What to do about a drifted definition. The API has no operation that writes one. */
export const FINDING_HELP =
  'Pipeform only reads alerts: change the alert in the service, or its `definition` in the configuration.';

export function countFindings(findings: readonly CheckFinding[]): Readonly<Record<CheckFinding['status'], number>> {
  const counts = { drifted: 0, error: 0, 'in-sync': 0 };
  for (const { status } of findings) counts[status] += 1;
  return counts;
}

/** The alerts that could not be read, then those that drifted. */
export function listOpenFindings(findings: readonly CheckFinding[]): readonly CheckFinding[] {
  return (['error', 'drifted'] as const).flatMap((status) => findings.filter((finding) => finding.status === status));
}

/** `1 alert drifted and 3 in sync`; empty when no definition is declared. */
export function summarizeFindings(findings: readonly CheckFinding[]): string {
  const counts = countFindings(findings);
  const words = (['drifted', 'error', 'in-sync'] as const).map((status) => {
    return { number: counts[status], words: STATUS_STYLES.finding[status].label };
  });
  return countWords('alert', words);
}

/** `live 5000, declared 10000`, with the text of the service unescaped. */
export function formatDefinitionChange({ before, after }: DefinitionChange): string {
  return `live ${formatDefinitionValue(before)}, declared ${formatDefinitionValue(after)}`;
}

function formatDefinitionValue(value: DefinitionChange['before']): string {
  if (value === null) return 'unknown';
  return Number.isInteger(value) ? formatNumber(Number(value)) : cutText(`${value}`, LONGEST_NAME);
}
