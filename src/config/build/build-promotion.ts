import type { FieldPath } from '../../model/field/field.ts';
import type { Promotion } from '../../model/fleet.ts';
import { suggest } from '../../model/suggest.ts';
import { describeFound, quote, quoteNode, type Reporter } from '../validate/problem.ts';
import { type ConfigNode, childOf, entriesOf, entryOf, keysOf, type MapNode, textOf, textsIn } from '../yaml/node.ts';
import { locate } from '../yaml/source-file.ts';
import { describeRangeError, isWithin, readAmount } from './quantity.ts';

/** More is a mistake, and would soon end beyond any calendar. */
const SOAK_RANGE = { minimum: 0, maximum: 366 * 86_400_000, unit: 'milliseconds' } as const;

/** The promotion of a merged document, without the fleet that it comes from; null without one. */
export function buildPromotion(document: MapNode, report: Reporter): Promotion | null {
  const entry = entryOf(document, 'promotion');
  const from = textOf(childOf(entry?.value, 'from'));
  if (entry === undefined || from === undefined) return null;
  const soak = childOf(entry.value, 'soak');
  const soakMs = readAmount(soak, 'milliseconds', '`promotion.soak`', report) ?? 0;
  if (soak !== undefined && !isWithin(soakMs, SOAK_RANGE))
    report(soak, describeRangeError('`promotion.soak`', SOAK_RANGE, describeFound(soak)));
  const except = textsIn(entry.value, 'except') as readonly FieldPath[];
  const missing = readMissing(childOf(entry.value, 'missing'));
  return { from, source: null, soakMs, except, missing, location: locate(entry) };
}

function readMissing(node: ConfigNode | undefined): Promotion['missing'] {
  const text = textOf(node);
  return text === 'warn' || text === 'allow' ? text : 'refuse';
}

/** Reports environments that are promoted from none, from themselves, or in a circle. `document` has all environments. */
export function checkPromotions(document: MapNode, report: Reporter): void {
  const environments = childOf(document, 'environments');
  const known = keysOf(environments);
  const sourceOf = (name: string) => childOf(childOf(childOf(environments, name), 'promotion'), 'from');
  const reported = new Set<string>();
  for (const [name] of entriesOf(environments)) {
    const node = sourceOf(name);
    const from = textOf(node);
    if (node === undefined || from === undefined) continue;
    if (!known.includes(from)) {
      const near = suggest(from, known);
      const hint = near === null ? `Known: ${known.join(', ')}.` : `Did you mean ${quote(near)}?`;
      report(node, { code: 'unknown-reference', summary: `There is no environment ${quoteNode(node)}.`, hint });
      continue;
    }
    const circle = followSources(name, (step) => textOf(sourceOf(step)));
    if (circle === null || circle.some((step) => reported.has(step))) continue;
    for (const step of circle) reported.add(step);
    const summary =
      circle.length === 1
        ? `Environment ${quote(name)} is promoted from itself.`
        : `The promotions of environments form a circle: ${[...circle, name].map(quote).join(' from ')}.`;
    report(node, {
      code: 'invalid-value',
      summary,
      hint: 'Promote from an environment that gets the changes earlier.',
    });
  }
}

/** The environments on the way from one back to itself; null when the way does not lead back. */
function followSources(start: string, sourceOf: (name: string) => string | undefined): readonly string[] | null {
  const way = new Set([start]);
  for (let step = sourceOf(start); step !== undefined; step = sourceOf(step)) {
    if (step === start) return [...way];
    if (way.has(step)) return null;
    way.add(step);
  }
  return null;
}
