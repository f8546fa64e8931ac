import type { ErrorCode, YAMLError } from 'yaml';
import type { DiagnosticWords } from '../../model/diagnostic.ts';
import { findBracketError, TAB, type Words } from './bracket-errors.ts';
import { findIndentationError } from './indentation-errors.ts';
import { findOddNear } from './odd-characters.ts';
import type { SourceSpan } from './source-file.ts';

export type SyntaxProblem = ErrorCode | 'TOO_DEEP' | 'TOO_DENSE' | 'BAD_VERSION';

const BAD_START: Words = ['A value cannot start with this character.', 'Put the value in quotes.'];

const MESSAGES: Partial<Record<SyntaxProblem, Words>> = {
  BAD_ALIAS: BAD_START,
  BAD_DQ_ESCAPE: ['Unknown escape in a double-quoted text.', 'Write a backslash as \\\\, or use single quotes.'],
  BAD_INDENT: ['The indentation does not match the lines around it.', 'Keys of one map start in the same column.'],
  BAD_SCALAR_START: BAD_START,
  BAD_VERSION: ['The file requires a YAML version other than 1.2.', 'Remove the %YAML line.'],
  BLOCK_IN_FLOW: [
    'A map or a list without brackets starts inside { } or [ ].',
    'Put a text that contains ": " in quotes. Separate entries by commas, without "- ".',
  ],
  BLOCK_AS_IMPLICIT_KEY: [
    'A second map starts on this line.',
    'Put the value in quotes if it is text, or start the map on the next line, indented.',
  ],
  MULTIPLE_DOCS: [
    'A second YAML document starts here.',
    'A configuration file contains one document. Move the second one to its own file and include it.',
  ],
  TAB_AS_INDENT: TAB,
  TAG_RESOLVE_FAILED: [
    'YAML tags other than those of the core schema are not supported.',
    'Remove the word that starts with "!", or put the value in quotes.',
  ],
  TOO_DEEP: ['Maps and lists are nested too deeply.', 'The configuration needs no more than ten levels.'],
  TOO_DENSE: [
    'The file has too many values for its size.',
    'Correct the line, or move some of the values to another file and include it.',
  ],
  UNEXPECTED_TOKEN: [
    'This cannot follow what is before it.',
    'Remove it, put the whole value in quotes, or start a list or a map on the next line.',
  ],
};

interface DescribedError {
  readonly span: SourceSpan;
  readonly words: DiagnosticWords;
}

/** What is wrong, and where the mistake is, which may be before `span`, where the parser found it. */
export function describeSyntaxError(problem: SyntaxProblem, span: SourceSpan, error: YAMLError | null): DescribedError {
  const { source } = span;
  const describe = (
    { start, end }: Pick<SourceSpan, 'start' | 'end'>,
    [summary, hint]: Words,
    detail: string | null = null,
  ): DescribedError => ({
    span: { source, start, end },
    words: { code: 'yaml-syntax', summary, detail, hint },
  });
  const conflict = CONFLICT_MARKER.exec(source.text);
  if (conflict !== null) return describe({ start: conflict.index, end: conflict.index + conflict[0].length }, CONFLICT);
  if (error !== null) {
    const odd = findOddNear(source.text, error.pos);
    if (odd !== null) return describe(odd, odd.words);
    const slip = findBracketError(source.text);
    const cause =
      slip !== null && slip.start <= Math.max(...error.pos) ? slip : findIndentationError(error, source.text);
    if (cause !== null) return describe(cause, cause.words);
  }
  const words = MESSAGES[problem];
  return words === undefined ? describe(span, UNKNOWN, error?.message) : describe(span, words);
}

const CONFLICT_MARKER = /(?<=^|\n)(?:<{7}|={7}|>{7}|\|{7})(?!\S).*/;

const CONFLICT: Words = [
  'The file has an unresolved merge conflict of git.',
  'Keep the lines of one side, and remove the lines that start with <<<<<<<, ======= and >>>>>>>.',
];

const UNKNOWN: Words = [
  'This is not YAML.',
  'Check the indentation and the quotes of this line and the line above it.',
];
