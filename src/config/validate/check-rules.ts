import { compileRule } from '../../rules/compile-rule.ts';
import { type ConfigNode, childOf, itemsOf, type ScalarNode, textOf } from '../yaml/node.ts';
import type { SourceSpan } from '../yaml/source-file.ts';
import { quoteNode, type Reporter } from './problem.ts';

/** Checks the syntax and the types of the expressions of `policy.rules`, with their place in the expression. */
export function checkRules(node: ConfigNode | undefined, report: Reporter): void {
  for (const item of itemsOf(node)) {
    const when = childOf(item, 'when');
    const text = textOf(when);
    if (when?.kind !== 'scalar' || text === undefined) continue;
    const compiled = compileRule(text);
    if (compiled.ok) continue;
    const { summary, start, end } = compiled.problem;
    const name = childOf(item, 'name');
    const which = name === undefined ? 'a rule' : `rule ${quoteNode(name)}`;
    const words = {
      code: 'invalid-value',
      summary: `\`when\` of ${which} is not a valid expression: ${summary}.`,
    } as const;
    report(findSpan(when, text, start, end), words);
  }
}

/** The place of a part of an expression in its file; the whole value when a variable or an escape is in the way. */
function findSpan(node: ScalarNode, text: string, start: number, end: number): SourceSpan {
  if (node.written !== undefined) return node;
  const from = findOffset(node, text, start);
  const to = end > start ? findOffset(node, text, end - 1) : from;
  return from === null || to === null ? node : { ...node, start: from, end: to + 1 };
}

/** Quotes, escapes and indentation are only in the file, so each character is the next equal one there. */
function findOffset({ source, start, end }: SourceSpan, text: string, index: number): number | null {
  const raw = source.text.slice(start, end);
  const isBlock = /^[|>]/.test(raw);
  let at = isBlock ? raw.indexOf('\n') : /^["']/.test(raw) ? 1 : 0;
  let found = at - 1;
  for (const character of text.slice(0, index + 1)) {
    if (/\s/.test(character)) continue;
    found = raw.indexOf(character, at);
    if (found === -1) return null;
    at = found + 1;
  }
  return start + Math.max(found, 0);
}
