import type { Policy } from '../../model/fleet.ts';
import type { Pricing } from '../../model/price.ts';
import type { Reporter } from '../validate/problem.ts';
import { entryLocation } from '../yaml/node.ts';
import { spanBetween } from '../yaml/source-file.ts';
import { reportMissing } from './build-remediation.ts';
import { findEntry, type Sections } from './values.ts';

/** null without one, and for an invalid one (reported). */
export function buildPricing(sections: Sections, report: Reporter): Pricing | null {
  const entry = findEntry(sections, 'pricing');
  if (entry === undefined) return null;
  reportMissing(entry, '`pricing`', ['currency', 'cpuHour', 'memoryGbHour'], report);
  const { currency, cpuHour, memoryGbHour } = sections.pricing ?? {};
  if (currency === undefined || cpuHour === undefined || memoryGbHour === undefined) return null;
  return { currency, cpuHour, memoryGbHour, location: entryLocation(entry) };
}

/** An amount has no meaning without a currency and prices. */
export function checkCostLimit(sections: Sections, { maxMonthlyIncrease }: Policy, report: Reporter): void {
  const limit = findEntry(sections.policy, 'maxMonthlyIncrease');
  if (limit === undefined || maxMonthlyIncrease === null || findEntry(sections, 'pricing') !== undefined) return;
  const summary = '`policy.maxMonthlyIncrease` needs `pricing`.';
  const hint = 'Write `pricing` with `currency`, `cpuHour` and `memoryGbHour` at the top level.';
  report(spanBetween(limit, limit.value), { code: 'missing-key', summary, hint });
}
