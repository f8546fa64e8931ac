import { fstatSync, readFileSync, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import { readToolVersion } from '../model/version.ts';

const STDOUT = 1;

/** The help of the command table as the build found it, laid out for no terminal; beside the built command. */
const HELP_FILE = new URL('help.txt', import.meta.url);

/**
 * Answers the two questions whose answer is always the same, the version and, where no terminal has a width, the help, with
 * next to nothing loaded. False when the question is another, or when the answer could not be written: that is for whoever
 * answers everything else, and tells what is wrong.
 */
export function answerAtOnce(words: readonly string[]): boolean {
  const [question, ...others] = words;
  if (others.length > 0) return false;
  try {
    if (question === '--version' || question === '-V') return write(`${readToolVersion().version}\n`);
    if (question === '--help' || question === '-h') return !mayBeTerminal() && write(readFileSync(HELP_FILE, 'utf8'));
    return false;
  } catch {
    return false;
  }
}

/** So short a text is taken whole or not at all by a pipe; a file that takes a part of it has no room for more. */
function write(text: string): boolean {
  return writeSync(STDOUT, text) === Buffer.byteLength(text);
}

/** Terminals are devices. To ask one for its width would load more than the answer needs. */
function mayBeTerminal(): boolean {
  const output = fstatSync(STDOUT);
  return output.isCharacterDevice() && output.rdev !== statSync(devNull).rdev;
}
