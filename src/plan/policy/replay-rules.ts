import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Rule } from '../../model/fleet.ts';
import { groupBy } from '../../model/group-by.ts';
import type { PolicyTest, ReplayedDocument, ReplayedFinding, ReplayedRule } from '../../model/policy-test.ts';
import type { NamedReport } from '../saved/merge-reports.ts';
import type { EvaluateRules } from './rules.ts';

/**
 * Asks the rules about the changes of saved documents: what each would have refused or warned of. `plan.changedPipes` and
 * `plan.fleetSize` are those of the document. `ask`: null without rules. Pure.
 */
export function replayRules(
  reports: readonly NamedReport[],
  rules: readonly Rule[],
  ask: EvaluateRules | null,
): PolicyTest {
  const findings = ask === null ? [] : reports.flatMap((named) => replay(named, ask));
  const documents = reports.map(describeDocument);
  const byRule = groupBy(findings, ({ rule }) => rule);
  return {
    ...{ kind: 'policy-test', formatVersion: 1 },
    documents,
    rules: rules.map((rule) => countOutcomes(rule, byRule.get(rule.name) ?? [])),
    findings,
    diagnostics: [],
  };
}

function replay({ name: document, report }: NamedReport, ask: EvaluateRules): readonly ReplayedFinding[] {
  const { environment, scope, pipes } = report;
  const changed = pipes.filter(wasAsked);
  const context = { environment, changedPipes: changed.length, fleetSize: scope?.fleet ?? pipes.length };
  return changed.flatMap((pipe) =>
    pipe.changes.flatMap((change) => {
      const { path, before, after } = change;
      const about = { document, service: pipe.service, pipe: pipe.name, path, before, after };
      return ask(change, pipe, context).map(({ rule, outcome, reason }) => ({
        ...about,
        rule: rule.name,
        outcome,
        reason,
      }));
    }),
  );
}

/** A plan does not ask about a pipe that it refuses for something else. What is refused as a whole or by a check is refused later. */
function wasAsked({ status, changes, diagnostics }: NamedReport['report']['pipes'][number]): boolean {
  const isOther = ({ code, severity }: Diagnostic) =>
    severity === 'error' && code !== 'policy-rule' && code !== 'check-not-passed';
  return changes.length > 0 && (status !== 'refused' || !diagnostics.some(isOther));
}

function describeDocument({ name, report }: NamedReport): ReplayedDocument {
  const { kind, environment, pipes } = report;
  const at = report.kind === 'run' ? report.startedAt : report.createdAt;
  return { name, kind, at, environment, changes: pipes.reduce((sum, { changes }) => sum + changes.length, 0) };
}

function countOutcomes({ name, level }: Rule, findings: readonly ReplayedFinding[]): ReplayedRule {
  const counts = { refused: 0, failed: 0, warned: 0, excepted: 0 };
  for (const { outcome } of findings) counts[outcome] += 1;
  return { name, level, ...counts };
}
