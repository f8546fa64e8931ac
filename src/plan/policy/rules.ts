import { diagnoseCode } from '../../model/diagnose-code.ts';
import { type Diagnostic, diagnose, hasErrors } from '../../model/diagnostic.ts';
import type { Fleet, Rule } from '../../model/fleet.ts';
import { printValue } from '../../model/json/json.ts';
import type { Change, PlannedPipe } from '../../model/plan.ts';

/** What rules see of a pipe. */
export type RuledPipe = Pick<PlannedPipe, 'name' | 'service' | 'source' | 'state' | 'liveName'>;

/** What rules see besides the pipe and its change. */
export interface RuleContext {
  readonly environment: string | null;
  readonly changedPipes: number;
  readonly fleetSize: number;
}

/** A rule that matches a change. */
export interface RuleFinding {
  readonly rule: Rule;
  /** `failed`: its expression has no answer for the values, which refuses the change. */
  readonly outcome: 'refused' | 'failed' | 'warned' | 'excepted';
  /** The last day of the exception for the pipe, which is over unless the outcome is `excepted`; null without one. */
  readonly until: string | null;
  /** The message of the rule, why it failed, or the reason of the exception. */
  readonly reason: string;
}

/** Asks every rule about one change, in the order of the rules. Pure: see `createRules`. */
export type EvaluateRules = (change: Change, pipe: RuledPipe, context: RuleContext) => readonly RuleFinding[];

/**
 * Asks the rules about each change of the pipes to update. A pipe with a refused change is `refused` and has no requests.
 * `changedPipes`, which rules see, counts the pipes to update before the rules refuse any.
 */
export function refuseByRules<Status extends string>(
  pipes: readonly PlannedPipe<Status>[],
  { pipes: { length: fleetSize }, environment }: Fleet,
  ask: EvaluateRules | null,
): readonly PlannedPipe<Status | 'refused'>[] {
  if (ask === null) return pipes;
  const changedPipes = pipes.filter(({ status }) => status === 'update').length;
  const context = { environment, changedPipes, fleetSize };
  return pipes.map((pipe) => {
    if (pipe.status !== 'update') return pipe;
    const found = pipe.changes.flatMap((change) =>
      ask(change, pipe, context).map((finding) => reportFinding(finding, change, pipe)),
    );
    const diagnostics = [...found, ...pipe.diagnostics];
    return hasErrors(found)
      ? { ...pipe, status: 'refused' as const, requests: [], diagnostics }
      : { ...pipe, diagnostics };
  });
}

function reportFinding(
  { rule, outcome, reason, until }: RuleFinding,
  { path, before, after }: Change,
  { name }: RuledPipe,
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
