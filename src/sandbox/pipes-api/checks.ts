import type { SourceKind } from '../../model/field.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import { kindOf, type Pipe } from '../fleet/pipe.ts';
import type { Switches } from '../switches.ts';
import { Refusal } from './answer.ts';
import { HIDDEN_RANGES, type KeyRule, SCALING_RULES, settingRulesOf } from './contract.ts';
import type { WireNames } from './naming.ts';

type CheckSwitches = Pick<Switches, 'null' | 'bounds' | 'extraSetting'>;

/**
 * Checks a settings update against the contract and the enforced ranges. Keys that the pipe already carries outside the
 * contract are accepted as they come; others outside it are refused (a guess).
 * @param body under the names that the API has for settings.
 * @throws Refusal 400 whose text names every key at fault, as the API calls it.
 */
export function checkSettings(pipe: Pipe, body: JsonObject, switches: CheckSwitches, { toContract }: WireNames): void {
  const rules = settingRulesOf(kindOf(pipe), switches.extraSetting);
  refuseProblems(
    Object.entries(body).map(([name, value]) => {
      const key = toContract(name);
      const rule = key === undefined ? undefined : ruleOf(rules, key);
      if (key === undefined || rule === undefined) {
        return key !== undefined && Object.hasOwn(pipe.settings, key) ? undefined : `${name} is not a setting`;
      }
      if (value === null) return nullProblem(name, switches);
      const hidden = switches.bounds === 'hidden' ? HIDDEN_RANGES[key] : undefined;
      return findProblem(name, value, hidden === undefined ? rule : { ...rule, range: hidden });
    }),
  );
}

/**
 * Checks a scaling update: contract ranges, and that each key applies to the pipe's kind. Postgres pipes reject scaling.
 * @throws Refusal 400 whose text names every key at fault.
 */
export function checkScaling(pipe: Pipe, body: JsonObject, switches: CheckSwitches): void {
  const kind = kindOf(pipe);
  if (kind === 'postgres') throw new Refusal('BAD_REQUEST', 'postgres pipes cannot be scaled.');
  refuseProblems(
    Object.entries(body).map(
      ([key, value]) =>
        findScalingProblem(kind, key, value) ?? (value === null ? nullProblem(key, switches) : undefined),
    ),
  );
}

/** What is wrong with one scaling key of a pipe of this kind; undefined when nothing is. Null is no value, so never wrong here. */
export function findScalingProblem(kind: SourceKind | undefined, key: string, value: JsonValue): string | undefined {
  const rule = ruleOf(SCALING_RULES, key);
  if (rule === undefined) return `${key} is not a scaling key`;
  if (kind !== undefined && !rule.kinds.includes(kind)) return `${key} does not apply to ${kind} pipes`;
  return value === null ? undefined : findProblem(key, value, rule);
}

/** What is wrong with a value under a rule, as a phrase that begins with the key; undefined when nothing is. */
export function findProblem(key: string, value: JsonValue, rule: KeyRule): string | undefined {
  if (rule.type === 'boolean') return typeof value === 'boolean' ? undefined : `${key} must be a boolean`;
  if (typeof value !== 'number') return `${key} must be ${article(rule.type)}`;
  if (rule.type === 'integer' && !Number.isSafeInteger(value)) return `${key} must be ${article(rule.type)}`;
  const [minimum, maximum] = rule.range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return value >= minimum && value <= maximum ? undefined : `${key} must be between ${minimum} and ${maximum}`;
}

/** The rule of a key; own keys only, since bodies may name `constructor` or `__proto__`. */
export function ruleOf(rules: Readonly<Record<string, KeyRule>>, key: string): KeyRule | undefined {
  return Object.hasOwn(rules, key) ? rules[key] : undefined;
}

function nullProblem(key: string, switches: CheckSwitches): string | undefined {
  return switches.null === 'reject' ? `${key} must not be null` : undefined;
}

function article(type: 'integer' | 'number'): string {
  return type === 'integer' ? 'an integer' : 'a number';
}

function refuseProblems(found: readonly (string | undefined)[]): void {
  const problems = found.filter((problem) => problem !== undefined);
  if (problems.length > 0) throw new Refusal('BAD_REQUEST', `${problems.join('; ')}.`);
}
