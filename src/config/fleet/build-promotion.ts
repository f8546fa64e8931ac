import { DAY_MS } from '../../model/clock.ts';
import { isFieldPath, isInRange } from '../../model/field/field.ts';
import type { Promotion } from '../../model/fleet.ts';
import { formatNumber } from '../../model/number.ts';
import { createSuggester } from '../../model/suggest.ts';
import { describeFound, quote, quoteNode, type Reporter } from '../validate/problem.ts';
import { childOf, entryOf, keysOf, type MapNode, nodeAt, textOf } from '../yaml/node.ts';
import { locate } from '../yaml/source-file.ts';
import { describeRangeError, readAmount } from './quantity.ts';
import { findEntry, findNode, type Sections } from './values.ts';

/** More is a mistake, and would soon end beyond any calendar. */
const SOAK_RANGE = { minimum: 0, maximum: 366 * DAY_MS, unit: 'milliseconds' } as const;

/** The promotion of a merged document, without the fleet that it comes from; null without one. */
export function buildPromotion(sections: Sections, report: Reporter): Promotion | null {
  const entry = findEntry(sections, 'promotion');
  const { from, except = [], missing = 'refuse' } = sections.promotion ?? {};
  if (entry === undefined || from === undefined) return null;
  const soak = findNode(sections.promotion, 'soak');
  const soakMs = readAmount(soak, 'milliseconds', '`promotion.soak`', report) ?? 0;
  if (soak !== undefined && !isInRange(soakMs, SOAK_RANGE))
    report(soak, describeRangeError('`promotion.soak`', SOAK_RANGE, describeFound(soak)));
  return { from, source: null, soakMs, except: except.filter(isFieldPath), missing, location: locate(entry) };
}

const MAX_NAMED = 8;

/** Reports environments that are promoted from none, from themselves, or in a cycle. `document` has all environments. */
export function checkPromotions(document: MapNode, report: Reporter): void {
  const environments = childOf(document, 'environments');
  const known = keysOf(environments);
  const near = createSuggester();
  const sourceOf = (name: string) => nodeAt(environments, name, 'promotion', 'from');
  const followed = new Set<string>();
  for (const name of known) {
    const node = sourceOf(name);
    const from = textOf(node);
    if (node === undefined || from === undefined) continue;
    if (entryOf(environments, from) === undefined) {
      const nearest = near(from, known);
      const hint = nearest === null ? `Known: ${listFew(known, ', ')}.` : `Did you mean ${quote(nearest)}?`;
      report(node, { code: 'unknown-reference', summary: `There is no environment ${quoteNode(node)}.`, hint });
      continue;
    }
    const cycle = findCycle(name, (step) => textOf(sourceOf(step)), followed);
    const [first] = cycle;
    if (first === undefined) continue;
    const summary =
      cycle.length === 1
        ? `Environment ${quote(first)} is promoted from itself.`
        : `The promotions of environments form a cycle: ${listFew([...cycle, first].map(quote), ' from ')}.`;
    report(sourceOf(first) ?? node, {
      code: 'invalid-value',
      summary,
      hint: 'Promote from an environment that gets the changes earlier.',
    });
  }
}

/** The cycle that the sources of an environment lead to, if any. Follows each environment once: they are added to `followed`. */
function findCycle(
  start: string,
  sourceOf: (name: string) => string | undefined,
  followed: Set<string>,
): readonly string[] {
  const way = new Set<string>();
  for (let step: string | undefined = start; step !== undefined && !followed.has(step); step = sourceOf(step)) {
    followed.add(step);
    way.add(step);
    const next = sourceOf(step);
    if (next !== undefined && way.has(next)) {
      const all = [...way];
      return all.slice(all.indexOf(next));
    }
  }
  return [];
}

function listFew(names: readonly string[], separator: string): string {
  const more = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(separator) + (more > 0 ? `${separator}${formatNumber(more)} more` : '');
}
