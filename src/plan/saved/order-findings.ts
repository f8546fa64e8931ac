import type { CheckFinding } from '../../model/check.ts';
import { compareText } from '../../model/diagnostic.ts';

/** In order of name, as in every document. */
export function orderFindings(findings: readonly CheckFinding[]): readonly CheckFinding[] {
  return [...findings].sort((a, b) => compareText(a.name, b.name));
}
