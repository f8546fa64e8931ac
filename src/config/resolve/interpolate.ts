import type { Diagnostic, DiagnosticWords } from '../../model/diagnostic.ts';
import { problemAt } from '../validate/problem.ts';
import { type ConfigNode, errorAt, mapTree, resolveScalar, type ScalarNode } from '../yaml/node.ts';
import type { Span } from '../yaml/source-file.ts';

interface TreeResult {
  readonly node: ConfigNode;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Replaces variables in every scalar. A value that cannot be known becomes an error node. Variables that are missing
 * inside an environment that is not selected are not reported.
 */
export function interpolateTree(root: ConfigNode, variables: Variables, environment: string | null): TreeResult {
  // A dollar sign may also be written as an escape.
  if (!/[$\\]/.test(root.source.text)) return { node: root, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const node = mapTree(root, (part, path) => {
    if (part.kind !== 'scalar' || typeof part.value !== 'string' || !needsInterpolation(part.value)) return part;
    const result = interpolate(part.value, variables);
    if (result.ok) return replaceValue(part, part.value, result.value);
    const unused = path[0] === 'environments' && path[1] !== environment;
    for (const problem of distinct(result.problems))
      if (problem.kind !== 'missing' || !unused)
        diagnostics.push(problemAt(placeOf(problem, part, part.value), describeProblem(problem)));
    return errorAt(part);
  });
  return { node, diagnostics };
}

/** One mistake in one value is told once, however often it is repeated there. */
function distinct(problems: readonly VariableProblem[]): Iterable<VariableProblem> {
  const known = new Map<string, VariableProblem>();
  for (const problem of problems) {
    const address = problem.kind === 'syntax' ? `at ${problem.start}` : `${problem.kind} ${problem.name}`;
    if (!known.has(address)) known.set(address, problem);
  }
  return known.values();
}

/** What would be anything but a plain scalar stays text, so that a variable cannot add structure. */
function replaceValue(node: ScalarNode, written: string, value: string): ScalarNode {
  return { ...node, written, value: node.style === 'plain' ? resolveScalar(value.trim()) : value };
}

/** The expression itself where the file has it letter by letter, else the whole value (it may hold escapes or line breaks). */
function placeOf(problem: VariableProblem, node: ScalarNode, text: string): Span {
  const expression = text.slice(problem.start, problem.end);
  const before = text.slice(0, problem.start).split(expression).length - 1;
  const raw = node.source.text.slice(node.start, node.end);
  let at = raw.indexOf(expression);
  for (let skipped = 0; skipped < before && at !== -1; skipped += 1) at = raw.indexOf(expression, at + 1);
  if (at === -1) return node;
  return { source: node.source, start: node.start + at, end: node.start + at + expression.length };
}

function describeProblem(problem: VariableProblem): DiagnosticWords {
  const { name, message } = problem;
  switch (problem.kind) {
    case 'missing':
      return {
        code: 'variable-missing',
        summary: `The environment variable ${name} is not set${message === null ? '.' : `: ${message}`}`,
        hint: `Set ${name}, or give a default: \${${name}:-default}.`,
      };
    case 'refused':
      return {
        code: 'variable-refused',
        summary: `The environment variable ${name} may not be used in a configuration file.`,
        detail: 'Its name indicates a secret, and configuration values appear in plans and reports.',
        hint: 'Credentials come only from PIPEFORM_KEY_ID, PIPEFORM_KEY_SECRET and PIPEFORM_ACCESS_TOKEN.',
      };
    case 'syntax':
      return {
        code: 'variable-syntax',
        summary: 'This is not a variable expression.',
        hint: `Write \${VAR}, \${VAR:-default} or \${VAR:?message}; write $$ for a plain dollar sign.`,
      };
  }
}

export type Variables = Readonly<Record<string, string | undefined>>;

/** What is wrong with one `${…}`; offsets are those of the expression within the text. */
interface VariableProblem {
  readonly kind: 'missing' | 'refused' | 'syntax';
  readonly name: string;
  /** The message of `${VAR:?message}`, or null. */
  readonly message: string | null;
  readonly start: number;
  readonly end: number;
}

type Interpolation =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly problems: readonly VariableProblem[] };

type TextPart = string | Expression;

interface Expression {
  readonly name: string;
  /** `:-` and `:?` also hold for an empty variable; `-` and `?` only for one that is not set. */
  readonly operator: ':-' | '-' | ':?' | '?' | null;
  readonly argument: readonly TextPart[];
  readonly argumentText: string;
  readonly start: number;
  readonly end: number;
}

const HEAD = /\$\{([A-Za-z_][A-Za-z0-9_]*)(:-|:\?|-|\?)?/y;
const SECRET_NAME = /(?:SECRET|TOKEN|PASSWORD|KEY)$/i;
const DEEPEST_DEFAULT = 20;

/** Whether the text holds anything to replace. */
export function needsInterpolation(text: string): boolean {
  return text.includes('${') || text.includes('$$');
}

/**
 * Replaces `${VAR}`, `${VAR:-default}`, `${VAR-default}`, `${VAR:?message}`, `${VAR?message}` and `$$` as Compose files do.
 * Defaults may hold further expressions. A `$` before anything else stays. Every problem of the text is returned, and the
 * value of a variable whose name says that it is a secret is never looked at.
 */
export function interpolate(text: string, variables: Variables): Interpolation {
  const parsed = parseParts(text, 0, 'end', 0);
  if ('problem' in parsed) return { ok: false, problems: [parsed.problem] };
  const refused = allExpressions(parsed.parts)
    .filter((expression) => SECRET_NAME.test(expression.name))
    .map((expression) => problemOf(expression, 'refused'));
  if (refused.length > 0) return { ok: false, problems: refused };
  const problems: VariableProblem[] = [];
  const value = evaluate(parsed.parts, variables, problems);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value };
}

function evaluate(parts: readonly TextPart[], variables: Variables, problems: VariableProblem[]): string {
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const value = Object.hasOwn(variables, part.name) ? variables[part.name] : undefined;
    const emptyCounts = part.operator === ':-' || part.operator === ':?';
    if (value !== undefined && !(emptyCounts && value === '')) text += value;
    else if (part.operator === ':-' || part.operator === '-') text += evaluate(part.argument, variables, problems);
    else problems.push(problemOf(part, 'missing'));
  }
  return text;
}

