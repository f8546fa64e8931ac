import { fstatSync, readFileSync, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import { readToolVersion } from '../model/version.ts';

const STDOUT = 1;

/** The help of the program, which the build prints beside the built command, without the width of a terminal. */
const HELP_FILE = new URL('help.txt', import.meta.url);

/**
 * Prints the version or, when stdout is not a terminal, the help, without loading the rest of the command line. Returns false
 * for everything else, and when printing failed: then the command line runs as usual and reports what is wrong.
 */
export function tryFastPath(args: readonly string[]): boolean {
  const [option, ...others] = args;
  if (others.length > 0) return false;
  try {
    if (option === '--version' || option === '-V') return print(`${readToolVersion().version}\n`);
    if (option === '--help' || option === '-h') return !mayBeTerminal() && print(readFileSync(HELP_FILE, 'utf8'));
    return false;
  } catch {
    return false;
  }
}

/** A pipe takes a text this short as a whole or not at all; a file that takes a part of it is on a full disk. */
function print(text: string): boolean {
  return writeSync(STDOUT, text) === Buffer.byteLength(text);
}

/** Terminals are devices. To ask one for its width would load more than the help needs. */
function mayBeTerminal(): boolean {
  const output = fstatSync(STDOUT);
  return output.isCharacterDevice() && output.rdev !== statSync(devNull).rdev;
}
