import type { Rule, RuleException } from '../../model/fleet.ts';
import { quoteNode, type Reporter } from '../validate/problem.ts';
import { type ConfigNode, childOf, itemsOf, textOf } from '../yaml/node.ts';
import { locate } from '../yaml/source-file.ts';
import { readDate } from './quantity.ts';

/** `policy.rules`; invalid rules are reported and left out. Their expressions are checked apart: see `checkRules`. */
export function buildRules(node: ConfigNode | undefined, report: Reporter): readonly Rule[] {
  const names = new Set<string>();
  return itemsOf(node).flatMap((item): readonly Rule[] => {
    const named = childOf(item, 'name');
    const [name, when, message] = ['name', 'when', 'message'].map((key) => textOf(childOf(item, key)));
    const except = itemsOf(childOf(item, 'except')).flatMap((one) => buildException(one, report));
    if (named !== undefined && name !== undefined && names.has(name)) {
      const summary = `There are two rules with the name ${quoteNode(named)}.`;
      report(named, { code: 'duplicate-definition', summary });
    }
    if (name === undefined || when === undefined || message === undefined) return [];
    names.add(name);
    const level = textOf(childOf(item, 'level')) === 'warn' ? 'warn' : 'refuse';
    return [{ name, when, level, message, except, location: locate(item) }];
  });
}

function buildException(item: ConfigNode, report: Reporter): readonly RuleException[] {
  const [pipe, reason] = ['pipe', 'reason'].map((key) => textOf(childOf(item, key)));
  const until = readDate(childOf(item, 'until'), report);
  return pipe === undefined || reason === undefined || until === null ? [] : [{ pipe, until, reason }];
}
