import { count, formatNumber } from '../../model/number.ts';
import { becomesUnknown, type Capacity, hasWork, type Plan } from '../../model/plan.ts';
import type { Drift, Report } from '../../model/report.ts';
import { joinParts } from './format.ts';
import { countedPipes } from './section.ts';

const QUANTITIES = [
  { key: 'replicas', title: 'Replicas', divisor: 1, one: '', many: '' },
  { key: 'cpuMillicores', title: 'CPU', divisor: 1_000, one: ' core', many: ' cores' },
  { key: 'memoryGb', title: 'Memory', divisor: 1, one: ' GB', many: ' GB' },
] as const;

/** The totals of all pipes as text, the unit once: `8.25`, `9 cores`. `difference`: `+0.75`, `-3`; null when nothing changes. */
export function listCapacityMoves(capacity: Capacity) {
  return QUANTITIES.map(({ key, title, divisor, one, many }) => {
    const [exactFrom, exactTo] = [capacity.before[key] / divisor, capacity.after[key] / divisor];
    const isSame = exactFrom === exactTo;
    const [roundFrom, roundTo] = [Math.round(exactFrom), Math.round(exactTo)];
    // Hundreds are read without their fractions, unless only these change.
    const isRound = Math.min(exactFrom, exactTo) >= 100 && (isSame || roundFrom !== roundTo);
    const [from, to] = isRound ? [roundFrom, roundTo] : [exactFrom, exactTo];
    const difference = isSame ? null : `${to > from ? '+' : '-'}${formatNumber(Math.abs(to - from))}`;
    return { title, before: formatNumber(from), after: `${formatNumber(to)}${to === 1 ? one : many}`, difference };
  });
}

/** How many pipes get the service's default size. It is unknown, so the totals exclude them. */
export function countUnknownSizes(report: Report): number {
  return countedPipes(report).filter(({ changes }) => changes.some(becomesUnknown)).length;
}

/** `replicas 4 -> 6 (+2), CPU 1 core, memory 4 GB`, and of a drift report `replicas live 6, declared 4`; empty when nothing changes. */
export function describeCapacity(report: Plan | Drift): string {
  const moves = listCapacityMoves(report.capacity);
  const unknown = countUnknownSizes(report);
  const isSame = unknown === 0 && moves.every(({ difference }) => difference === null);
  if (isSame || (report.kind === 'plan' && !hasWork(report))) return '';
  const without = unknown === 0 ? '' : `without ${count(unknown, 'pipe')} that the service gives its default size`;
  const parts = moves.map(({ title, before, after, difference }) => {
    const what = title === 'CPU' ? title : title.toLowerCase();
    if (difference === null) return report.kind === 'plan' ? `${what} ${after}` : '';
    if (report.kind === 'drift') return `${what} live ${before}, declared ${after}`;
    return `${what} ${before} -> ${after} (${difference})`;
  });
  return joinParts([...parts, without], report.kind === 'plan' ? ', ' : '; ');
}
