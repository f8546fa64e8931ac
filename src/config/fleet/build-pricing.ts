import type { Policy } from '../../model/fleet.ts';
import type { Pricing } from '../../model/price.ts';
import type { Reporter } from '../validate/problem.ts';
import { childOf, entryOf, type MapNode, numberOf, textOf } from '../yaml/node.ts';
import { locate, spanBetween } from '../yaml/source-file.ts';
import { reportMissing } from './build-remediation.ts';

/** null without one, and for an invalid one (reported). */
export function buildPricing(document: MapNode, report: Reporter): Pricing | null {
  const entry = entryOf(document, 'pricing');
  if (entry === undefined) return null;
  reportMissing(entry, '`pricing`', ['currency', 'cpuHour', 'memoryGbHour'], report);
  const currency = textOf(childOf(entry.value, 'currency'));
  const cpuHour = numberOf(childOf(entry.value, 'cpuHour'));
  const memoryGbHour = numberOf(childOf(entry.value, 'memoryGbHour'));
  if (currency === undefined || cpuHour === undefined || memoryGbHour === undefined) return null;
  return { currency, cpuHour, memoryGbHour, location: locate(spanBetween(entry, entry.value)) };
}

/** An amount has no meaning without a currency and prices. */
export function checkCostLimit(document: MapNode, { maxMonthlyIncrease }: Policy, report: Reporter): void {
  const limit = entryOf(childOf(document, 'policy'), 'maxMonthlyIncrease');
  if (limit === undefined || maxMonthlyIncrease === null || entryOf(document, 'pricing') !== undefined) return;
  const summary = '`policy.maxMonthlyIncrease` needs `pricing`.';
  const hint = 'Write `pricing` with `currency`, `cpuHour` and `memoryGbHour` at the top level.';
  report(spanBetween(limit, limit.value), { code: 'missing-key', summary, hint });
}
