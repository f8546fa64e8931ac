import { PassThrough } from 'node:stream';
import { main } from '../../src/cli/main.ts';
import type { Context } from '../../src/cli/options/context.ts';
import { createQuickClock } from './quick-clock.ts';

/** The result of a command. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process and folder, with only `variables` and credentials in its environment. */
export async function runCommand(
  args: readonly string[],
  cwd: string,
  variables: Readonly<Record<string, string>>,
): Promise<Ended> {
  const never = new AbortController().signal;
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const context: Context = {
    cwd,
    environment: { ...variables, PIPEFORM_KEY_ID: 'sandbox', PIPEFORM_KEY_SECRET: 'sandbox' },
    platform: process.platform,
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: stdout as unknown as NodeJS.WriteStream,
    stderr: stderr as unknown as NodeJS.WriteStream,
    clock: createQuickClock(),
    random: () => 0.5,
    interrupts: { stop: never, abort: never },
  };
  const code = await main(args, context);
  return { code, stdout: textOf(stdout), stderr: textOf(stderr) };
}

function textOf(stream: PassThrough): string {
  return String(stream.read() ?? '');
}
