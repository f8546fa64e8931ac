import { diagnoseCode } from '../../model/diagnose-code.ts';
import { type Diagnostic, diagnose } from '../../model/diagnostic.ts';
import { printValue } from '../../model/json/json.ts';
import type { Change, PlannedPipe } from '../../model/plan.ts';
import type { PlanPolicy, RuleFinding } from './plan-policy.ts';

/** `policy.rules`. `changedPipes`, which rules see, counts the pipes to update before the rules refuse any. */
export const rules: PlanPolicy = {
  ofPipes(updates, { fleet, evaluateRules: ask }) {
    if (ask === null) return new Map();
    const { environment } = fleet;
    const context = { environment, changedPipes: updates.length, fleetSize: fleet.pipes.length };
    return new Map(
      updates.map((pipe) => [
        pipe.name,
        pipe.changes.flatMap((change) => ask(change, pipe, context).map((found) => ruleProblem(found, change, pipe))),
      ]),
    );
  },
};

function ruleProblem(
  { rule, outcome, reason, until }: RuleFinding,
  { path, before, after }: Change,
  { name }: Pick<PlannedPipe, 'name'>,
): Diagnostic {
  const what = `${path} of pipe ${name} (${printValue(before)} -> ${printValue(after)})`;
  const detail = until === null ? null : `The exception for this pipe expired on ${until}.`;
  switch (outcome) {
    case 'excepted': {
      const summary = `Rule ${rule.name} is not applied to ${what} until ${until}: ${reason}`;
      return diagnose('note', { code: 'policy-rule', summary, hint: 'No action is needed.' }, rule.location);
    }
    case 'warned': {
      const summary = `Rule ${rule.name} warns of ${what}: ${reason}`;
      const hint = 'Read the message of the rule. If the change is intended, no action is needed.';
      return diagnose('warning', { code: 'policy-rule', summary, detail, hint }, rule.location);
    }
    case 'refused': {
      const summary = `Rule ${rule.name} refuses ${what}: ${reason}`;
      return diagnoseCode('policy-rule', summary, detail, 'error', rule.location);
    }
    case 'failed': {
      const summary = `Rule ${rule.name} could not be evaluated for ${what}, so the change is refused: ${reason}.`;
      return diagnoseCode('policy-rule', summary, detail, 'error', rule.location);
    }
  }
}