function problemOf(expression: Expression, kind: 'missing' | 'refused'): VariableProblem {
  const { name, operator, argumentText, start, end } = expression;
  const hasMessage = (operator === ':?' || operator === '?') && argumentText !== '';
  return { kind, name, message: hasMessage ? argumentText : null, start, end };
}

function allExpressions(parts: readonly TextPart[]): Expression[] {
  return parts.flatMap((part) => (typeof part === 'string' ? [] : [part, ...allExpressions(part.argument)]));
}

type Parsed = { readonly parts: readonly TextPart[]; readonly end: number } | { readonly problem: VariableProblem };

/** Reads up to the end of the text, or up to the brace that closes the expression around it. */
function parseParts(text: string, from: number, until: 'end' | 'brace', depth: number): Parsed {
  const parts: TextPart[] = [];
  let literal = '';
  let at = from;
  while (at < text.length) {
    if (until === 'brace' && text[at] === '}') break;
    if (text.startsWith('$$', at)) {
      literal += '$';
      at += 2;
    } else if (text.startsWith('${', at)) {
      const expression = parseExpression(text, at, depth);
      if ('problem' in expression) return expression;
      parts.push(literal, expression);
      literal = '';
      at = expression.end;
    } else {
      literal += text[at];
      at += 1;
    }
  }
  return { parts: [...parts, literal], end: at };
}

function parseExpression(
  text: string,
  start: number,
  depth: number,
): Expression | { readonly problem: VariableProblem } {
  HEAD.lastIndex = start;
  const head = HEAD.exec(text);
  const name = head?.[1] ?? '';
  const broken = (end: number) => ({ problem: { kind: 'syntax' as const, name, message: null, start, end } });
  if (head === null || depth >= DEEPEST_DEFAULT) return broken(Math.min(text.length, start + 2));
  const operator = (head[2] ?? null) as Expression['operator'];
  const argumentStart = HEAD.lastIndex;
  const argument =
    operator === null ? { parts: [], end: argumentStart } : parseParts(text, argumentStart, 'brace', depth + 1);
  if ('problem' in argument) return argument;
  if (text[argument.end] !== '}') return broken(argument.end);
  return {
    name,
    operator,
    argument: argument.parts,
    argumentText: text.slice(argumentStart, argument.end),
    start,
    end: argument.end + 1,
  };
}
