import { tmpdir } from 'node:os';
import { main } from '../../src/cli/main.ts';
import type { Context } from '../../src/cli/options/context.ts';
import { fakeClock } from '../apply/run-plan.ts';

export type Environment = Context['environment'];

interface Place {
  readonly cwd?: string;
  readonly environment?: Environment;
  /** Of a terminal; without it, there is none. */
  readonly columns?: number;
}

function collector(columns: number | undefined): { readonly stream: NodeJS.WriteStream; text(): string } {
  let text = '';
  const write = (chunk: string): boolean => {
    text += chunk;
    return true;
  };
  return { stream: { write, isTTY: false, columns } as unknown as NodeJS.WriteStream, text: () => text };
}

/** A world in which nothing happens but what is written. */
export function fakeContext({ cwd = tmpdir(), environment = {}, columns }: Place = {}) {
  const stdout = collector(columns);
  const stderr = collector(columns);
  const never = new AbortController().signal;
  const context: Context = {
    cwd,
    environment,
    platform: 'linux',
    stdin: { isTTY: false } as unknown as NodeJS.ReadStream,
    stdout: stdout.stream,
    stderr: stderr.stream,
    clock: fakeClock(),
    random: () => 0.5,
    interrupts: { stop: never, abort: never },
  };
  return { context, stdout, stderr };
}

/** A whole command line in such a world. */
export async function runLine(args: readonly string[], place: Place = {}) {
  const { context, stdout, stderr } = fakeContext(place);
  return { code: await main(args, context), stdout: stdout.text(), stderr: stderr.text() };
}
