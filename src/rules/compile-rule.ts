// Rules are CEL expressions. `@marcbachmann/cel-js` checks the types of an expression before it runs and says where in it an error
// is, limits its size and depth, and has no dependencies: 84 KB built in. `@bufbuild/cel` 0.6, which also reads Protocol Buffers, is
// 277 KB, finds a wrong type only when a rule runs, and has no limits: 500 brackets overflow the stack. It conforms better. Of the 534
// conformance cases of cel-spec 0.25.1 that use only what rules may use, it passes all, and this package 510. Of the other 24, 10 are
// refused when they are compiled (mixed types, `.99`), 10 are about whole numbers beyond 2^53, and 4 about names with dots.
// What a rule may call is listed here. Nothing on the list takes more than linear time: there are no regular expressions, which can
// take forever, and no loop in a loop. Only a configuration with rules loads this file.
import { Environment } from '@marcbachmann/cel-js';
import type { JsonValue } from '../model/json/json.ts';
import type { Result } from '../model/result.ts';

/** What a rule sees of one change. Null: unset, not known, or without a base. */
export interface RuleValues {
  readonly change: {
    readonly path: string;
    readonly before: JsonValue;
    readonly after: JsonValue;
    readonly origin: string | null;
  };
  readonly pipe: {
    readonly name: string;
    readonly service: string;
    readonly source: string | null;
    readonly state: string | null;
    readonly liveName: string | null;
  };
  readonly plan: { readonly changedPipes: number; readonly fleetSize: number };
  readonly environment: string | null;
}

/** `start` and `end` are offsets in the expression; `end` is exclusive. */
export interface RuleProblem {
  readonly summary: string;
  readonly start: number;
  readonly end: number;
}

/** Whether the expression is true for the values, or why it has no answer. */
export type RuleAnswer = Result<{ readonly holds: boolean }, { readonly reason: string }>;

export type CompiledRule = Result<{ ask(values: RuleValues): RuleAnswer }, { readonly problem: RuleProblem }>;

export const LONGEST_RULE = 2_000;

const LIMITS = { maxAstNodes: 300, maxDepth: 30, maxListElements: 100, maxMapEntries: 0, maxCallArguments: 4 };

const nullable = 'dyn';
const environment = new Environment({ homogeneousAggregateLiterals: false, limits: LIMITS })
  .registerVariable({
    name: 'change',
    schema: { path: 'string', before: 'dyn', after: 'dyn', origin: nullable },
  })
  .registerVariable({
    name: 'pipe',
    schema: { name: 'string', service: 'string', source: nullable, state: nullable, liveName: nullable },
  })
  .registerVariable({ name: 'plan', schema: { changedPipes: 'int', fleetSize: 'int' } })
  .registerVariable('environment', nullable);

const FUNCTIONS: ReadonlySet<string> = new Set([
  ...['contains', 'startsWith', 'endsWith', 'lowerAscii', 'upperAscii', 'size'],
  ...['int', 'double', 'string', 'dyn', 'all', 'exists', 'exists_one'],
]);
const LOOPS: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one']);

/** Compiles and type-checks an expression. Never throws. */
export function compileRule(when: string): CompiledRule {
  const compiled = compile(when);
  return compiled.ok ? compiled : { ok: false, problem: findOtherWord(when) ?? compiled.problem };
}

/** What other languages write, and CEL: each alternative of the pattern with its own. */
const OTHER_WORDS: readonly (readonly [pattern: RegExp, cel: string])[] = [
  [/(?<![=!<>])={3}(?!=)|(?<![=!<>:])=(?![=~])|:=/, '=='],
  [/!==|<>/, '!='],
  [/(?<!&)&(?!&)|\band\b/i, '&&'],
  [/(?<!\|)\|(?!\|)|\bor\b/i, '||'],
  [/\bnot\b/i, '!'],
  [/\bis\s+not\b/i, '!='],
  [/\bis\b/i, '=='],
  [/\b(?:[Nn]one|[Nn]il|undefined|NULL|Null)\b/, 'null'],
  [/\bTrue\b|\bTRUE\b/, 'true'],
  [/\bFalse\b|\bFALSE\b/, 'false'],
  [/[“”„]/, '"'],
  [/[‘’]/, "'"],
  [/=~|\blike\b/i, 'contains()'],
];

