import type { CheckFinding } from '../../model/check.ts';
import { orderFindings } from './order-findings.ts';

/** The worse of two that disagree is kept: drift that one shard saw is there, and what one could not read is not clean. */
const SEVERITY: Readonly<Record<CheckFinding['status'], number>> = { 'in-sync': 0, drifted: 1, error: 2 };

/** What the shards found of the same alerts, each once. The first of two that are equally bad stays. */
export function joinFindings(
  reports: readonly { readonly checks: readonly CheckFinding[] }[],
): readonly CheckFinding[] {
  const byName = new Map<string, CheckFinding>();
  for (const finding of reports.flatMap(({ checks }) => checks)) {
    const known = byName.get(finding.name);
    if (known === undefined || SEVERITY[finding.status] > SEVERITY[known.status]) byName.set(finding.name, finding);
  }
  return orderFindings([...byName.values()]);
}
