import { tmpdir } from 'node:os';
import { main } from '../../src/cli/main.ts';
import type { Context } from '../../src/cli/options/context.ts';
import type { GivenOption } from '../../src/cli/options/option-spec.ts';
import { sleepyClock } from '../api/fake-clock.ts';

export type Environment = Context['environment'];

interface Place {
  readonly cwd?: string;
  readonly environment?: Environment;
  /** The width of the terminal; without it, there is no terminal. */
  readonly columns?: number;
  readonly stop?: AbortSignal;
  /** Called with all of stdout so far after each write. */
  onStdout?(written: string): void;
}

function collector(columns: number | undefined, onWrite: (written: string) => void = () => {}) {
  let text = '';
  const write = (chunk: string): boolean => {
    text += chunk;
    onWrite(text);
    return true;
  };
  const isTTY = columns !== undefined;
  return { stream: { write, isTTY, columns, once: () => {} } as unknown as NodeJS.WriteStream, text: () => text };
}

const NEVER = new AbortController().signal;

/** A machine that only records what is written. */
export function fakeContext({ cwd = tmpdir(), environment = {}, columns, stop = NEVER, onStdout }: Place = {}) {
  const stdout = collector(columns, onStdout);
  const stderr = collector(columns);
  const context: Context = {
    cwd,
    environment,
    platform: 'linux',
    stdin: { isTTY: false } as unknown as NodeJS.ReadStream,
    stdout: stdout.stream,
    stderr: stderr.stream,
    noteUpdates: () => {},
    clock: sleepyClock(),
    random: () => 0.5,
    interrupts: { stop, abort: NEVER },
  };
  return { context, stdout, stderr };
}

/** Runs a command line on such a machine. */
export async function runLine(args: readonly string[], place: Place = {}) {
  const { context, stdout, stderr } = fakeContext(place);
  return { code: await main(args, context), stdout: stdout.text(), stderr: stderr.text() };
}

/** The values of options by their long name in camel case. */
export type Raw = Readonly<Record<string, string | true | readonly string[]>>;

/** Options as they are read from a line. */
export function giveOptions(raw: Raw): readonly GivenOption[] {
  return Object.entries(raw).flatMap(([key, given]) => {
    const option = { long: `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}` };
    return [given].flat().map((value) => ({ option, value: value === true ? null : value }));
  });
}
