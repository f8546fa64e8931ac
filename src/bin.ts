#!/usr/bin/env node
import { fstatSync, readFileSync, statSync, writeSync } from 'node:fs';

const STDOUT = 1;
const STDERR = 2;

/** The texts that the build writes. */
const VERSION = 'version.txt';
const HELP = 'help.txt';
const TEXTS: Readonly<Record<string, string>> = { '--version': VERSION, '-V': VERSION, '--help': HELP, '-h': HELP };

/** `os.devNull` would take 2 ms to load. Where there is no such device, the command line prints. */
const NULL_DEVICE = '/dev/null';

const UNFINISHED =
  'Pipeform stopped before the command was done, because nothing was left that it could wait for. The result is unknown. ' +
  'Run `pipeform plan` to see what is live. This is a bug in Pipeform: please report it with the command and ' +
  '`pipeform --version`.';

const args = process.argv.slice(2);
if (!printDirectly(args)) {
  // Node ends a process silently when its event loop is empty, even in the middle of a command.
  process.on('beforeExit', reportUnfinished);
  const { runProcess } = await import('./cli/process-edge.ts');
  for (const stream of [process.stdout, process.stderr]) writeAllOrFail(stream);
  await runProcess(args, writeLastResort);
  process.off('beforeExit', reportUnfinished);
}

/** Prints the version, or the help when stdout is not a terminal, without loading the command line. False: not printed. */
function printDirectly([option = '', ...others]: readonly string[]): boolean {
  const file = TEXTS[option];
  if (file === undefined || others.length > 0) return false;
  try {
    return (file === VERSION || !mayBeTerminal()) && print(readFileSync(new URL(file, import.meta.url), 'utf8'));
  } catch {
    return false;
  }
}

/** A pipe writes a text this short completely or not at all; a partial write to a file means a full disk. */
function print(text: string): boolean {
  return writeSync(STDOUT, text) === Buffer.byteLength(text);
}

/** Terminals are devices. Reading the width of one would load more than the help needs. */
function mayBeTerminal(): boolean {
  const output = fstatSync(STDOUT);
  return output.isCharacterDevice() && output.rdev !== statSync(NULL_DEVICE).rdev;
}

/** Makes a stream to a file write everything or fail: Node reports no error for a partial write to a full disk. */
function writeAllOrFail(stream: NodeJS.WriteStream & { readonly fd: number }): void {
  if (!isFile(stream.fd)) return;
  stream._write = (chunk: Buffer | string, encoding, done) => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk;
    try {
      for (let written = 0; written < bytes.length; ) written += writeSync(stream.fd, bytes, written);
      done();
    } catch (error) {
      done(error as Error);
    }
  };
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}

function reportUnfinished(): void {
  writeLastResort(UNFINISHED);
  process.exit(1);
}

function writeLastResort(text: string): void {
  try {
    writeSync(STDERR, `${text}\n`);
  } catch {
    // stderr is gone; the exit code remains.
  }
}
