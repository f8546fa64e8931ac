import type { Context } from '../cli/options/context.ts';
import type { Clock } from '../model/clock.ts';

interface MakingId extends Pick<Context, 'random'> {
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * `20261120T100000Z-1f4a2c`: sortable by time to the millisecond, since `rollback latest` means the newest. The first
 * three digits after the dash are the milliseconds, hexadecimal; the last three tell apart runs of the same one, on two
 * machines.
 */
export function makeRunId({ clock, random }: MakingId): string {
  const time = new Date(clock.now());
  const seconds = time.toISOString().replace(/[-:]|\.\d+/g, '');
  const tail = time.getUTCMilliseconds() * 0x1000 + Math.floor(random() * 0x1000);
  return `${seconds}-${tail.toString(16).padStart(6, '0')}`;
}
