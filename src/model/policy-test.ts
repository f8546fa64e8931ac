import type { Diagnostic } from './diagnostic.ts';
import type { Rule } from './fleet.ts';
import type { Change, PlannedPipe } from './plan.ts';
import type { Report } from './report.ts';

/** What a rule says of a change. `failed`: its expression has no answer for the values, which refuses the change. */
export type RuleOutcome = 'refused' | 'failed' | 'warned' | 'excepted';

/** A document whose changes were replayed. */
export interface ReplayedDocument {
  /** The name of the file. */
  readonly name: string;
  readonly kind: Report['kind'];
  /** UTC, as `2026-11-20T10:00:00.000Z`. */
  readonly at: string;
  readonly environment: string | null;
  readonly changes: number;
}

/** A rule and how often it speaks. */
export type ReplayedRule = Pick<Rule, 'name' | 'level'> & Readonly<Record<RuleOutcome, number>>;

/** A change that a rule matches. */
export interface ReplayedFinding extends Pick<Change, 'path' | 'before' | 'after'> {
  readonly document: string;
  readonly service: PlannedPipe['service'];
  readonly pipe: PlannedPipe['name'];
  readonly rule: string;
  readonly outcome: RuleOutcome;
  /** The message of the rule, why it failed, or the reason of the exception. */
  readonly reason: string;
}

/** The document of `pipeform policy test` (`schema/policy-test.schema.json`). */
export interface PolicyTest {
  readonly kind: 'policy-test';
  readonly formatVersion: 1;
  readonly documents: readonly ReplayedDocument[];
  /** The rules are in the order of the configuration. */
  readonly rules: readonly ReplayedRule[];
  /** The findings are in the order of the documents. */
  readonly findings: readonly ReplayedFinding[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Whether a rule would have refused something. */
export function hasRefusals({ findings }: Pick<PolicyTest, 'findings'>): boolean {
  return findings.some(({ outcome }) => outcome === 'refused' || outcome === 'failed');
}
