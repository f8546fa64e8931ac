import type { Context } from './context.ts';

/** Sortable by time, and different for two runs of the same second: `20261120T100000Z-3f9a2c`. */
export function makeRunId(context: Pick<Context, 'clock' | 'random'>): string {
  const time = new Date(context.clock.now()).toISOString().replace(/[-:]|\.\d+/g, '');
  const tail = Math.floor(context.random() * 0x1000000);
  return `${time}-${tail.toString(16).padStart(6, '0')}`;
}
