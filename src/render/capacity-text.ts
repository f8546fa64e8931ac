import { becomesUnknown, type Capacity, isRefusedAsWhole, type Plan } from '../model/plan.ts';
import { count } from './count.ts';
import type { Style } from './style.ts';

/** `Capacity: replicas 4 -> 6 (+2), CPU 1,000m, memory 4 GB`; an empty text when the plan leaves it as it is. */
export function renderCapacity(plan: Plan, style: Style): string {
  const { before, after } = plan.capacity;
  const unknown = plan.pipes.filter(
    ({ status, changes }) => status === 'update' && changes.some(becomesUnknown),
  ).length;
  if (plan.summary.update === 0 || isRefusedAsWhole(plan) || (same(plan.capacity) && unknown === 0)) return '';
  const parts = [
    move('replicas', before.replicas, after.replicas, ''),
    move('CPU', before.cpuMillicores, after.cpuMillicores, 'm'),
    move('memory', before.memoryGb, after.memoryGb, ' GB'),
  ];
  const without = unknown === 0 ? '' : `, without ${count(unknown, 'pipe')} that the service gives its default size`;
  return `${style.bold('Capacity:')} ${parts.join(', ')}${without}`;
}

function same({ before, after }: Capacity): boolean {
  return (
    before.replicas === after.replicas &&
    before.cpuMillicores === after.cpuMillicores &&
    before.memoryGb === after.memoryGb
  );
}

function move(what: string, before: number, after: number, unit: string): string {
  const say = (value: number): string => `${value.toLocaleString('en-US')}${unit}`;
  if (before === after) return `${what} ${say(before)}`;
  const delta = after - before;
  return `${what} ${say(before)} -> ${say(after)} (${delta > 0 ? '+' : '-'}${say(Math.abs(delta))})`;
}
