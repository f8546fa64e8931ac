import type { Context } from '../../src/cli/options/context.ts';
import { fakeClock } from '../apply/run-plan.ts';

/** A context without a terminal, variables, interrupts and output: enough to describe commands. */
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
