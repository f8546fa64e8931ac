import { isRefusedAsWhole, type Plan } from '../../model/plan.ts';
import { type CapacityMove, countUnknownSizes, listCapacityMoves } from '../view-model/capacity-moves.ts';
import { count } from '../view-model/count.ts';
import type { Style } from './style.ts';

/** `Capacity: replicas 4 -> 6 (+2), CPU 1,000m, memory 4 GB`; an empty text when the plan leaves it as it is. */
export function renderCapacity(plan: Plan, style: Style): string {
  const moves = listCapacityMoves(plan.capacity);
  const unknown = countUnknownSizes(plan);
  const isSame = unknown === 0 && moves.every(({ difference }) => difference === null);
  if (plan.summary.update === 0 || isRefusedAsWhole(plan) || isSame) return '';
  const without = unknown === 0 ? '' : `, without ${count(unknown, 'pipe')} that the service gives its default size`;
  return `${style.bold('Capacity:')} ${moves.map(sayMove).join(', ')}${without}`;
}

function sayMove({ title, before, after, difference }: CapacityMove): string {
  const what = title === 'CPU' ? title : title.toLowerCase();
  if (difference === null) return `${what} ${before}`;
  return `${what} ${before} -> ${after} (${difference.direction === 'up' ? '+' : '-'}${difference.amount})`;
}
