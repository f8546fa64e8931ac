import { DAY_MS } from '../../model/clock.ts';
import { isFieldPath, isInRange } from '../../model/field/field.ts';
import type { Promotion } from '../../model/fleet.ts';
import { describeFound, quote, type Reporter } from '../validate/problem.ts';
import { childOf, keysOf, type MapNode, nodeAt, textOf } from '../yaml/node.ts';
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

/** Reports environments that are promoted from themselves, or in a cycle. `document` has all environments. */
export function checkPromotions(document: MapNode, report: Reporter): void {
  const environments = childOf(document, 'environments');
  const sourceOf = (name: string) => nodeAt(environments, name, 'promotion', 'from');
  const followed = new Set<string>();
  for (const start of keysOf(environments)) {
    const way: string[] = [];
    let name: string | undefined = start;
    while (name !== undefined && !followed.has(name)) {
      followed.add(name);
      way.push(name);
      name = textOf(sourceOf(name));
    }
    if (name === undefined || !way.includes(name)) continue;
    const cycle = way.slice(way.indexOf(name));
    const shown = [...cycle, name].slice(0, MAX_NAMED).map(quote).join(' from ');
    const summary =
      cycle.length === 1
        ? `Environment ${quote(name)} is promoted from itself.`
        : `The promotions of environments form a cycle: ${shown}${cycle.length >= MAX_NAMED ? ' and so on' : ''}.`;
    const hint = 'Promote from an environment that gets the changes earlier.';
    report(sourceOf(name) ?? null, { code: 'invalid-value', summary, hint });
  }
}
