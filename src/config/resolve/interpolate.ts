import type { DiagnosticWords } from '../../model/diagnostic.ts';
import { isCredentialName, isCredentialOfPipeform } from '../../model/secret/credential-variables.ts';
import type { Reporter } from '../validate/problem.ts';
import { type ConfigNode, errorAt, mapEntries, mapTree, resolveScalar, type ScalarNode } from '../yaml/node.ts';
import type { SourceSpan } from '../yaml/source-file.ts';

/** Environment variables: values of `${NAME}`, credentials and proxies. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Failures become error nodes. A variable that is missing only in another environment is not reported. */
export function interpolateTree(
  root: ConfigNode,
  variables: Variables,
  environment: string | null,
  report: Reporter,
): ConfigNode {
  // A dollar sign may also be an escape.
  if (!/[$\\]/.test(root.source.text)) return root;
  // Aliases of one value share its node, but a variable may be missing where the value is not used.
  const known = { used: new Map<ConfigNode, ConfigNode>(), unused: new Map<ConfigNode, ConfigNode>() };
  const replace = (part: ConfigNode, isUsed: boolean) => {
    const replaced = isUsed ? known.used : known.unused;
    return mapTree(part, (node) => {
      if (node.kind !== 'scalar' || typeof node.value !== 'string' || !needsInterpolation(node.value)) return node;
      const found = replaced.get(node) ?? replaceVariables(node, node.value, variables, isUsed, report);
      replaced.set(node, found);
      return found;
    });
  };
  return mapEntries(root, (part, key) => {
    // It holds anchors: their values are used where an alias is.
    if (key.startsWith('x-')) return replace(part, false);
    if (key !== 'environments' || part.kind !== 'map') return replace(part, true);
    return mapEntries(part, (value, name) => replace(value, name === environment));
  });
}

/** The limit is for one value. Finding the place of a problem reads the value again. */
const MAX_REPORTED = 10;

function replaceVariables(
  node: ScalarNode,
  written: string,
  variables: Variables,
  isUsed: boolean,
  report: Reporter,
): ConfigNode {
  const { value, problems } = interpolate(written, variables);
  // Only plain scalars are parsed again; a variable cannot add structure.
  if (problems.length === 0) {
    const { source, start, end, style } = node;
    const resolved = style === 'plain' ? resolveScalar(value.trim()) : value;
    return { kind: 'scalar', source, start, end, value: resolved, style, written };
  }
  const reported = new Set<string>();
  for (const problem of problems) {
    const words = describeProblem(problem);
    if (reported.has(words.summary) || (isOfValue(problem) && !isUsed)) continue;
    reported.add(words.summary);
    if (reported.size > MAX_REPORTED) break;
    report(findPlace(problem, node, written), words);
  }
  return errorAt(node);
}

/** The expression if the file has it literally, else the complete value (which may hold escapes or line breaks). */
function findPlace(problem: VariableProblem, node: ScalarNode, text: string): SourceSpan {
  const expression = text.slice(problem.start, problem.end);
  const before = text.slice(0, problem.start).split(expression).length - 1;
  const raw = node.source.text.slice(node.start, node.end).split(expression);
  if (raw.length <= before + 1) return node;
  const start = node.start + raw.slice(0, before + 1).join(expression).length;
  return { source: node.source, start, end: start + expression.length };
}

/** Whether another value of the variable solves the problem. */
function isOfValue({ kind }: VariableProblem): boolean {
  return kind === 'missing' || kind === 'empty';
}

function describeProblem({ kind, name, message }: VariableProblem): DiagnosticWords {
  if (kind === 'missing' || kind === 'empty') {
    const problem = kind === 'missing' ? 'is not set' : 'is set, but empty';
    const summary = `The environment variable ${name} ${problem}${message === null ? '.' : `: ${message}`}`;
    // An undefined variable of a CI system arrives as an empty one, which must not unset a live value.
    const unset = kind === 'empty' ? ` To unset a field, write \${${name}:-null}.` : '';
    return { code: 'variable-missing', summary, hint: `Set ${name}, or give a default: \${${name}:-default}.${unset}` };
  }
  if (kind === 'refused') {
    const summary = `The environment variable ${name} may not be used in a configuration file.`;
    const isOurs = isCredentialOfPipeform(name);
    const why = isOurs ? 'Pipeform takes a credential from it' : 'Its name suggests a secret';
    const detail = `${why}, and configuration values appear in plans and reports.`;
    const hint = isOurs
      ? 'Remove it from the file: Pipeform reads it from the environment.'
      : 'Remove it from the file. If the value is not secret, use a variable with another name.';
    return { code: 'variable-invalid', summary, detail, hint };
  }
  const hint = `Write \${VAR}, \${VAR:-default} or \${VAR:?message}; write $$ for a plain dollar sign.`;
  return { code: 'variable-invalid', summary: 'This is not a variable expression.', hint };
}

