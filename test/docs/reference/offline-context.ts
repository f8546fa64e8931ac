import type { Context } from '../../../src/cli/options/context.ts';
import { fakeClock } from '../../apply/run-plan.ts';

/** A world without a terminal, variables and interrupts, in which nothing is written anywhere: enough to describe commands. */
export function offlineContext(): Context {
  const stream = { write: () => true, isTTY: false, columns: 100 } as unknown as NodeJS.WriteStream;
  const never = new AbortController().signal;
  return {
    cwd: '/',
    environment: {},
    platform: 'linux',
    stdin: { isTTY: false } as unknown as NodeJS.ReadStream,
    stdout: stream,
    stderr: stream,
    clock: fakeClock(),
    random: () => 0.5,
    interrupts: { stop: never, abort: never },
  };
}
