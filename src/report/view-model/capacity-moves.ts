import { formatNumber } from '../../model/number.ts';
import { becomesUnknown, type Capacity, type CapacityTotals } from '../../model/plan.ts';
import type { Report } from '../../model/report.ts';
import { countedPipes } from './counted-pipes.ts';

const QUANTITIES: readonly { readonly key: keyof CapacityTotals; readonly title: string; readonly unit: string }[] = [
  { key: 'replicas', title: 'Replicas', unit: '' },
  { key: 'cpuMillicores', title: 'CPU', unit: 'm' },
  { key: 'memoryGb', title: 'Memory', unit: ' GB' },
];

/** One quantity of all pipes together, as numbers and as they are shown, unit included. */
export interface CapacityMove {
  readonly title: string;
  readonly from: number;
  readonly to: number;
  readonly before: string;
  readonly after: string;
  /** null when it stays as it is. */
  readonly difference: { readonly direction: 'up' | 'down'; readonly amount: string } | null;
}

/** Replicas, CPU and memory, in this order. */
export function listCapacityMoves({ before, after }: Capacity): readonly CapacityMove[] {
  return QUANTITIES.map(({ key, title, unit }) => {
    const [from, to] = [before[key], after[key]];
    const say = (value: number): string => `${formatNumber(value)}${unit}`;
    const difference =
      from === to
        ? null
        : { direction: to > from ? ('up' as const) : ('down' as const), amount: say(Math.abs(to - from)) };
    return { title, from, to, before: say(from), after: say(to), difference };
  });
}

/** How many pipes get the service's default size, which nobody knows, so that the totals are without them. */
export function countUnknownSizes(report: Report): number {
  return countedPipes(report).filter(({ changes }) => changes.some(becomesUnknown)).length;
}