/** A problem of one `${…}`. Offsets are relative to the text. */
interface VariableProblem {
  readonly kind: 'missing' | 'empty' | 'refused' | 'syntax';
  readonly name: string;
  readonly message: string | null;
  readonly start: number;
  readonly end: number;
}

// Only `:-` gives an empty variable a value. Compose leaves it empty after `-` and `?`, which is an error here.
const HEAD = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?:(:)?([-?]))?/y;
const DEEPEST_DEFAULT = 20;

export function needsInterpolation(text: string): boolean {
  return text.includes('${') || text.includes('$$');
}

/**
 * Replaces `${VAR}`, `${VAR:-default}`, `${VAR-default}`, `${VAR:?message}`, `${VAR?message}` and `$$` as Compose does, but
 * refuses a variable that is empty or blank, except before `:-`. Defaults may contain expressions; a `$` before anything else
 * stays. Returns only the problems of the first kind that occurs: syntax (one), names that indicate a secret (their values are
 * never read), missing and empty variables.
 */
export function interpolate(text: string, variables: Variables) {
  const problems: VariableProblem[] = [];
  const { value } = expand({ text, variables, problems }, 0, 0, true);
  const syntax = problems.find(({ kind }) => kind === 'syntax');
  if (syntax !== undefined) return { value, problems: [syntax] };
  const refused = problems.filter(({ kind }) => kind === 'refused');
  return { value, problems: refused.length > 0 ? refused : problems };
}

interface Expansion {
  readonly text: string;
  readonly variables: Variables;
  readonly problems: VariableProblem[];
}

/** Replaced text, and the offset after the original. */
type Expanded = { readonly value: string; readonly end: number };

/** Expands up to the end of the text, or to the brace that closes a default. An unused default may lack variables. */
function expand(expansion: Expansion, start: number, depth: number, isUsed: boolean): Expanded {
  const { text } = expansion;
  let value = '';
  let at = start;
  while (at < text.length && (depth === 0 || text[at] !== '}')) {
    if (text.startsWith('${', at)) {
      const expression = expandVariable(expansion, at, depth, isUsed);
      value += expression.value;
      at = expression.end;
    } else {
      value += text[at];
      at += text.startsWith('$$', at) ? 2 : 1;
    }
  }
  return { value, end: at };
}

function expandVariable(expansion: Expansion, start: number, depth: number, isUsed: boolean): Expanded {
  const { text, variables, problems } = expansion;
  HEAD.lastIndex = start;
  const head = depth < DEEPEST_DEFAULT ? HEAD.exec(text) : null;
  const [, name = '', colon, operator] = head ?? [];
  const fail = (kind: VariableProblem['kind'], end: number, message: string | null = null) =>
    problems.push({ kind, name, message, start, end });
  if (head === null) {
    fail('syntax', Math.min(text.length, start + 2));
    return { value: '', end: text.length };
  }
  const isSecret = isCredentialName(name);
  const set = !isSecret && Object.hasOwn(variables, name) ? variables[name] : undefined;
  const isEmpty = set?.trim() === '';
  const hasDefault = operator === '-' && (colon !== undefined || !isEmpty);
  const value = isEmpty ? undefined : set;
  const from = start + head[0].length;
  const usesDefault = isUsed && value === undefined && hasDefault;
  const argument = operator === undefined ? { value: '', end: from } : expand(expansion, from, depth + 1, usesDefault);
  if (text[argument.end] !== '}') {
    fail('syntax', argument.end);
    return { value: '', end: text.length };
  }
  const end = argument.end + 1;
  if (isSecret) fail('refused', end);
  else if (value === undefined && !hasDefault && isUsed)
    fail(isEmpty ? 'empty' : 'missing', end, operator === '?' ? text.slice(from, argument.end) || null : null);
  return { value: value ?? argument.value, end };
}