/** The first word or sign outside of texts that is one of another language; null without one. */
function findOtherWord(when: string): RuleProblem | null {
  // The texts as blanks, so that the offsets stay.
  const code = when.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, (text) => ' '.repeat(text.length));
  const found = OTHER_WORDS.flatMap(([pattern, cel]) => {
    const match = pattern.exec(code);
    return match === null ? [] : [{ start: match.index, text: match[0], cel }];
  });
  const [first] = found.sort((a, b) => a.start - b.start);
  if (first === undefined) return null;
  const { start, text, cel } = first;
  return { summary: `\`${text}\` is not CEL; write \`${cel}\``, start, end: start + text.length };
}

function compile(when: string): CompiledRule {
  if (when.length > LONGEST_RULE) {
    const summary = `the expression has ${when.length} characters; a rule may have ${LONGEST_RULE}`;
    return { ok: false, problem: { summary, start: 0, end: when.length } };
  }
  try {
    const run = environment.parse(when);
    const unavailable = findUnavailable(run.ast, null);
    if (unavailable !== null) return { ok: false, problem: unavailable };
    const { valid, type, error } = run.check();
    if (!valid) return { ok: false, problem: describeError(error, when) };
    if (type !== 'bool' && type !== 'dyn') {
      const summary = `the expression gives ${type}, not true or false`;
      return { ok: false, problem: { summary, start: 0, end: when.length } };
    }
    return { ok: true, ask: (values) => ask(run, values) };
  } catch (error) {
    return { ok: false, problem: describeError(error, when) };
  }
}

function ask(run: (context: object) => unknown, values: RuleValues): RuleAnswer {
  try {
    const { change, plan } = values;
    const answer = run({
      ...values,
      change: { ...change, before: toCel(change.before), after: toCel(change.after) },
      plan: { changedPipes: toCel(plan.changedPipes), fleetSize: toCel(plan.fleetSize) },
    });
    if (typeof answer === 'boolean') return { ok: true, holds: answer };
    return { ok: false, reason: 'it gives neither true nor false' };
  } catch (error) {
    return { ok: false, reason: describeError(error, '').summary };
  }
}

/** CEL distinguishes whole numbers from others. */
function toCel(value: JsonValue): unknown {
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : value;
}

interface AstNode {
  readonly op: string;
  readonly args: unknown;
  readonly start: number;
  readonly end: number;
}

/** A function that rules do not have, or a loop in another one. `loop`: the loop that the node is in. */
function findUnavailable(node: unknown, loop: string | null): RuleProblem | null {
  if (Array.isArray(node)) {
    for (const one of node) {
      const found = findUnavailable(one, loop);
      if (found !== null) return found;
    }
    return null;
  }
  if (!isAstNode(node)) return null;
  const { op, args, start, end } = node;
  let within = loop;
  if (op === 'call' || op === 'rcall') {
    const name = String(Array.isArray(args) ? args[0] : '');
    if (!FUNCTIONS.has(name)) {
      const hint = name === 'matches' ? '; use contains, startsWith or endsWith' : '';
      return { summary: `rules do not have ${name}()${hint}`, start, end };
    }
    if (LOOPS.has(name)) {
      if (loop !== null) return { summary: `${name}() is inside ${loop}(); a rule may not loop in a loop`, start, end };
      within = name;
    }
  }
  return findUnavailable(args, within);
}

function isAstNode(node: unknown): node is AstNode {
  return typeof node === 'object' && node !== null && 'op' in node && 'args' in node;
}

function describeError(error: unknown, when: string): RuleProblem {
  const { code, summary, message, range } = error as Partial<CelError>;
  const { start = 0, end = when.length } = range ?? {};
  const [text = ''] = (summary ?? message ?? 'it cannot be evaluated').split('\n');
  if (code === 'limit_exceeded') return { summary: describeLimit(text), start, end };
  return { summary: text.charAt(0).toLowerCase() + text.slice(1).replace(/\.$/, ''), start, end };
}

const LIMIT_MESSAGES: Readonly<Record<keyof typeof LIMITS, string>> = {
  maxAstNodes: `the expression has more than ${LIMITS.maxAstNodes} parts`,
  maxDepth: `the expression is nested more than ${LIMITS.maxDepth} levels deep`,
  maxListElements: `a list has more than ${LIMITS.maxListElements} items`,
  maxMapEntries: 'rules do not have maps',
  maxCallArguments: `a call has more than ${LIMITS.maxCallArguments} arguments`,
};

/** Only the text of the library has the name of the limit. */
function describeLimit(text: string): string {
  const [, message] = Object.entries(LIMIT_MESSAGES).find(([limit]) => text.includes(limit)) ?? [];
  return message ?? 'the expression is too large';
}

interface CelError {
  readonly code: string;
  readonly summary: string;
  readonly message: string;
  readonly range: Range | null;
}

interface Range {
  readonly start: number;
  readonly end: number;
}
