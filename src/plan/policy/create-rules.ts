import type { Rule, RuleException } from '../../model/fleet.ts';
import { compileRule, type RuleAnswer } from '../../rules/compile-rule.ts';
import type { EvaluateRules, RuleFinding } from './plan-policy.ts';

/** Compiles the rules of a configuration, which `loadFleet` has checked. `nowMs`: for the last days of exceptions. */
export function createRules(rules: readonly Rule[], nowMs: number): EvaluateRules {
  const compiled = rules.map((rule) => ({ rule, expression: compileRule(rule.when) }));
  const today = new Date(nowMs).toISOString().slice(0, 10);
  return ({ path, before, after, origin }, { name, service, source, state, liveName }, { environment, ...plan }) => {
    const pipe = { name, service, source, state, liveName };
    const values = { change: { path, before, after, origin }, pipe, plan, environment };
    return compiled.flatMap(({ rule, expression }): readonly RuleFinding[] => {
      const answer: RuleAnswer = expression.ok
        ? expression.ask(values)
        : { ok: false, reason: expression.problem.summary };
      if (answer.ok && !answer.holds) return [];
      const exception = findException(rule.except, name);
      const found = { rule, until: exception?.until ?? null };
      if (exception !== null && today <= exception.until) {
        return [{ ...found, outcome: 'excepted', reason: exception.reason }];
      }
      if (!answer.ok) return [{ ...found, outcome: 'failed', reason: answer.reason }];
      return [{ ...found, outcome: rule.level === 'warn' ? 'warned' : 'refused', reason: rule.message }];
    });
  };
}

/** The one that holds longest. */
function findException(all: readonly RuleException[], name: string): RuleException | null {
  const ofPipe = all.filter(({ pipe }) => pipe === name);
  return ofPipe.reduce<RuleException | null>(
    (last, one) => (last !== null && last.until >= one.until ? last : one),
    null,
  );
}
