import type { Diagnostic, DiagnosticWords } from '../../model/diagnostic.ts';
import { problemAt } from '../validate/problem.ts';
import type { ConfigNode, ScalarNode } from '../yaml/node.ts';
import { holeAt, mapTree } from '../yaml/node.ts';
import { resolveScalar } from '../yaml/resolve-scalar.ts';
import type { Span } from '../yaml/source-file.ts';
import type { VariableProblem, Variables } from './interpolate.ts';
import { interpolate, needsInterpolation } from './interpolate.ts';

interface TreeResult {
  readonly node: ConfigNode;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Replaces variables in every scalar. A value that cannot be known becomes a hole. Variables that are missing inside an
 * environment that was not chosen are no problem: nobody needs them today.
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
        diagnostics.push(problemAt(placeOf(problem, part, part.value), wordsOf(problem)));
    return holeAt(part);
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

function wordsOf(problem: VariableProblem): DiagnosticWords {
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
        detail: 'Its name says that it holds a secret, and values of the configuration appear in plans and reports.',
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
